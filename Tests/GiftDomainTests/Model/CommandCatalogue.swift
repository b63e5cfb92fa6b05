import GiftDomain
import Testing

/// Three gifts and their rotations, edited by commands and kept as the store keeps them.
struct CommandCatalogue {
  static let gifts = ["crown", "heart", "rose"]
  static let rotations = ["autumn", "spring"]

  var now: Timestamp
  private(set) var last = ChangeNumber.zero
  private var ledgers: [Ledger]
  private(set) var rotationsNow: [Rotation] = []
  private(set) var groupRecords: [GroupRecord] = []
  private var undos: [ChangeNumber: ChangeNumber] = [:]

  /// All gifts have a version.
  init(_ chance: inout SplitMix64) throws {
    now = try Timestamp(rfc3339: "2026-03-01T09:30:00Z")
    ledgers = try Self.gifts.map { Ledger(of: try GiftID($0)) }
    for gift in Self.gifts {
      let id = try GiftID(gift)
      let commands: [Command] = [
        .define(gift: id, patch: try chance.fullPatch()),
        .addVersion(gift: id, animation: try chance.candidate()),
      ]
      self = try #require(try applying(commands))
    }
  }

  /// Keeps the rows of another gift, too.
  mutating func follow(_ gift: GiftID) { ledgers.append(Ledger(of: gift)) }

  /// What can be told apart: gifts, what they play when, the plans of rotations, and groups.
  struct Looks: Hashable {
    let definitions: [Definition?]
    let assets: [[SHA256Digest]]
    let pictures: [[VersionPictures?]]
    let schedules: [GiftSchedule]
    let plans: [RotationName: RotationPlan]
    let groups: GiftGroups
  }

  var looks: Looks {
    get throws {
      let state = try state
      let gifts = try ledgers.map { try #require(state.gifts[$0.gift]) }
      return Looks(
        definitions: gifts.map(\.definition), assets: gifts.map { $0.versions.map(\.asset) },
        pictures: gifts.map { $0.versions.map(\.pictures) },
        schedules: gifts.map(\.schedule),
        plans: Dictionary(uniqueKeysWithValues: rotationsNow.map { ($0.name, $0.plan) }),
        groups: GiftGroups(groupRecords, at: last))
    }
  }

  /// A gift as clients see it: nothing of one that was never defined.
  struct Shown: Hashable {
    var definition: Definition?
    var entries: [TimelineEntry] = []
  }

  /// What clients see of each gift from an instant on, for a month.
  func shown(from instant: Timestamp) throws -> [Shown] {
    let end = instant.later(30 * 86_400_000_000)
    let state = try state
    return try ledgers.map { ledger in
      let gift = try #require(state.gifts[ledger.gift])
      guard let definition = gift.definition else { return Shown() }
      let turns = rotationsNow.flatMap { $0.entries(from: instant, until: end) }
        .filter { $0.gift == ledger.gift }.map(\.entry)
      let timeline = gift.schedule.shown(with: Timeline(turns)).onward(from: instant)
      return Shown(definition: definition.forClients, entries: timeline.before(end).entries)
    }
  }

  /// What would be shown from now on although it is withdrawn.
  var withdrawnShown: [TimelineEntry] {
    get throws {
      let state = try state
      return try zip(ledgers, shown(from: now)).flatMap { ledger, shown in
        let withdrawn = state.gifts[ledger.gift]?.withdrawn ?? []
        return shown.entries.filter { withdrawn.contains($0.version) }
      }
    }
  }

  /// Gifts that two rotations bring.
  var sharedGifts: [GiftID] {
    get throws {
      try Self.gifts.map { try GiftID($0) }.filter { gift in
        rotationsNow.count { $0.brings(gift, from: now) } > 1
      }
    }
  }

  var state: EditState {
    get throws {
      try EditState(
        now: now, change: last.next, histories: ledgers.map(\.history),
        rollbacks: ledgers.reduce([]) { $0.union($1.rollbacks) }, rotations: rotationsNow,
        groups: groupRecords, otherAudiences: [], touched: touched, undos: undos,
        withdrawals: try withdrawals)
    }
  }

  /// What is withdrawn, by nobody in particular.
  private var withdrawals: Withdrawals {
    get throws {
      var versions: [GiftID: Set<VersionNumber>] = [:]
      var bytes: [SHA256Digest: [Withdrawal]] = [:]
      let actor = try Actor("tester")
      for state in try ledgers.map({ try $0.history.state(at: last) }) {
        versions[state.gift] = state.withdrawn
        for version in state.versions where state.withdrawn.contains(version.number) {
          bytes[version.asset, default: []].append(
            Withdrawal(
              gift: state.gift, version: version.number, change: last, actor: actor, reason: nil))
        }
      }
      return Withdrawals(versions: versions, bytes: bytes)
    }
  }

  /// The gifts of each change, and of all after each.
  private var touched: [Command.Subject: [GiftID]] {
    ledgers.reduce(into: [:]) { touched, ledger in
      for change in ledger.history.changes {
        touched[.change(change), default: []].append(ledger.gift)
      }
      guard var change = ledger.history.changes.last else { return }
      while change > .zero {
        change = change.previous
        touched[.changes(after: change), default: []].append(ledger.gift)
      }
    }
  }

  /// Nil when the edit is refused.
  func difference(of commands: [Command]) throws -> EditDifference? {
    let state = try state
    do {
      return try state.applying(commands, expecting: nil)
    } catch {
      #expect(!error.commands.isEmpty)
      return nil
    }
  }

  func applying(_ commands: [Command]) throws -> CommandCatalogue? {
    guard let difference = try difference(of: commands) else { return nil }
    guard !difference.isEmpty else { return self }
    var after = self
    after.last = last.next
    let changed = Dictionary(uniqueKeysWithValues: difference.gifts.map { ($0.after.gift, $0) })
    let isRollback = commands.allSatisfy {
      if case .rollBack(_, nil) = $0 { true } else { false }
    }
    for index in ledgers.indices {
      let gift = ledgers[index].gift
      let isTouched = difference.turnedGifts.contains(gift)
      after.ledgers[index].record(
        changed[gift], isTouched: isTouched, isRollback: isRollback, at: after.last)
    }
    for rotation in difference.rotations {
      after.rotationsNow.removeAll { $0.name == rotation.after.name }
      after.rotationsNow.append(rotation.after)
    }
    after.rotationsNow.sort { $0.name < $1.name }
    after.groupRecords += difference.groups.map { GroupRecord($0.after, since: after.last) }
    if commands.count == 1, case .undo(let change) = commands[0] {
      after.undos[after.last] = change
    }
    return after
  }

  /// Nil when one of them is refused.
  func applyingOneByOne(_ commands: [Command]) throws -> CommandCatalogue? {
    var catalogue = self
    for command in commands {
      guard let next = try catalogue.applying([command]) else { return nil }
      catalogue = next
    }
    return catalogue
  }
}

extension SplitMix64 {
  /// A command for one of the catalogue's gifts or rotations, such that commands collide often.
  mutating func command(for catalogue: CommandCatalogue) throws -> Command {
    let gift = try GiftID(one(of: CommandCatalogue.gifts))
    let name = try RotationName(one(of: CommandCatalogue.rotations))
    let rotation = catalogue.rotationsNow.first { $0.name == name }
    let turn = max(1, (rotation?.plan.firstTurn ?? 1) + number(-1...3))
    if chance(8) { return try groupCommand() }
    switch number(1...(rotation == nil && chance(80) ? 70 : 120)) {
    case ...8: return .define(gift: gift, patch: try definition())
    case ...13: return .addVersion(gift: gift, animation: try candidate())
    case ...16:
      return .setPictures(
        gift: gift, animation: try candidate().asset, pictures: try pictures(),
        replace: true)
    case ...34:
      let from = chance(40) ? nil : try hour(near: catalogue.now)
      let until = chance(40) ? nil : try hour(near: from ?? catalogue.now)
      return .publish(
        gift: gift, version: chance(60) ? nil : try VersionNumber(number(1...3)), from: from,
        until: until, terms: until == nil || chance(70) ? nil : try terms(),
        replace: replacement())
    case ...36:
      return .moveWindowEnd(
        gift: gift, until: chance(30) ? nil : try hour(near: catalogue.now), replace: replacement())
    case ...39:
      let from = chance(40) ? nil : try hour(near: catalogue.now)
      return .hide(
        gift: gift, from: from, until: try hour(near: from ?? catalogue.now), replace: replacement()
      )
    case ...42:
      let instant = chance(50) ? nil : try hour(near: catalogue.now)
      return .retire(gift: gift, at: instant, standingOnly: chance(20) ? true : nil)
    case ...43 where chance(40):
      return .setWithdrawn(gift: gift, animation: try candidate().asset, withdrawn: chance(60))
    // What a rollback without a change goes back to depends on what counts as an edit.
    case ...50: return .rollBack(gift: gift, to: try ChangeNumber(number(0...catalogue.last.value)))
    case ...70: return .addRotation(rotation: name, shape: try shape(near: catalogue.now))
    case ...80:
      var patch = RotationPatch()
      if chance(50) { patch.perTurn = Int(number(1...2)) }
      if chance(50) { patch.lineup = try specs() }
      if chance(30) { patch.lastTurn = Setting(chance(50) ? nil : number(1...9)) }
      return .editRotation(rotation: name, patch: patch)
    case ...90: return .skipTurn(rotation: name, turn: turn, skip: chance(70))
    case ...100:
      let time = try rotation.map {
        try LocalTime(seconds: $0.plan.start(of: turn).seconds + 3_600)
      }
      return .moveTurn(rotation: name, turn: turn, to: chance(20) ? nil : time)
    case ...110:
      let guest = LineupSpec(gift: try GiftID(one(of: CommandCatalogue.gifts)), version: nil)
      return .swapGift(rotation: name, turn: turn, gift: gift, for: chance(20) ? nil : guest)
    case ...111: return .rollBackAll(to: try ChangeNumber(number(0...catalogue.last.value)))
    case ...116: return .undo(change: try ChangeNumber(number(0...catalogue.last.value)))
    default:
      return .endRotation(rotation: name, at: chance(50) ? nil : try hour(near: catalogue.now))
    }
  }

  /// A patch of a gift, in a few places or others.
  private mutating func definition() throws -> DefinitionPatch {
    var patch = try patch()
    if chance(20) { patch.places = try places() }
    if chance(20) { patch.addedPlaces = try places() }
    if chance(20) { patch.droppedPlaces = try places().map(\.placement) }
    if chance(20) { patch.category = try Category(one(of: ["lobby", "splash"])) }
    return patch
  }

  /// One or a few commands, or those that give a category another slug, with all of its gifts.
  mutating func commands(for catalogue: CommandCatalogue, most: Int64) throws -> [Command] {
    guard chance(10) else {
      return try (0..<number(1...most)).map { _ in try command(for: catalogue) }
    }
    let isBack = chance(50)
    let (old, new) = (
      try Category(isBack ? "splash" : "lobby"), try Category(isBack ? "lobby" : "splash")
    )
    var naming = CategoryPatch()
    naming.names[try LocaleTag("en")] = try GiftName("Name \(number(1...2))")
    var moved = DefinitionPatch()
    moved.category = new
    let gifts = try catalogue.state.gifts.values.filter { $0.definition?.category == old }
    return [
      .setCategory(category: new, patch: naming), .retireGroup(group: .category(old)),
    ] + gifts.map(\.gift).sorted().map { .define(gift: $0, patch: moved) }
  }

  /// A command about one of two placements or categories.
  private mutating func groupCommand() throws -> Command {
    let name = one(of: ["lobby", "splash"])
    switch number(1...6) {
    case 1: return .retireGroup(group: .placement(try PlacementName(name)))
    case 2: return .retireGroup(group: .category(try Category(name)))
    case ...4:
      return .setPlacement(
        placement: try PlacementName(name), choose: one(of: PlacementChoice.allCases))
    default:
      var patch = CategoryPatch()
      if chance(70) { patch.names[try LocaleTag("en")] = try GiftName("Name \(number(1...2))") }
      if chance(40) { patch.names[try LocaleTag("de")] = try GiftName("Wort \(number(1...2))") }
      if chance(20) { patch.droppedNames = [try LocaleTag("de")] }
      if chance(40) { patch.order = try Order(number(1...2)) }
      return .setCategory(category: try Category(name), patch: patch)
    }
  }

  private mutating func terms() throws -> Terms {
    Terms(
      price: chance(60) ? try Price(coins: number(1...2)) : nil,
      order: chance(40) ? try Order(number(1...2)) : nil)
  }

  private mutating func places() throws -> [PlaceSpec] {
    try ["gifts", "lobby", "splash"].filter { _ in chance(50) }.map { name in
      PlaceSpec(
        placement: try PlacementName(name), number: chance(50) ? nil : try Order(number(1...3)))
    }
  }

  private mutating func shape(near now: Timestamp) throws -> RotationShape {
    RotationShape(
      zone: .utc, first: ZoneRules.utc.local(at: now.later(number(-1...20) * 3_600_000_000)),
      cadence: try Cadence(number(1...2), .day),
      stay: chance(50) ? nil : try Stay(number(1...30), .hour), lineup: try specs(),
      perTurn: Int(number(1...2)), turnCount: nil, until: nil)
  }

  private mutating func specs() throws -> [LineupSpec] {
    try CommandCatalogue.gifts.filter { _ in chance(40) }.map {
      LineupSpec(gift: try GiftID($0), version: chance(80) ? nil : try VersionNumber(number(1...2)))
    }
  }

  private mutating func one<Value>(of all: [Value]) -> Value {
    all[Int(number(0...Int64(all.count - 1)))]
  }

  private mutating func hour(near instant: Timestamp) throws -> Timestamp {
    instant.later(number(-1...30) * 3_600_000_000)
  }
}

extension ZoneRules {
  static let utc = ZoneRules(name: "UTC", firstOffsetSeconds: 0, transitions: [])
}
