import Foundation
import GiftDomain
import Testing

/// What holds of commands that are carried out together.
struct CommandLaws {
  @Test(arguments: Story.seeds)
  func `a list at once is one after the other at the same instant`(seed: UInt64) throws {
    var lists = 0
    for round in 0..<14 as Range<UInt64> {
      var chance = SplitMix64(seed: seed * 100 + round)
      var catalogue = try CommandCatalogue(&chance)
      for _ in 0..<6 {
        let commands = try chance.commands(for: catalogue, most: 6)
        let together = try catalogue.applying(commands)
        let apart = try catalogue.applyingOneByOne(commands)
        #expect(
          try together.map { try $0.looks } == apart.map { try $0.looks },
          "\(seed), \(round): \(commands)")
        if let together, together.last > catalogue.last, commands.count > 1 { lists += 1 }
        catalogue = together ?? catalogue
        #expect(try catalogue.sharedGifts.isEmpty, "\(seed), \(round): \(commands)")
        #expect(try catalogue.withdrawnShown.isEmpty, "\(seed), \(round): \(commands)")
        catalogue.now = catalogue.now.later(chance.number(0...3) * 3_600_000_000)
      }
    }
    #expect(lists > 2)
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
      gift: rose, version: .first, from: try Timestamp(rfc3339: "2026-03-01T09:30:00Z"), until: nil,
      replace: .whole)
    var patch = DefinitionPatch()
    patch.names = [try LocaleTag("en"): try GiftName("Rose")]
    var edit = RotationPatch()
    edit.stay = .unset
    edit.lastTurn = .set(3)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let text = String(
      decoding: try encoder.encode([
        publish, .define(gift: rose, patch: patch), .rollBack(gift: rose, to: nil),
        .editRotation(rotation: try RotationName("spring"), patch: edit),
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
        let commands = try chance.commands(for: catalogue, most: 3)
        guard let edited = try catalogue.applying(commands), edited.last > catalogue.last else {
          continue
        }
        var later = edited
        later.now = edited.now.later(chance.number(0...40) * 3_600_000_000)
        let undo = Command.undo(change: edited.last)
        let undone = try #require(try later.applying([undo]), "\(seed), \(round): \(commands)")
        #expect(
          try undone.shown(from: later.now) == catalogue.shown(from: later.now),
          "\(seed), \(round): \(commands)")
        #expect(
          try undone.difference(of: [undo])?.isEmpty == true, "\(seed), \(round): \(commands)")
        // Those of versions that the edit added stay, as the versions do.
        for (before, after) in zip(
          try catalogue.looks.pictures, try undone.looks.pictures)
        {
          #expect(Array(after.prefix(before.count)) == before, "\(seed), \(round): \(commands)")
        }
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
        // But for what is withdrawn, which stays so, and off.
        let isWhole = try catalogue.state.gifts.values.allSatisfy(\.withdrawn.isEmpty)
        #expect(
          try !isWhole || after.shown(from: catalogue.now) == wanted.shown(from: catalogue.now),
          "\(seed), \(round), \(wanted.last) of \(catalogue.last)")
        #expect(try after.withdrawnShown.isEmpty, "\(seed), \(round)")
        #expect(try after.difference(of: [back])?.isEmpty == true, "\(seed), \(round)")
        // And what took it back can itself be taken back.
        guard after.last > catalogue.last else { continue }
        let forth = try #require(
          try after.applying([.undo(change: after.last)]), "\(seed), \(round)")
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
            try catalogue.applying([.undo(change: edit)]), "\(seed), \(round): \(edit)")
          #expect(
            try catalogue.shown(from: catalogue.now) == wanted.shown(from: catalogue.now),
            "\(seed), \(round): \(edit) at \(catalogue.last)")
          // There and back again, with time between.
          let undo = catalogue.last
          catalogue.now = catalogue.now.later(chance.number(0...5) * 3_600_000_000)
          if time == 0, chance.chance(30), undo > last,
            let forth = try catalogue.applying([.undo(change: undo)]), forth.last > undo
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
    let publish = Command.publish(
      gift: heart, version: nil, from: nil, until: nil, replace: .nothing)
    catalogue = try #require(try catalogue.applying([.define(gift: rose, patch: dear), publish]))
    let edit = catalogue.last
    // Another field of the definition is another thing.
    let beside = try #require(try catalogue.applying([.define(gift: rose, patch: named)]))
    let undone = try #require(try beside.applying([.undo(change: edit)]))
    let names = try undone.state.gifts[rose]?.definition?.names
    #expect(try names?.byLocale[LocaleTag("fr")]?.text == "Rose")
    #expect(try undone.state.gifts[rose]?.definition?.price?.coins != 99)
    dear.price = try Price(coins: 98)
    let after = try #require(try catalogue.applying([.define(gift: rose, patch: dear)]))
    #expect(throws: Rejection.undoConflict(edit, .gift(rose), by: after.last, nil)) {
      try after.state.applying([.undo(change: edit)])
    }
    let missing = after.last.next.next
    #expect(throws: Rejection.changeNotFound(missing, last: after.last)) {
      try after.state.applying([.undo(change: missing)])
    }
  }

  @Test func `a guest who comes back with a swap may not be in another rotation by then`() throws {
    var chance = SplitMix64(seed: 1)
    var catalogue = try CommandCatalogue(&chance)
    let (crown, heart, rose) = (try GiftID("crown"), try GiftID("heart"), try GiftID("rose"))
    let (autumn, spring) = (try RotationName("autumn"), try RotationName("spring"))
    let shape = { (gifts: [GiftID]) throws in
      RotationShape(
        zone: .utc, first: try LocalTime("2026-03-02 10:00"), cadence: try Cadence(1, .week),
        stay: nil, lineup: gifts.map { LineupSpec(gift: $0, version: nil) }, perTurn: 1,
        turnCount: nil, until: nil)
    }
    let steps: [Command] = [
      .addRotation(rotation: spring, shape: try shape([rose, crown])),
      .swapGift(rotation: spring, turn: 3, gift: rose, for: LineupSpec(gift: heart, version: nil)),
      .retire(gift: rose, at: nil), .addRotation(rotation: autumn, shape: try shape([heart])),
    ]
    for step in steps { catalogue = try #require(try catalogue.applying([step])) }
    let back = Command.rollBack(gift: rose, to: nil)
    #expect(throws: Rejection.giftInRotation(heart, autumn)) {
      try catalogue.state.applying([back])
    }
    let ended = try #require(
      try catalogue.applying([.endRotation(rotation: autumn, at: nil), back]))
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
      "define", "addVersion", "setPictures", "publish", "moveWindowEnd", "hide", "retire",
      "rollBack",
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
