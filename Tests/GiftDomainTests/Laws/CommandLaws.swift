import Foundation
import GiftDomain
import Testing

/// What holds of commands that are carried out together.
struct CommandLaws {
  @Test(arguments: Story.seeds)
  func `a list at once is one after the other at the same instant`(seed: UInt64) throws {
    for round in 0..<8 as Range<UInt64> {
      var chance = SplitMix64(seed: seed * 100 + round)
      var catalogue = try CommandCatalogue(&chance)
      for _ in 0..<6 {
        let commands = try (0..<chance.number(1...6)).map { _ in
          try chance.command(for: catalogue)
        }
        let together = try catalogue.applying(commands)
        let apart = try catalogue.applyingOneByOne(commands)
        #expect(
          try together.map { try $0.looks } == apart.map { try $0.looks },
          "\(seed), \(round): \(commands)")
        catalogue = together ?? catalogue
        #expect(try catalogue.sharedGifts.isEmpty, "\(seed), \(round): \(commands)")
        catalogue.now = catalogue.now.later(chance.number(0...3) * 3_600_000_000)
      }
    }
  }

  @Test func `a command that was kept is the command that was made`() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    for seed in 0..<200 as Range<UInt64> {
      var chance = SplitMix64(seed: seed)
      var catalogue = try CommandCatalogue(&chance)
      for _ in 0..<6 {
        let command = try chance.command(for: catalogue)
        let kept = try encoder.encode(command)
        let read = try JSONDecoder().decode(Command.self, from: kept)
        #expect(read == command)
        #expect(try encoder.encode(read) == kept)
        catalogue = try catalogue.applying([command]) ?? catalogue
      }
    }
  }

  @Test func `commands are kept under names of their own`() throws {
    let rose = try GiftID("rose")
    let publish = Command.publish(
      rose, .first, from: try Timestamp(rfc3339: "2026-03-01T09:30:00Z"), until: nil,
      isReplacing: true)
    var patch = DefinitionPatch()
    patch.names = [try LocaleTag("en"): try GiftName("Rose")]
    var edit = RotationPatch()
    edit.stay = .unset
    edit.lastTurn = .set(3)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let text = String(
      decoding: try encoder.encode([
        publish, .define(rose, patch), .rollBack(rose, to: nil),
        .editRotation(try RotationName("spring"), edit),
      ]), as: UTF8.self)
    #expect(
      text == """
        [{"publish":{"from":"2026-03-01T09:30:00Z","gift":"rose","replace":true,"version":1}},\
        {"define":{"gift":"rose","patch":{"droppedNames":[],"names":{"en":"Rose"}}}},\
        {"rollBack":{"gift":"rose"}},\
        {"editRotation":{"patch":{"lastTurn":{"set":3},"stay":{}},\
        "rotation":"spring"}}]
        """)
  }

  @Test(arguments: Story.seeds)
  func `an edit run again at once finds nothing to do`(seed: UInt64) throws {
    for round in 0..<8 as Range<UInt64> {
      var chance = SplitMix64(seed: seed * 100 + round)
      var catalogue = try CommandCatalogue(&chance)
      for _ in 0..<6 {
        let command = try chance.command(for: catalogue)
        guard let after = try catalogue.applying([command]) else { continue }
        // A rollback to a change, and to the one before the last edit, are the same by then.
        let again = try after.difference(of: [command])
        #expect(again?.isEmpty ?? true, "\(seed), \(round): \(command)")
        catalogue = after
        catalogue.now = catalogue.now.later(chance.number(0...3) * 3_600_000_000)
      }
    }
  }

  @Test(arguments: Story.seeds)
  func `undo restores what clients would have seen, unless somebody followed`(
    seed: UInt64
  ) throws {
    for round in 0..<8 as Range<UInt64> {
      var chance = SplitMix64(seed: seed * 100 + round)
      var catalogue = try CommandCatalogue(&chance)
      for _ in 0..<6 {
        let commands = try (0..<chance.number(1...3)).map { _ in
          try chance.command(for: catalogue)
        }
        guard let edited = try catalogue.applying(commands), edited.last > catalogue.last else {
          continue
        }
        var later = edited
        later.now = edited.now.later(chance.number(0...40) * 3_600_000_000)
        let undo = Command.undo(edited.last)
        let undone = try #require(try later.applying([undo]), "\(seed), \(round): \(commands)")
        #expect(
          try undone.shown(from: later.now) == catalogue.shown(from: later.now),
          "\(seed), \(round): \(commands)")
        #expect(
          try undone.difference(of: [undo])?.isEmpty == true, "\(seed), \(round): \(commands)")
        catalogue = chance.chance(50) ? edited : undone
        catalogue.now = later.now
      }
    }
  }

  @Test(arguments: Story.seeds)
  func `the whole catalogue goes back to what it was after any change`(seed: UInt64) throws {
    for round in 0..<8 as Range<UInt64> {
      var chance = SplitMix64(seed: seed * 100 + round)
      var catalogue = try CommandCatalogue(&chance)
      var earlier = [catalogue]
      for _ in 0..<8 {
        let next = try catalogue.applying([try chance.command(for: catalogue)])
        if let next, next.last > catalogue.last { earlier.append(next) }
        catalogue = next ?? catalogue
        catalogue.now = catalogue.now.later(chance.number(0...20) * 3_600_000_000)
      }
      for wanted in earlier {
        let back = Command.rollBackAll(to: wanted.last)
        let after = try #require(try catalogue.applying([back]), "\(seed), \(round)")
        #expect(
          try after.shown(from: catalogue.now) == wanted.shown(from: catalogue.now),
          "\(seed), \(round), \(wanted.last) of \(catalogue.last)")
        #expect(try after.difference(of: [back])?.isEmpty == true, "\(seed), \(round)")
        // And what took it back can itself be taken back.
        guard after.last > catalogue.last else { continue }
        let forth = try #require(try after.applying([.undo(after.last)]), "\(seed), \(round)")
        #expect(try forth.shown(from: catalogue.now) == catalogue.shown(from: catalogue.now))
      }
    }
  }

  @Test(arguments: Story.seeds)
  func `edits are undone one after the other, and again`(seed: UInt64) throws {
    for round in 0..<8 as Range<UInt64> {
      var chance = SplitMix64(seed: seed * 100 + round)
      var catalogue = try CommandCatalogue(&chance)
      var earlier: [CommandCatalogue] = []
      for _ in 0..<6 {
        let next = try catalogue.applying([try chance.command(for: catalogue)])
        if let next, next.last > catalogue.last { earlier.append(catalogue) }
        catalogue = next ?? catalogue
        catalogue.now = catalogue.now.later(chance.number(0...20) * 3_600_000_000)
      }
      for wanted in earlier.reversed() {
        let edit = wanted.last.next
        for time in 0..<2 {
          let last = catalogue.last
          catalogue = try #require(
            try catalogue.applying([.undo(edit)]), "\(seed), \(round): \(edit)")
          #expect(
            try catalogue.shown(from: catalogue.now) == wanted.shown(from: catalogue.now),
            "\(seed), \(round): \(edit) at \(catalogue.last)")
          // There and back again, with time between.
          let undo = catalogue.last
          catalogue.now = catalogue.now.later(chance.number(0...5) * 3_600_000_000)
          if time == 0, chance.chance(30), undo > last,
            let forth = try catalogue.applying([.undo(undo)]), forth.last > undo
          {
            catalogue = forth
            catalogue.now = catalogue.now.later(chance.number(0...5) * 3_600_000_000)
          }
        }
      }
    }
  }

  @Test func `what somebody touched since is a conflict, and nothing is undone`() throws {
    var chance = SplitMix64(seed: 1)
    var catalogue = try CommandCatalogue(&chance)
    let (rose, heart) = (try GiftID("rose"), try GiftID("heart"))
    var dear = DefinitionPatch()
    dear.price = try Price(coins: 99)
    var named = DefinitionPatch()
    named.names = [try LocaleTag("fr"): try GiftName("Rose")]
    let publish = Command.publish(heart, nil, from: nil, until: nil, isReplacing: false)
    catalogue = try #require(try catalogue.applying([.define(rose, dear), publish]))
    let edit = catalogue.last
    // Another field of the definition is another thing.
    let beside = try #require(try catalogue.applying([.define(rose, named)]))
    let undone = try #require(try beside.applying([.undo(edit)]))
    #expect(try undone.state.gifts[rose]?.definition?.names.count == 2)
    #expect(try undone.state.gifts[rose]?.definition?.price.coins != 99)
    dear.price = try Price(coins: 98)
    let after = try #require(try catalogue.applying([.define(rose, dear)]))
    #expect(throws: Rejection.undoConflict(edit, .gift(rose), by: after.last, nil)) {
      try after.state.applying([.undo(edit)])
    }
    let missing = after.last.next.next
    #expect(throws: Rejection.changeNotFound(missing, last: after.last)) {
      try after.state.applying([.undo(missing)])
    }
  }

  @Test func `a guest who comes back with a swap may not be in another rotation by then`() throws {
    var chance = SplitMix64(seed: 1)
    var catalogue = try CommandCatalogue(&chance)
    let (crown, heart, rose) = (try GiftID("crown"), try GiftID("heart"), try GiftID("rose"))
    let (autumn, spring) = (try RotationName("autumn"), try RotationName("spring"))
    let shape = { (gifts: [GiftID]) throws in
      RotationShape(
        zone: .utc, first: try LocalTime("2026-03-02 10:00"), cadence: try Cadence(every: 1, .week),
        stay: nil, lineup: gifts.map { LineupWish(gift: $0, version: nil) }, perTurn: 1,
        turnCount: nil, until: nil)
    }
    let steps: [Command] = [
      .addRotation(spring, try shape([rose, crown])),
      .swapGift(spring, 3, rose, for: LineupWish(gift: heart, version: nil)),
      .retire(rose, at: nil), .addRotation(autumn, try shape([heart])),
    ]
    for step in steps { catalogue = try #require(try catalogue.applying([step])) }
    let back = Command.rollBack(rose, to: nil)
    #expect(throws: Rejection.giftInRotation(heart, autumn)) {
      try catalogue.state.applying([back])
    }
    let ended = try #require(try catalogue.applying([.endRotation(autumn, at: nil), back]))
    #expect(ended.rotationsNow.first { $0.name == spring }?.plan.gifts == [crown, heart, rose])
  }

  @Test func `the lists meet every kind of command, done and refused`() throws {
    var met: [String: Int] = [:]
    for seed in 0..<900 as Range<UInt64> {
      var chance = SplitMix64(seed: seed)
      var catalogue = try CommandCatalogue(&chance)
      for _ in 0..<6 {
        let command = try chance.command(for: catalogue)
        let difference = try catalogue.difference(of: [command])
        let outcome = difference.map { $0.isEmpty ? "unchanged" : "done" } ?? "refused"
        met["\("\(command)".prefix { $0 != "(" }) \(outcome)", default: 0] += 1
        catalogue = try catalogue.applying([command]) ?? catalogue
      }
    }
    let kinds = [
      "define", "addVersion", "publish", "moveWindowEnd", "hide", "retire", "rollBack",
      "addRotation",
      "editRotation",
      "skipTurn", "moveTurn", "swapGift", "endRotation", "undo", "rollBackAll",
    ]
    let wanted = kinds.flatMap { ["\($0) done", "\($0) refused"] }.filter {
      !["rollBack refused", "rollBackAll refused"].contains($0)
    }
    for kind in wanted { #expect(met[kind, default: 0] >= 3, "\(kind) in \(met)") }
  }
}

/// Three gifts and their rotations, edited by commands and kept as the store keeps them.
struct CommandCatalogue {
  static let gifts = ["crown", "heart", "rose"]
  static let rotations = ["autumn", "spring"]

  var now: Timestamp
  private(set) var last = ChangeNumber.zero
  private var ledgers: [Ledger]
  private(set) var rotationsNow: [Rotation] = []
  private var undos: [ChangeNumber: ChangeNumber] = [:]

  /// All gifts have a version.
  init(_ chance: inout SplitMix64) throws {
    now = try Timestamp(rfc3339: "2026-03-01T09:30:00Z")
    ledgers = try Self.gifts.map { Ledger(of: try GiftID($0)) }
    for gift in Self.gifts {
      let id = try GiftID(gift)
      let commands: [Command] = [
        .define(id, try chance.fullPatch()), .addVersion(id, try chance.candidate()),
      ]
      self = try #require(try applying(commands))
    }
  }

  /// Keeps the rows of another gift, too.
  mutating func follow(_ gift: GiftID) { ledgers.append(Ledger(of: gift)) }

  /// What can be told apart: gifts, what they play when, and the plans of rotations.
  struct Looks: Hashable {
    let definitions: [Definition?]
    let assets: [[SHA256Digest]]
    let schedules: [GiftSchedule]
    let plans: [RotationName: RotationPlan]
  }

  var looks: Looks {
    get throws {
      let state = try state
      let gifts = try ledgers.map { try #require(state.gifts[$0.gift]) }
      return Looks(
        definitions: gifts.map(\.definition), assets: gifts.map { $0.versions.map(\.asset) },
        schedules: gifts.map(\.schedule),
        plans: Dictionary(uniqueKeysWithValues: rotationsNow.map { ($0.name, $0.plan) }))
    }
  }

  /// What clients see of each gift from an instant on, for a month.
  func shown(from instant: Timestamp) throws -> [[TimelineEntry]] {
    let end = instant.later(30 * 86_400_000_000)
    let state = try state
    return try ledgers.map { ledger in
      let gift = try #require(state.gifts[ledger.gift])
      guard gift.definition != nil else { return [] }
      let turns = rotationsNow.flatMap { $0.entries(from: instant, until: end) }
        .filter { $0.gift == ledger.gift }.map(\.entry)
      return gift.schedule.shown(with: try Timeline(turns)).onward(from: instant).before(end)
        .entries
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
        touched: touched, undos: undos)
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
    let isRollback = commands.contains {
      switch $0 {
      case .rollBack, .rollBackAll, .undo: true
      default: false
      }
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
    switch number(1...(rotation == nil && chance(80) ? 70 : 120)) {
    case ...8: return .define(gift, try patch())
    case ...16: return .addVersion(gift, try candidate())
    case ...34:
      let from = chance(40) ? nil : try hour(near: catalogue.now)
      let until = chance(40) ? nil : try hour(near: from ?? catalogue.now)
      return .publish(
        gift, chance(60) ? nil : try VersionNumber(number(1...3)), from: from, until: until,
        isReplacing: chance(50))
    case ...36:
      return .moveWindowEnd(
        gift, until: chance(30) ? nil : try hour(near: catalogue.now), isReplacing: chance(50))
    case ...39:
      let from = chance(40) ? nil : try hour(near: catalogue.now)
      return .hide(
        gift, from: from, until: try hour(near: from ?? catalogue.now), isReplacing: chance(50))
    case ...42: return .retire(gift, at: chance(50) ? nil : try hour(near: catalogue.now))
    // What a rollback without a change goes back to depends on what counts as an edit.
    case ...50: return .rollBack(gift, to: try ChangeNumber(number(0...catalogue.last.value)))
    case ...70: return .addRotation(name, try shape(near: catalogue.now))
    case ...80:
      var patch = RotationPatch()
      if chance(50) { patch.perTurn = Int(number(1...2)) }
      if chance(50) { patch.lineup = try wishes() }
      if chance(30) { patch.lastTurn = Setting(chance(50) ? nil : number(1...9)) }
      return .editRotation(name, patch)
    case ...90: return .skipTurn(name, turn, isSkipped: chance(70))
    case ...100:
      let time = try rotation.map {
        try LocalTime(seconds: $0.plan.start(of: turn).seconds + 3_600)
      }
      return .moveTurn(name, turn, to: chance(20) ? nil : time)
    case ...110:
      let guest = LineupWish(gift: try GiftID(one(of: CommandCatalogue.gifts)), version: nil)
      return .swapGift(name, turn, gift, for: chance(20) ? nil : guest)
    case ...111: return .rollBackAll(to: try ChangeNumber(number(0...catalogue.last.value)))
    case ...116: return .undo(try ChangeNumber(number(0...catalogue.last.value)))
    default: return .endRotation(name, at: chance(50) ? nil : try hour(near: catalogue.now))
    }
  }

  private mutating func shape(near now: Timestamp) throws -> RotationShape {
    RotationShape(
      zone: .utc, first: ZoneRules.utc.local(at: now.later(number(-1...20) * 3_600_000_000)),
      cadence: try Cadence(every: number(1...2), .day),
      stay: chance(50) ? nil : try Stay(number(1...30), .hour), lineup: try wishes(),
      perTurn: Int(number(1...2)), turnCount: nil, until: nil)
  }

  private mutating func wishes() throws -> [LineupWish] {
    try CommandCatalogue.gifts.filter { _ in chance(40) }.map {
      LineupWish(gift: try GiftID($0), version: chance(80) ? nil : try VersionNumber(number(1...2)))
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
  fileprivate static let utc = ZoneRules(name: "UTC", firstOffsetSeconds: 0, transitions: [])
}
