import GiftDomain
import GiftStore
import Testing

/// Random wishes go to the store and to a catalogue in memory, and the two never differ.
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
  }
}

/// A store and its pure twin on their way through one random history.
private struct Story {
  private(set) var pure = PureCatalogue()
  private let store: GiftStore
  private let actor: Actor
  private let gifts: [GiftID]
  private var draws: WishDraws
  private var now: Timestamp = .epoch
  /// What was read last, and is brought up to date by reading edits.
  private var followed: FollowedCatalogue?
  /// The catalogues as they were first seen.
  private var seen: [Moment: (states: [GiftState], catalogue: Catalogue)] = [:]

  init(seed: UInt64, store: GiftStore) throws {
    self.store = store
    actor = try Actor("tester")
    gifts = try ["rose", "heart", "teddy"].map { id in try GiftID(id) }
    draws = WishDraws(seed: seed)
  }

  /// One wish; the store has to make of it what the pure function makes of the rows that the pure
  /// catalogue holds.
  mutating func takeStep() async throws {
    now = try await store.clock()
    let gift = draws.one(of: gifts)
    let current = try pure.history(of: gift).state(at: pure.last)
    let wish = try draws.wish(for: current, now: now, last: pure.last)
    let commands = wish.commands(of: gift)
    let request = EditRequest(verb: wish.verb, actor: actor)
    do {
      let outcome = try await store.commit(
        commands, request, uploads: wish.upload.map { [$0] } ?? [])
      let state = try pure.editState(for: gift, now: outcome.at)
      let difference = try state.applying(commands, expecting: nil)
      #expect(outcome.difference == difference)
      #expect(outcome.previous == pure.last)
      #expect(outcome.change == (difference.isEmpty ? nil : pure.last.next))
      for changed in difference.gifts {
        pure.record(changed, wish.verb, by: actor, at: outcome.at)
      }
    } catch let error as StoreError {
      // Wishes are for whole hours, and a second of them has passed at most, or none.
      let expected = try [now, try await store.clock()].map { at in
        let state = try pure.editState(for: gift, now: error.instant ?? at)
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

  private mutating func compare(_ moment: Moment) async throws {
    let view = try await store.view(at: moment)
    let (change, instant) = expected(moment, view)
    #expect(view.change == change)
    #expect(view.instant == instant)
    #expect(view.states == (try pure.states(at: change)))
    #expect(view.catalogue == Catalogue(of: try pure.states(at: change), at: instant))
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
