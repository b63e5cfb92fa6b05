import GiftDomain
import GiftStore

// Gifts and rotations, in the order in which `SnapshotWriter` writes them.
extension SnapshotReader {
  mutating func state() throws(SnapshotFileError) -> GiftState {
    let gift = try gift()
    let definition = try optional { reader throws(SnapshotFileError) in try reader.definition() }
    let versions = try list { reader throws(SnapshotFileError) in try reader.version(of: gift) }
    let entries = try list { reader throws(SnapshotFileError) in try reader.entry() }
    let base = try value { () throws(DomainError) in try Timeline(entries) }
    return GiftState(gift: gift, definition: definition, versions: versions, base: base)
  }

  mutating func definition() throws(SnapshotFileError) -> Definition {
    let names = try list { reader throws(SnapshotFileError) in
      (try reader.text(), try reader.text())
    }
    let (price, category, order) = (try number(), try text(), try number())
    let isStreakable = try flag()
    let tags = try list { reader throws(SnapshotFileError) in try reader.text() }
    let latest = try optional { reader throws(SnapshotFileError) in try reader.versionNumber() }
    return try value { () throws(DomainError) in
      var named: [LocaleTag: GiftName] = [:]
      for (locale, name) in names { named[try LocaleTag(locale)] = try GiftName(name) }
      var tagged: Set<Tag> = []
      for tag in tags { tagged.insert(try Tag(tag)) }
      return try Definition(
        names: named, price: try Price(coins: price), category: try Category(category),
        order: try Order(order), isStreakable: isStreakable, tags: tagged, latestVersion: latest)
    }
  }

  private mutating func version(
    of gift: GiftID
  ) throws(SnapshotFileError) -> AnimationVersion {
    let (number, asset, byteCount) = (try versionNumber(), try digest(), try number())
    let (width, height) = (try self.number(), try self.number())
    let rate = Double(bitPattern: try integer(UInt64.self))
    let frames = Double(bitPattern: try integer(UInt64.self))
    let duration = try self.number()
    let facts = try value { () throws(DomainError) in
      try AnimationFacts(
        width: width, height: height, frameRateHz: rate, frameCount: frames, durationMs: duration)
    }
    return AnimationVersion(
      gift: gift, number: number, asset: asset, byteCount: byteCount, facts: facts,
      since: try change())
  }

  private mutating func entry() throws(SnapshotFileError) -> TimelineEntry {
    let from = try instant()
    let until = try optional { reader throws(SnapshotFileError) in try reader.instant() }
    let window = try value { () throws(DomainError) in try Window(from: from, until: until) }
    return TimelineEntry(window: window, version: try versionNumber())
  }

  mutating func zone() throws(SnapshotFileError) -> ZoneRules {
    ZoneRules(
      name: try text(), firstOffsetSeconds: try number(),
      transitions: try list { reader throws(SnapshotFileError) in
        ZoneRules.Transition(at: try reader.number(), offsetSeconds: try reader.number())
      })
  }

  mutating func rotation(in zones: [ZoneRules]) throws(SnapshotFileError) -> Rotation {
    let text = try text()
    let name = try value { () throws(DomainError) in try RotationName(text) }
    let revisions = try list { reader throws(SnapshotFileError) in
      let (since, at, zone) = (try reader.change(), try reader.instant(), try reader.number())
      let rules = try reader.required(
        zones.indices.contains(Int(clamping: zone)) ? zones[Int(clamping: zone)] : nil)
      return Rotation.Revision(since: since, at: at, plan: try reader.plan(in: rules))
    }
    return try required(Rotation(name: name, revisions: revisions))
  }

  private mutating func plan(in zone: ZoneRules) throws(SnapshotFileError) -> RotationPlan {
    let plan = RotationPlan(
      zone: zone, anchor: try local(), anchorTurn: try number(), cadence: try cadence(),
      stay: try optional { reader throws(SnapshotFileError) in try reader.stay() },
      lineup: try lineup(), position: try number(),
      lastTurn: try optional { reader throws(SnapshotFileError) in try reader.number() },
      until: try optional { reader throws(SnapshotFileError) in try reader.instant() },
      firstTurn: try number(), overrides: try overrides(), withdrawals: try withdrawals(),
      carried: try optional { reader throws(SnapshotFileError) in try reader.carried() })
    return try required(plan.isInRange ? plan : nil)
  }

  private mutating func overrides() throws(SnapshotFileError) -> [Int64: TurnOverride] {
    let turns = try list { reader throws(SnapshotFileError) in
      let (turn, isSkipped) = (try reader.number(), try reader.flag())
      let moved = try reader.optional { reader throws(SnapshotFileError) in try reader.local() }
      let swaps = try reader.list { reader throws(SnapshotFileError) in
        (try reader.gift(), try reader.lineupPlace())
      }
      let special = TurnOverride(
        isSkipped: isSkipped, movedTo: moved,
        swaps: Dictionary(swaps, uniquingKeysWith: { $1 }))
      return (turn, special)
    }
    return Dictionary(turns, uniquingKeysWith: { $1 })
  }

  private mutating func withdrawals() throws(SnapshotFileError) -> [GiftID: Timestamp] {
    let pairs = try list { reader throws(SnapshotFileError) in
      (try reader.gift(), try reader.instant())
    }
    return Dictionary(pairs, uniquingKeysWith: { $1 })
  }

  private mutating func carried() throws(SnapshotFileError) -> CarriedTurn {
    CarriedTurn(
      number: try number(), from: try instant(),
      until: try optional { reader throws(SnapshotFileError) in try reader.instant() },
      places: try list { reader throws(SnapshotFileError) in try reader.lineupPlace() })
  }

  private mutating func lineup() throws(SnapshotFileError) -> Lineup {
    let places = try list { reader throws(SnapshotFileError) in try reader.lineupPlace() }
    let perTurn = Int(clamping: try number())
    return try value { () throws(DomainError) in try Lineup(places, perTurn: perTurn) }
  }

  private mutating func lineupPlace() throws(SnapshotFileError) -> LineupPlace {
    LineupPlace(gift: try gift(), version: try versionNumber())
  }

  private mutating func cadence() throws(SnapshotFileError) -> Cadence {
    let (count, name) = (try number(), try text())
    let unit = try required(Cadence.Unit(rawValue: name))
    return try value { () throws(DomainError) in try Cadence(every: count, unit) }
  }

  private mutating func stay() throws(SnapshotFileError) -> Stay {
    let (count, name) = (try number(), try text())
    let unit = try required(Stay.Unit(rawValue: name))
    return try value { () throws(DomainError) in try Stay(count, unit) }
  }

  private mutating func local() throws(SnapshotFileError) -> LocalTime {
    let seconds = try number()
    return try value { () throws(DomainError) in try LocalTime(seconds: seconds) }
  }

  private mutating func gift() throws(SnapshotFileError) -> GiftID {
    let text = try text()
    return try value { () throws(DomainError) in try GiftID(text) }
  }

  private mutating func versionNumber() throws(SnapshotFileError) -> VersionNumber {
    let number = try number()
    return try value { () throws(DomainError) in try VersionNumber(number) }
  }
}
