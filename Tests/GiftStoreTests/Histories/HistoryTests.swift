import GiftDomain
import StoreSupport
import Testing

@testable import GiftStore

/// Random actions go to the store and to a catalogue in memory, and the two never differ.
@Suite(.timeLimit(.minutes(5)))
struct HistoryTests {
  @Test(arguments: [1, 2, 3] as [UInt64])
  func `the store is the pure functions over rows`(seed: UInt64) async throws {
    let fixture = try await StoreFixture.migrated()
    var story = try Story(seed: seed, store: fixture.store())
    for _ in 0..<40 {
      try await story.takeStep()
      try await story.compareViews()
    }
    #expect(story.pure.changes.count > 15)
    try await story.compareWithWhatWasSeen()
    try await story.compareWithWhatCommandsMake()
  }

  /// Lists of whatever can be asked for, of gifts, rotations and changes.
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `any history can be made again from its commands`(seed: UInt64) async throws {
    let store = try await StoreFixture.migrated().store()
    var draws = ActionDraws(seed: seed)
    let gifts = try ["heart", "rose", "teddy"].map { id in try GiftID(id) }
    for (index, gift) in gifts.enumerated() {
      try await store.edit(.add(UInt8(index)), of: gift)
    }
    let utc = try #require(try await store.zone("UTC"))
    let pictures = try (1...3).map { try PictureFile(sample: $0) }
    var done: [String: Int] = [:]
    for _ in 0..<160 {
      let view = try await store.view(at: .now)
      let (now, last, rotations) = (view.now, view.change, view.rotations)
      let commands = try (0..<draws.number(1...2)).map { _ in
        try draws.command(of: gifts, rotations, now: now, last: last, in: utc)
      }
      let request = EditRequest(verb: commands[0].verb, actor: try Actor("tester"))
      // Many are refused, and leave nothing behind.
      guard let outcome = try? await store.commit(commands, request, pictures: pictures),
        outcome.change != nil
      else { continue }
      for command in commands { done["\("\(command)".prefix { $0 != "(" })", default: 0] += 1 }
    }
    try await expectReplay(of: store)
    #expect(done.count >= 10 && done.values.reduce(0, +) >= 25, "\(done)")
    await store.close()
  }

  @Test func `a history with rotations and lists can be made again from its commands`() async throws
  {
    let store = try await StoreFixture.migrated().store()
    let zone = try #require(try await store.zone("Europe/London"))
    let (rose, heart, teddy) = (try GiftID("rose"), try GiftID("heart"), try GiftID("teddy"))
    let spring = try RotationName("spring")
    for (index, gift) in [rose, heart, teddy].enumerated() {
      try await store.edit(.add(UInt8(index)), of: gift)
    }
    let now = try await store.clock()
    let shape = RotationShape(
      zone: zone, first: zone.local(at: try now.hours(30)), cadence: try Cadence(1, .week),
      stay: try Stay(3, .day), lineup: [rose, heart].map { LineupSpec(gift: $0, version: nil) },
      perTurn: 1, turnCount: nil, until: nil)
    var patch = RotationPatch()
    patch.stay = .unset
    patch.lastTurn = .set(9)
    let edits: [[Command]] = [
      [.addRotation(rotation: spring, shape: shape)],
      [
        .publish(gift: teddy, version: nil, from: nil, until: nil, replace: .nothing),
        .skipTurn(rotation: spring, turn: 2, skip: true),
      ],
      [
        .swapGift(
          rotation: spring, turn: 3, gift: rose, for: LineupSpec(gift: teddy, version: .first))
      ],
      [.moveTurn(rotation: spring, turn: 4, to: zone.local(at: try now.hours(30 + 22 * 24)))],
      [.editRotation(rotation: spring, patch: patch)],
      [.hide(gift: teddy, from: try now.hours(40), until: try now.hours(50), replace: .nothing)],
      [.retire(gift: heart, at: try now.hours(100)), .retire(gift: teddy, at: nil)],
      [.rollBack(gift: heart, to: nil)], [.rollBack(gift: teddy, to: try .number(6))],
      [.endRotation(rotation: spring, at: try now.hours(2_000))], [.undo(change: try .number(13))],
      [.undo(change: try .number(14))],
    ]
    for commands in edits {
      let verb: Verb =
        switch commands[0] {
        case .rollBack: .rollback
        case .undo: .undo
        default: .rotation
        }
      let request = EditRequest(verb: verb, actor: try Actor("tester"))
      #expect(try await store.commit(commands, request).change != nil, "\(commands)")
    }
    try await expectReplay(of: store)
    for hours in [0, 31, 45, 101, 200, 1_999, 2_100] as [Int64] {
      let moment = Moment.instant(try now.hours(hours))
      try await store.expectListing(at: moment, like: try await store.view(at: moment))
    }
  }
}

/// A store and its pure twin on their way through one random history.
private struct Story {
  private(set) var pure = PureCatalogue()
  private let store: GiftStore
  private let actor: Actor
  private let gifts: [GiftID]
  private var draws: ActionDraws
  private var now: Timestamp = .epoch
  /// What was read last, and is brought up to date by reading edits.
  private var followed: FollowedCatalogue?
  /// The catalogues as they were first seen.
  private var seen: [Moment: (states: [GiftState], catalogue: Catalogue)] = [:]

  init(seed: UInt64, store: GiftStore) throws {
    self.store = store
    actor = try Actor("tester")
    gifts = try ["rose", "heart", "teddy"].map { id in try GiftID(id) }
    draws = ActionDraws(seed: seed)
  }

  /// One action; the store has to make of it what the pure function makes of the rows that the pure
  /// catalogue holds.
  mutating func takeStep() async throws {
    now = try await store.clock()
    let gift = draws.one(of: gifts)
    let current = try pure.history(of: gift).state(at: pure.last)
    let action = try draws.action(for: current, now: now, last: pure.last)
    let commands = action.commands(of: gift)
    let why = draws.number(0...1) == 0 ? nil : try Remark("Round \(draws.number(1...9)), “again”")
    let request = EditRequest(verb: action.verb, actor: actor, reason: why)
    do {
      let outcome = try await store.commit(
        commands, request, uploads: action.upload.map { [$0] } ?? [])
      let state = try pure.editState(for: [gift], now: outcome.at)
      let difference = try state.applying(commands, expecting: nil)
      #expect(outcome.difference == difference)
      #expect(outcome.previous == pure.last)
      #expect(outcome.change == (difference.isEmpty ? nil : pure.last.next))
      if let number = outcome.change {
        let stored = try #require(try await store.changes(of: nil, before: nil, limit: 1).first)
          .record
        // The database says so, too, of some edits that clients could see and do not.
        #expect(stored.altersCatalogue || !difference.altersCatalogue(now: outcome.at))
        pure.record(
          difference, of: commands,
          as: ChangeRecord(
            number: number, at: outcome.at, actor: actor, login: stored.login,
            reason: request.reason, verb: action.verb, altersCatalogue: stored.altersCatalogue))
      }
    } catch let error as StoreError {
      // Actions are for whole hours, and a second of them has passed at most, or none.
      let expected = try [now, try await store.clock()].map { at in
        let state = try pure.editState(for: [gift], now: error.instant ?? at)
        let refusal = #expect(throws: EditRejection.self) {
          try state.applying(commands, expecting: nil)
        }
        return refusal?.commands.first.map { StoreError.rejected($0.reason) }
      }
      #expect(expected.contains(error))
    }
    #expect(
      try await store.record(of: gift)?.history ?? pure.history(of: gift) == pure.history(of: gift))
  }

  /// The catalogue now, after some change, and at instants before and to come.
  mutating func compareViews() async throws {
    try await compare(.now)
    followed = try await store.followed(followed)
    try await compare(.change(try ChangeNumber(draws.number(0...pure.last.value))))
    let plans = try pure.states(at: pure.last).flatMap { $0.shown.boundaries }
    let changed = pure.changes.map(\.at)
    for instant in [plans, changed].filter({ !$0.isEmpty }).map({ draws.one(of: $0) }) {
      try await compare(.instant(instant.advanced(byMicroseconds: -1)))
      try await compare(.instant(instant))
    }
  }

  /// What is stored can be made again from the commands alone.
  func compareWithWhatCommandsMake() async throws {
    try await expectReplay(of: store)
  }

  private mutating func compare(_ moment: Moment) async throws {
    let view = try await store.view(at: moment)
    let (change, instant) = expected(moment, view)
    #expect(view.change == change)
    #expect(view.instant == instant)
    #expect(view.states == (try pure.states(at: change)))
    #expect(view.catalogue == Catalogue(of: try pure.states(at: change), at: instant))
    try await store.expectListing(at: moment, like: view)
    if instant < view.now, moment != .now { seen[moment] = (view.states, view.catalogue) }
  }

  private func expected(_ moment: Moment, _ view: CatalogueView) -> (ChangeNumber, Timestamp) {
    switch moment {
    case .now: (pure.last, view.now)
    case .instant(let instant):
      (instant < view.now ? pure.change(at: instant) : pure.last, instant)
    case .change(let number):
      (number, pure.changes.first { $0.number == number }?.at ?? .epoch)
    }
  }

  /// What has been seen never changes when later changes arrive.
  func compareWithWhatWasSeen() async throws {
    for (moment, before) in seen {
      let view = try await store.view(at: moment)
      #expect(view.states == before.states)
      #expect(view.catalogue == before.catalogue)
    }
    #expect(try await store.allChanges().map(\.record) == pure.changes)
    let altering = pure.changes.last { $0.altersCatalogue }
    let view = try await store.view(at: .now)
    #expect(view.altering == altering?.number ?? .zero)
    #expect(view.alteredAt == altering?.at ?? .epoch)
  }
}

extension StoreError {
  /// The instant of the edit that was refused, where the reason tells it.
  fileprivate var instant: Timestamp? {
    if case .rejected(.instantInPast(_, let now)) = self { now } else { nil }
  }
}

/// The rows of a store are what its commands make, in their order and at their instants.
private func expectReplay(of store: GiftStore) async throws {
  let archive = try await store.archive()
  let replayed = try PureCatalogue.replaying(archive)
  #expect(archive.gifts.map(\.history) == replayed.histories.values.sorted { $0.gift < $1.gift })
  #expect(try await store.rotations().rotations == replayed.rotations)
  #expect(throws: Never.self) { try archive.validate() }
}
