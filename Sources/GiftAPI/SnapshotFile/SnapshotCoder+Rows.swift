import GiftDomain
import GiftStore

extension SnapshotCoder {
  /// The rows of what is kept, without its animations.
  func rows(_ kept: KeptCatalogue?) throws(SnapshotFileError) -> KeptCatalogue {
    let view = kept?.view
    let offset = try number(kept?.clockOffset, in: Self.clockOffsets)
    let position = try position(kept?.position)
    let (change, altering) = (try change(view?.change), try change(view?.altering))
    let alteredAt = try instant(view?.alteredAt)
    let (instant, now) = (try instant(view?.instant), try instant(view?.now))
    let states = try list(view?.states, state)
    let departed = try list(view?.departed, departed)
    let used = view.map { Set($0.rotations.flatMap { $0.revisions.map(\.plan.zone) }) }
    let zones = try list(used?.sorted { $0.name < $1.name }, zone)
    let rotations = try list(view?.rotations) { value throws(SnapshotFileError) in
      try rotation(value, in: zones)
    }
    // Gifts are looked for by their ids, in order.
    guard states.isRising(by: \.gift), departed.isRising(by: \.state.gift),
      states.allSatisfy({ $0.definition != nil }),
      departed.allSatisfy({ $0.state.definition == nil })
    else { throw .malformed(at: place) }
    return KeptCatalogue(
      view: .kept(
        states: states, departed: departed, rotations: rotations, change: change,
        altering: altering, alteredAt: alteredAt, instant: instant, now: now),
      position: position, clockOffset: offset, assets: [])
  }

  private func position(_ value: HistoryPosition?) throws(SnapshotFileError) -> HistoryPosition {
    HistoryPosition(
      begun: try optional(value.map(\.begun), instant), change: try change(value?.change),
      changedAt: try instant(value?.changedAt),
      timeline: try optional(value.map(\.timeline)) { number throws(SnapshotFileError) in
        try self.number(number, in: Self.timelines)
      }, systemIdentifier: try optional(value.map(\.systemIdentifier), number))
  }

  // MARK: Gifts

  private func departed(_ value: DepartedGift?) throws(SnapshotFileError) -> DepartedGift {
    .kept(try state(value?.state), lastDefinition: try definition(value?.lastDefinition))
  }

  private func state(_ value: GiftState?) throws(SnapshotFileError) -> GiftState {
    let gift = try gift(value?.gift)
    return GiftState(
      gift: gift, definition: try optional(value.map(\.definition), definition),
      versions: try list(value?.versions) { version throws(SnapshotFileError) in
        try self.version(version, of: gift)
      },
      schedule: try checked(
        GiftSchedule.init, try list(value?.schedule.availabilities, availability)))
  }

  private func definition(_ value: Definition?) throws(SnapshotFileError) -> Definition {
    let names = try dictionary(
      value?.names.sorted { $0.key.text < $1.key.text }, locale, name)
    let (price, category) = (try number(value?.price.coins), try text(value?.category.text))
    let (order, isStreakable) = (try number(value?.order.value), try flag(value?.isStreakable))
    let tags = try list(value?.tags.sorted { $0.text < $1.text }, tag)
    let latest = try optional(value.map(\.latestVersion), versionNumber)
    return try checked(
      { () throws(DomainError) in
        try Definition(
          names: names, price: try Price(coins: price), category: try Category(category),
          order: try Order(order), isStreakable: isStreakable, tags: Set(tags),
          latestVersion: latest)
      }, ())
  }

  private func version(
    _ value: AnimationVersion?, of gift: GiftID
  ) throws(SnapshotFileError) -> AnimationVersion {
    AnimationVersion(
      gift: gift, number: try versionNumber(value?.number), asset: try digest(value?.asset),
      byteCount: try number(value?.byteCount, in: 1...Int64(SnapshotFile.maxBytes)),
      facts: try facts(value?.facts), since: try change(value?.since))
  }

  private func facts(_ value: AnimationFacts?) throws(SnapshotFileError) -> AnimationFacts {
    let (width, height) = (try number(value?.width), try number(value?.height))
    let rate = Double(bitPattern: try integer(value?.frameRateHz.bitPattern))
    let frames = Double(bitPattern: try integer(value?.frameCount.bitPattern))
    return try checked(
      { durationMs throws(DomainError) in
        try AnimationFacts(
          width: width, height: height, frameRateHz: rate, frameCount: frames,
          durationMs: durationMs)
      }, try number(value?.durationMs))
  }

  private func availability(_ value: Availability?) throws(SnapshotFileError) -> Availability {
    let from = try instant(value?.window.from)
    let window = try checked(
      { until throws(DomainError) in try Window(from: from, until: until) },
      try optional(value.map(\.window.until), instant))
    return Availability(
      window: window, version: try optional(value.map(\.version), versionNumber))
  }

  // MARK: Rotations

  private func zone(_ value: ZoneRules?) throws(SnapshotFileError) -> ZoneRules {
    ZoneRules(
      name: try text(value?.name),
      firstOffsetSeconds: try number(value?.firstOffsetSeconds, in: Self.zoneOffsets),
      transitions: try list(value?.transitions) { one throws(SnapshotFileError) in
        ZoneRules.Transition(
          at: try number(one?.at, in: Self.transitions),
          offsetSeconds: try number(one?.offsetSeconds, in: Self.zoneOffsets))
      })
  }

  private func rotation(
    _ value: Rotation?, in zones: [ZoneRules]
  ) throws(SnapshotFileError) -> Rotation {
    let name = try checked(RotationName.init, try text(value?.name.text))
    let revisions = try list(value?.revisions) { one throws(SnapshotFileError) in
      let (since, at) = (try change(one?.since), try instant(one?.at))
      let index = try count(one.map { zones.firstIndex(of: $0.plan.zone) ?? 0 })
      let zone = try required(zones.indices.contains(index) ? zones[index] : nil)
      return Rotation.Revision(since: since, at: at, plan: try plan(one?.plan, in: zone))
    }
    return try required(Rotation(name: name, revisions: revisions))
  }

  private func plan(
    _ value: RotationPlan?, in zone: ZoneRules
  ) throws(SnapshotFileError) -> RotationPlan {
    let plan = RotationPlan(
      zone: zone, anchor: try local(value?.anchor), anchorTurn: try number(value?.anchorTurn),
      cadence: try cadence(value?.cadence), stay: try optional(value.map(\.stay), stay),
      lineup: try lineup(value?.lineup), position: try number(value?.position),
      lastTurn: try optional(value.map(\.lastTurn), number),
      until: try optional(value.map(\.until), instant), firstTurn: try number(value?.firstTurn),
      overrides: try dictionary(value?.overrides.sorted { $0.key < $1.key }, number, special),
      withdrawals: try dictionary(value?.withdrawals.sorted { $0.key < $1.key }, gift, instant),
      carried: try optional(value.map(\.carried), carried))
    return try required(plan.isInRange ? plan : nil)
  }

  private func special(_ value: TurnOverride?) throws(SnapshotFileError) -> TurnOverride {
    TurnOverride(
      isSkipped: try flag(value?.isSkipped), movedTo: try optional(value.map(\.movedTo), local),
      swaps: try dictionary(value?.swaps.sorted { $0.key < $1.key }, gift, lineupPlace))
  }

  private func carried(_ value: CarriedTurn?) throws(SnapshotFileError) -> CarriedTurn {
    CarriedTurn(
      number: try number(value?.number), from: try instant(value?.from),
      until: try optional(value.map(\.until), instant),
      places: try list(value?.places, lineupPlace))
  }

  private func lineup(_ value: Lineup?) throws(SnapshotFileError) -> Lineup {
    let places = try list(value?.places, lineupPlace)
    return try checked(
      { perTurn throws(DomainError) in try Lineup(places, perTurn: perTurn) },
      try count(value?.perTurn))
  }

  private func lineupPlace(_ value: LineupPlace?) throws(SnapshotFileError) -> LineupPlace {
    LineupPlace(gift: try gift(value?.gift), version: try versionNumber(value?.version))
  }

  private func cadence(_ value: Cadence?) throws(SnapshotFileError) -> Cadence {
    let count = try number(value?.count)
    return try checked(
      { unit throws(DomainError) in try Cadence(every: count, unit) },
      try required(Cadence.Unit(rawValue: try text(value?.unit.rawValue))))
  }

  private func stay(_ value: Stay?) throws(SnapshotFileError) -> Stay {
    let count = try number(value?.count)
    return try checked(
      { unit throws(DomainError) in try Stay(count, unit) },
      try required(Stay.Unit(rawValue: try text(value?.unit.rawValue))))
  }

  // MARK: Values

  private func locale(_ value: LocaleTag?) throws(SnapshotFileError) -> LocaleTag {
    try checked(LocaleTag.init, try text(value?.text))
  }

  private func name(_ value: GiftName?) throws(SnapshotFileError) -> GiftName {
    try checked(GiftName.init, try text(value?.text))
  }

  private func tag(_ value: Tag?) throws(SnapshotFileError) -> Tag {
    try checked(Tag.init, try text(value?.text))
  }

  private func local(_ value: LocalTime?) throws(SnapshotFileError) -> LocalTime {
    try checked(LocalTime.init(seconds:), try number(value?.seconds))
  }

  private func gift(_ value: GiftID?) throws(SnapshotFileError) -> GiftID {
    try checked(GiftID.init, try text(value?.text))
  }

  private func versionNumber(_ value: VersionNumber?) throws(SnapshotFileError) -> VersionNumber {
    try checked(VersionNumber.init, try number(value?.value))
  }
}

extension Array {
  fileprivate func isRising<Key: Comparable>(by key: (Element) -> Key) -> Bool {
    zip(self, dropFirst()).allSatisfy { key($0) < key($1) }
  }
}
