// Taking a change back, unit by unit: a field of a definition, a standing step, a window. What
// nobody touched since becomes what it was before; nil says that somebody did.
extension GiftState {
  /// Without what a change did, for what is still to come.
  ///
  /// `after` and `before` are the gift after the change and before it. Nil when somebody touched
  /// since what it changed; what is back already stays.
  func undoing(_ after: GiftState, to before: GiftState, now: Timestamp) -> GiftState? {
    guard
      let definition = Definition.undoing(
        after.definition, to: before.definition, in: self.definition),
      let schedule = schedule.undoing(after.schedule, to: before.schedule, now: now)
    else { return nil }
    // Whoever planned something meanwhile did so with a gift that is there.
    let isShown = !schedule.shown(with: .empty).onward(from: now).entries.isEmpty
    guard definition.value != nil || !isShown else { return nil }
    return GiftState(
      gift: gift, definition: definition.value, versions: versions, schedule: schedule,
      rotation: rotation)
  }
}

extension Definition {
  /// A definition without what a change made of it; the setting is unset where none is left.
  fileprivate static func undoing(
    _ after: Definition?, to before: Definition?, in current: Definition?
  ) -> Setting<Definition>? {
    guard after != before, current != before else { return Setting(current) }
    guard let after, let before, let current else {
      // It came or went with the change.
      return current == after ? Setting(before) : nil
    }
    func field<Value: Equatable>(_ path: KeyPath<Definition, Value>) -> Value? {
      undoing(after[keyPath: path], to: before[keyPath: path], in: current[keyPath: path])
    }
    var names = current.names
    for locale in Set(before.names.keys).union(after.names.keys) {
      guard
        let name = undoing(after.names[locale], to: before.names[locale], in: names[locale])
      else { return nil }
      names[locale] = name
    }
    guard let price = field(\.price), let category = field(\.category),
      let order = field(\.order), let isStreakable = field(\.isStreakable),
      let tags = field(\.tags), let latest = field(\.latestVersion)
    else { return nil }
    do {
      return .set(
        try Definition(
          names: names, price: price, category: category, order: order,
          isStreakable: isStreakable, tags: tags, latestVersion: latest))
    } catch {
      // Without its own names it would have none: somebody dropped the others since.
      return nil
    }
  }

  /// One value without what a change made of it; nil when somebody else set it since.
  private static func undoing<Value: Equatable>(
    _ after: Value, to before: Value, in current: Value
  ) -> Value? {
    if after == before || current == before { return current }
    return current == after ? before : nil
  }
}

extension GiftSchedule {
  /// A schedule without what a change planned, and with what it dropped, from now on.
  fileprivate func undoing(
    _ after: GiftSchedule, to before: GiftSchedule, now: Timestamp
  ) -> GiftSchedule? {
    guard
      let standing = steps(without: after.standing, with: before.standing, now),
      let windows = windows(without: after.windows, with: before.windows, now)
    else { return nil }
    do {
      return rollingBack(to: try GiftSchedule(standing + windows), now: now)
    } catch {
      // Somebody planned something where it would come back.
      return nil
    }
  }

  /// The steps that shall be; nil when one that goes is not there any more, though it matters.
  private func steps(
    without new: [Availability], with old: [Availability], _ now: Timestamp
  ) -> [Availability]? {
    let (added, removed) = (Set(new).subtracting(old), Set(old).subtracting(new))
    let current = Set(standing)
    let wanted = GiftSchedule(
      standing: Array(current.subtracting(added).union(removed)), windows: [])
    let isDone =
      wanted.step(at: now)?.version == step(at: now)?.version
      && wanted.standing.filter { $0.window.from > now } == standing.filter { $0.window.from > now }
    if isDone { return standing }
    return added.isSubset(of: current) ? wanted.standing : nil
  }

  /// The windows that shall be, likewise.
  private func windows(
    without new: [Availability], with old: [Availability], _ now: Timestamp
  ) -> [Availability]? {
    let (added, removed) = (Set(new).subtracting(old), Set(old).subtracting(new))
    let current = Set(windows)
    let isDone = added.allSatisfy { isGone($0, now) } && removed.allSatisfy { isThere($0, now) }
    if isDone { return windows }
    guard added.allSatisfy({ current.contains($0) || $0.onward(from: now) == nil }) else {
      return nil
    }
    return Array(current.subtracting(added).union(removed))
  }

  /// Whether nothing is left of a window from now on.
  private func isGone(_ window: Availability, _ now: Timestamp) -> Bool {
    guard let rest = window.onward(from: now) else { return true }
    return !windows.contains { $0.version == window.version && $0.window.overlaps(rest.window) }
  }

  /// Whether a window is there, as far as it is still to come.
  private func isThere(_ window: Availability, _ now: Timestamp) -> Bool {
    guard let rest = window.onward(from: now) else { return true }
    return windows.contains {
      $0.version == window.version && $0.window.until == rest.window.until
        && $0.window.from <= rest.window.from
    }
  }
}
