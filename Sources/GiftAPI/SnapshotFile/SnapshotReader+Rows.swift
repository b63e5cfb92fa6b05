import GiftDomain
import GiftStore

// Gifts and rotations, in the order in which `SnapshotWriter` writes them.
extension SnapshotReader {
  func state() throws(SnapshotFileError) -> GiftState {
    let gift = try gift()
    return GiftState(
      gift: gift, definition: try optional(definition),
      versions: try list { () throws(SnapshotFileError) in try version(of: gift) },
      base: try value(Timeline.init, try list(entry)))
  }

  func definition() throws(SnapshotFileError) -> Definition {
    let names = try dictionary(locale, name)
    let (price, category, order) = (try number(), try text(), try number())
    let (isStreakable, tags) = (try flag(), try list(tag))
    let latest = try optional(versionNumber)
    return try value(
      { () throws(DomainError) in
        try Definition(
          names: names, price: try Price(coins: price), category: try Category(category),
          order: try Order(order), isStreakable: isStreakable, tags: Set(tags),
          latestVersion: latest)
      }, ())
  }

  private func version(of gift: GiftID) throws(SnapshotFileError) -> AnimationVersion {
    AnimationVersion(
      gift: gift, number: try versionNumber(), asset: try digest(),
      byteCount: try number(in: 1...Int64(SnapshotFile.maxBytes)), facts: try facts(),
      since: try change())
  }

  private func facts() throws(SnapshotFileError) -> AnimationFacts {
    let (width, height) = (try number(), try number())
    let rate = Double(bitPattern: try integer(UInt64.self))
    let frames = Double(bitPattern: try integer(UInt64.self))
    return try value(
      { durationMs throws(DomainError) in
        try AnimationFacts(
          width: width, height: height, frameRateHz: rate, frameCount: frames,
          durationMs: durationMs)
      }, try number())
  }

  private func entry() throws(SnapshotFileError) -> TimelineEntry {
    let from = try instant()
    let window = try value(
      { until throws(DomainError) in try Window(from: from, until: until) },
      try optional(instant))
    return TimelineEntry(window: window, version: try versionNumber())
  }

  func zone() throws(SnapshotFileError) -> ZoneRules {
    ZoneRules(
      name: try text(), firstOffsetSeconds: try number(in: Self.zoneOffsets),
      transitions: try list { () throws(SnapshotFileError) in
        ZoneRules.Transition(
          at: try number(in: Self.transitions), offsetSeconds: try number(in: Self.zoneOffsets))
      })
  }

  func rotation(in zones: [ZoneRules]) throws(SnapshotFileError) -> Rotation {
    let name = try value(RotationName.init, try text())
    let revisions = try list { () throws(SnapshotFileError) in
      let (since, at, index) = (try change(), try instant(), Int(clamping: try number()))
      let zone = try required(zones.indices.contains(index) ? zones[index] : nil)
      return Rotation.Revision(since: since, at: at, plan: try plan(in: zone))
    }
    return try required(Rotation(name: name, revisions: revisions))
  }

  private func plan(in zone: ZoneRules) throws(SnapshotFileError) -> RotationPlan {
    let plan = RotationPlan(
      zone: zone, anchor: try local(), anchorTurn: try number(), cadence: try cadence(),
      stay: try optional(stay), lineup: try lineup(), position: try number(),
      lastTurn: try optional(number), until: try optional(instant), firstTurn: try number(),
      overrides: try dictionary(number, special), withdrawals: try dictionary(gift, instant),
      carried: try optional(carried))
    return try required(plan.isInRange ? plan : nil)
  }

  private func special() throws(SnapshotFileError) -> TurnOverride {
    TurnOverride(
      isSkipped: try flag(), movedTo: try optional(local),
      swaps: try dictionary(gift, lineupPlace))
  }

  private func carried() throws(SnapshotFileError) -> CarriedTurn {
    CarriedTurn(
      number: try number(), from: try instant(), until: try optional(instant),
      places: try list(lineupPlace))
  }

  private func lineup() throws(SnapshotFileError) -> Lineup {
    let places = try list(lineupPlace)
    return try value(
      { perTurn throws(DomainError) in try Lineup(places, perTurn: perTurn) },
      Int(clamping: try number()))
  }

  private func lineupPlace() throws(SnapshotFileError) -> LineupPlace {
    LineupPlace(gift: try gift(), version: try versionNumber())
  }

  private func cadence() throws(SnapshotFileError) -> Cadence {
    let count = try number()
    return try value(
      { unit throws(DomainError) in try Cadence(every: count, unit) },
      try required(Cadence.Unit(rawValue: try text())))
  }

  private func stay() throws(SnapshotFileError) -> Stay {
    let count = try number()
    return try value(
      { unit throws(DomainError) in try Stay(count, unit) },
      try required(Stay.Unit(rawValue: try text())))
  }

  private func locale() throws(SnapshotFileError) -> LocaleTag {
    try value(LocaleTag.init, try text())
  }

  private func name() throws(SnapshotFileError) -> GiftName {
    try value(GiftName.init, try text())
  }

  private func tag() throws(SnapshotFileError) -> Tag { try value(Tag.init, try text()) }

  private func local() throws(SnapshotFileError) -> LocalTime {
    try value(LocalTime.init(seconds:), try number())
  }

  private func gift() throws(SnapshotFileError) -> GiftID { try value(GiftID.init, try text()) }

  private func versionNumber() throws(SnapshotFileError) -> VersionNumber {
    try value(VersionNumber.init, try number())
  }
}
