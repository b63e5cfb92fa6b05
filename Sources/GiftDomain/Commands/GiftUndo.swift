/// A change's remaining effects on a gift, to be undone unit by unit: a field of the definition, a
/// standing step, a time with other windows.
struct GiftUndo {
  private let before: GiftState
  private let after: GiftState
  private let now: Timestamp
  /// Times from now on, each with one window or none throughout, in both `before` and `after`.
  private let segments: [Window]
  /// The units that the change touched.
  private var units: Set<Unit> = []

  private enum Unit: Hashable {
    case presence, fallback, price, category, rules, regions, isStreakable, tags, latestVersion
    case note
    case name(LocaleTag)
    case place(PlacementName)
    /// Whether a version is withdrawn.
    case withdrawal(VersionNumber)
    /// The pictures of a version that existed before the change; those of a new one stay, as it
    /// does.
    case pictures(VersionNumber)
    /// The step that begins then; with `now`, the current one.
    case step(Timestamp)
    /// The segment that begins then.
    case windows(Timestamp)
  }

  /// `before` and `after` are the gift before the change and after it.
  init(from before: GiftState, to after: GiftState, now: Timestamp) {
    self.before = before
    self.after = after
    self.now = now
    let ends = (before.schedule.windows + after.schedule.windows)
      .flatMap { [$0.window.from, $0.window.until ?? now] }.filter { $0 > now }
    let bounds = Set(ends + [now]).sorted()
    segments = zip(bounds, bounds.dropFirst()).compactMap { Window(checking: $0, until: $1) }
    units = differing(before, after)
  }

  /// Whether none of its effects are left in a state.
  func isDone(in state: GiftState) -> Bool { units.isDisjoint(with: differing(before, state)) }

  /// Whether one of its effects shows in a state.
  func isBack(in state: GiftState) -> Bool {
    !units.subtracting(differing(after, state)).isEmpty
  }

  /// Whether an edit from one state to another touched the same units.
  func isTouched(from old: GiftState, to new: GiftState) -> Bool {
    !units.isDisjoint(with: differing(old, new))
  }

  /// A state without the change's effects; nil if they were altered since.
  func applied(to state: GiftState) -> GiftState? {
    guard units.isDisjoint(with: differing(after, state)), let definition = definition(of: state)
    else { return nil }
    let schedule = GiftSchedule(
      standing: standing(of: state.schedule), windows: windows(of: state.schedule))
    let versions = state.versions.map { version in
      units.contains(.pictures(version.number))
        ? version.with(before.version(version.number)?.pictures) : version
    }
    return GiftState(
      gift: state.gift, definition: definition.value, versions: versions,
      schedule: schedule, rotation: state.rotation)
  }

  // MARK: - Units

  private func differing(_ one: GiftState, _ other: GiftState) -> Set<Unit> {
    let (old, new) = (values(of: one), values(of: other))
    return Set(Set(old.keys).union(new.keys).filter { old[$0] != new[$0] })
  }

  private func values(of state: GiftState) -> [Unit: AnyHashable] {
    var values: [Unit: AnyHashable] = [:]
    if let definition = state.definition {
      values = [
        .presence: true, .price: definition.price, .category: definition.category,
        .rules: definition.audience.rules, .regions: definition.audience.regions,
        .isStreakable: definition.isStreakable,
        .tags: definition.tags, .latestVersion: definition.latestVersion,
        .note: definition.note, .fallback: definition.names.fallback,
      ]
      for (locale, name) in definition.names.byLocale { values[.name(locale)] = name }
      for (placement, number) in definition.places { values[.place(placement)] = number }
      for version in definition.withdrawn { values[.withdrawal(version)] = true }
    }
    for version in before.versions {
      values[.pictures(version.number)] = state.version(version.number)?.pictures
    }
    values[.step(now)] = state.schedule.step(at: now)?.version
    for step in state.schedule.standing where step.window.from > now {
      values[.step(step.window.from)] = .some(AnyHashable(step.version))
    }
    for segment in segments {
      let parts = state.schedule.windows.compactMap { $0.part(in: segment) }
      if !parts.isEmpty { values[.windows(segment.from)] = parts }
    }
    return values
  }

  // MARK: - Result

  private func definition(of state: GiftState) -> Setting<Definition>? {
    if units.contains(.presence) {
      // What was withdrawn since stays so, and needs its gift.
      let isKept = before.definition == nil && !state.withdrawn.isSubset(of: after.withdrawn)
      return isKept ? nil : Setting(before.definition)
    }
    guard let old = before.definition, let current = state.definition else {
      return Setting(state.definition)
    }
    func field<Value>(_ unit: Unit, _ path: KeyPath<Definition, Value>) -> Value {
      (units.contains(unit) ? old : current)[keyPath: path]
    }
    var names = current.names.byLocale
    for case .name(let locale) in units { names[locale] = old.names.byLocale[locale] }
    var places = current.places
    for case .place(let placement) in units { places[placement] = old.places[placement] }
    let changed = Set(
      units.compactMap { if case .withdrawal(let version) = $0 { version } else { nil } })
    let withdrawn = current.withdrawn.subtracting(changed)
      .union(old.withdrawn.intersection(changed))
    do {
      return .set(
        try Definition(
          names: LocalNames(names, fallback: field(.fallback, \.names.fallback)),
          price: field(.price, \.price), category: field(.category, \.category), places: places,
          audience: Audience(
            rules: field(.rules, \.audience.rules), regions: field(.regions, \.audience.regions)),
          isStreakable: field(.isStreakable, \.isStreakable),
          tags: field(.tags, \.tags), latestVersion: field(.latestVersion, \.latestVersion),
          note: field(.note, \.note)
        ).withdrawing(withdrawn))
    } catch {
      // The other names or placements, that of the fallback or the price were dropped since.
      return nil
    }
  }

  private func standing(of schedule: GiftSchedule) -> [Availability] {
    var coming = schedule.standing.filter {
      $0.window.from > now && !units.contains(.step($0.window.from))
    }
    coming += before.schedule.standing.filter {
      $0.window.from > now && units.contains(.step($0.window.from))
    }
    guard units.contains(.step(now)) else {
      return schedule.standing.filter { $0.window.from <= now } + coming
    }
    let past = schedule.standing.filter { $0.window.from < now }
    let version = before.schedule.step(at: now)?.version
    let step = Availability(window: .open(from: now), version: version)
    return past + (past.last?.version == version ? [] : [step]) + coming
  }

  private func windows(of schedule: GiftSchedule) -> [Availability] {
    let undone = segments.filter { units.contains(.windows($0.from)) }
    guard !undone.isEmpty else { return schedule.windows }
    let kept = undone.reduce(schedule.windows) { parts, segment in
      parts.flatMap { $0.parts(beside: segment) }
    }
    let back = undone.flatMap { segment in
      before.schedule.windows.compactMap { $0.part(in: segment) }
    }
    // Parts of one window are joined again.
    let whole = schedule.windows + before.schedule.windows
    return (kept + back).sorted { $0.window.from < $1.window.from }.reduce(into: []) { all, part in
      if let last = all.last, last.window.until == part.window.from, let end = part.window.until,
        whole.contains(where: { $0.holds(before: part.window.from, offer: part.offer) }),
        last.offer == part.offer
      {
        all[all.count - 1] = last.during(last.window.extended(until: end))
      } else {
        all.append(part)
      }
    }
  }
}

extension Availability {
  /// The part within a time; nil if there is none.
  fileprivate func part(in time: Window) -> Availability? {
    guard window.overlaps(time) else { return nil }
    let begun = onward(from: time.from)
    return time.until.map { begun?.before($0) } ?? begun
  }

  /// Whether it makes this offer (nil: none) both just before an instant and from it on.
  fileprivate func holds(before instant: Timestamp, offer: Offer?) -> Bool {
    window.from < instant && window.contains(instant) && self.offer == offer
  }
}

/// The changes after one that still count: not undone ones, nor the changes that undid them.
struct CountingChanges {
  private var void: Set<ChangeNumber> = []
  private let number: ChangeNumber

  /// `undos` are the changes that undid others, each with the undone change.
  init(after number: ChangeNumber, undos: [ChangeNumber: ChangeNumber]) {
    self.number = number
    for (undo, undone) in undos.sorted(by: { $0.key > $1.key })
    where undo > number && !void.contains(undo) {
      void.insert(undone)
      if undone > number { void.insert(undo) }
    }
  }

  /// Whether the change itself was undone.
  var isUndone: Bool { void.contains(number) }

  /// Whether a change comes after it and still counts.
  func contains(_ change: ChangeNumber) -> Bool { change > number && !void.contains(change) }
}
