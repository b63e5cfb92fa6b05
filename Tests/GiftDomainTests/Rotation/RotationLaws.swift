import GiftDomain
import Testing

/// What holds of every rotation, however it was edited.
struct RotationLaws {
  @Test(arguments: RotationStory.seeds)
  func `turns of one rotation never overlap`(seed: UInt64) throws {
    for story in try RotationStory.all(of: seed) {
      let turns = story.rotation.turns(from: story.begin, until: story.horizon)
      for (turn, next) in zip(turns, turns.dropFirst()) where turn.until > next.from {
        Issue.record("\(story.seed): \(turn) and \(next)")
      }
      for plan in story.rotation.revisions.map(\.plan) {
        let planned = plan.turns(from: story.begin, until: story.horizon)
        #expect(zip(planned, planned.dropFirst()).allSatisfy { $0.until <= $1.from })
        #expect(planned.allSatisfy { Set($0.places.map(\.gift)).count == $0.places.count })
      }
    }
  }

  @Test(arguments: RotationStory.seeds)
  func `a gift is never shown twice at once`(seed: UInt64) throws {
    for story in try RotationStory.all(of: seed) {
      #expect(throws: Never.self, "\(story.seed)") {
        try story.rotation.timelines(until: story.horizon)
      }
    }
  }

  @Test(arguments: RotationStory.seeds)
  func `the plan of two spans is the plan of the whole`(seed: UInt64) throws {
    for story in try RotationStory.all(of: seed) {
      let instants = story.instants(draws: 9).sorted()
      var chance = story.chance
      for _ in 0..<4 {
        let cuts = (0..<3).map { _ in instants[Int(chance.number(0...Int64(instants.count) - 1))] }
          .sorted()
        let whole = Plan(story.rotation, cuts[0], cuts[2])
        let first = Plan(story.rotation, cuts[0], cuts[1])
        let second = Plan(story.rotation, cuts[1], cuts[2])
        #expect(first.turns.union(second.turns) == whole.turns, "\(story.seed) at \(cuts)")
        #expect(first.entries.union(second.entries) == whole.entries, "\(story.seed) at \(cuts)")
      }
    }
  }

  @Test(arguments: RotationStory.seeds)
  func `every gift of the lineup comes up equally often`(seed: UInt64) throws {
    for story in try RotationStory.all(of: seed) {
      for plan in story.rotation.revisions.map(\.plan)
      where plan.overrides.isEmpty && plan.withdrawals.isEmpty {
        let count = Int64(plan.lineup.places.count)
        var chance = story.chance
        let first = plan.firstTurn + chance.number(0...5)
        let turns = (first..<first + count).compactMap(plan.turn)
        guard turns.count == count else { continue }
        let places = turns.flatMap(\.places)
        let shown = Dictionary(grouping: places) { $0 }.mapValues(\.count)
        #expect(Set(shown.keys) == Set(plan.lineup.places), "\(story.seed)")
        #expect(Set(shown.values).count <= 1, "\(story.seed): \(shown)")
      }
    }
  }

  @Test(arguments: RotationStory.seeds)
  func `a gift that is to be shown is brought`(seed: UInt64) throws {
    for story in try RotationStory.all(of: seed) {
      let edited = try #require(story.rotation.revisions.last?.at)
      for instant in story.instants(draws: 4, every: 41) where instant >= edited {
        let coming = story.rotation.entries(from: instant, until: story.horizon)
        for entry in coming where entry.entry.window.until.map({ $0 > instant }) ?? true {
          guard !story.rotation.brings(entry.gift, from: instant) else { continue }
          Issue.record("\(story.seed), \(entry) at \(instant): \(story.rotation.plan.summary)")
          return
        }
      }
    }
  }

  @Test(arguments: RotationStory.seeds)
  func `a plan is its parts`(seed: UInt64) throws {
    for story in try RotationStory.all(of: seed) {
      for plan in story.rotation.revisions.map(\.plan) {
        let copy = RotationPlan(
          zone: plan.zone, anchor: plan.anchor, anchorTurn: plan.anchorTurn,
          cadence: plan.cadence, stay: plan.stay, lineup: plan.lineup, position: plan.position,
          lastTurn: plan.lastTurn, until: plan.until, firstTurn: plan.firstTurn,
          overrides: plan.overrides, withdrawals: plan.withdrawals, carried: plan.carried)
        #expect(copy == plan)
      }
    }
  }

  @Test(arguments: RotationStory.seeds)
  func `the catalogue before, during and after a turn is base, turn, base`(seed: UInt64) throws {
    let below = try VersionNumber(4)
    for story in try RotationStory.all(of: seed).prefix(6) {
      let gifts = story.naive.gifts.sorted()
      let states = try gifts.map { try Self.state(of: $0, base: below, from: story.begin) }
      for instant in story.instants(draws: 4, every: 47) where instant >= story.begin {
        let timelines = [story.rotation].timelines(around: instant, below: [:])
        let turning = states.map { $0.with(rotation: timelines[$0.gift] ?? .empty) }
        let items = Catalogue(of: turning, at: instant).items
        let turn = story.naive.shown(at: instant.microseconds)
        #expect(items.map(\.gift) == gifts)
        for item in items {
          let expected = turn[item.gift]?.first ?? below
          #expect(item.version.number == expected, "\(story.seed) \(item.gift) at \(instant)")
        }
      }
    }
  }

  @Test(arguments: RotationStory.seeds)
  func `what windows leave of turns is seen, however many turns they hide`(seed: UInt64) throws {
    for story in try RotationStory.all(of: seed).prefix(6) {
      var chance = story.chance
      let span = story.horizon.microseconds - story.begin.microseconds
      for gift in story.naive.gifts.sorted() {
        var plans: [Availability] = []
        var from = story.begin.later(chance.number(0...span / 3))
        while plans.count < 4, from < story.horizon {
          let until = from.later(1 + chance.number(0...span / (chance.chance(50) ? 2 : 20)))
          plans.append(
            Availability(
              window: try Window(from: from, until: until),
              version: chance.chance(50) ? nil : try VersionNumber(4)))
          from = until.later(chance.chance(40) ? 0 : chance.number(1...span / 10))
        }
        if chance.chance(50) {
          plans.append(Availability(window: try Window(from: story.begin), version: .first))
        }
        let schedule = try GiftSchedule(plans)
        let entries = story.rotation.entries(from: story.begin, until: story.horizon)
          .filter { $0.gift == gift }.map(\.entry)
        let whole = schedule.shown(with: Timeline(entries))
        let windows = [gift: schedule.windows.map(\.window)]
        for instant in story.instants(draws: 8, every: 23) where instant >= story.begin {
          let turns = [story.rotation].timelines(around: instant, below: windows)
          let seen = schedule.shown(with: turns[gift] ?? .empty).moment(at: instant)
          let expected = whole.moment(at: instant)
          let next = [seen.next, expected.next].map { $0.map { min($0, story.horizon) } }
          #expect(seen.entry?.version == expected.entry?.version, "\(story.seed) \(instant)")
          #expect(seen.last == expected.last, "\(story.seed) \(gift) \(instant)")
          #expect(
            next[0] ?? story.horizon == next[1] ?? story.horizon, "\(story.seed) \(gift) \(instant)"
          )
        }
      }
    }
  }

  /// A gift with four versions, of which one shows for ever when no rotation brings another.
  private static func state(
    of gift: GiftID, base: VersionNumber, from instant: Timestamp
  ) throws -> GiftState {
    var chance = SplitMix64(seed: 1)
    let first = try ChangeNumber(1)
    let draft = try EditState(
      now: instant, change: first, histories: [], rollbacks: [], rotations: [], groups: [],
      otherAudiences: [], touched: [:], undos: [:], withdrawals: .none)
    let adding = try (0..<100).map { _ in
      Command.addVersion(gift: gift, animation: try chance.candidate())
    }
    let difference = try draft.applying(
      [.define(gift: gift, patch: try chance.fullPatch())] + adding)
    let state = try #require(difference.gifts.first?.after)
    try #require(state.version(base) != nil)
    let window = try Window(from: instant)
    return GiftState(
      gift: gift, definition: state.definition, versions: state.versions,
      schedule: try GiftSchedule([Availability(window: window, version: base)]))
  }
}

/// What a rotation does in a span of time, in no order.
private struct Plan {
  let turns: Set<Turn>
  let entries: Set<TurnEntry>

  init(_ rotation: Rotation, _ from: Timestamp, _ until: Timestamp) {
    turns = Set(rotation.turns(from: from, until: until))
    entries = Set(rotation.entries(from: from, until: until))
  }
}
