import GiftDomain
import GiftStore
import Postgres
import StoreSupport
import Synchronization
import Testing

@Suite(.serialized, .timeLimit(.minutes(5)))
struct EditTests {
  private let rose: GiftID
  private let tester: Actor

  init() throws {
    rose = try GiftID("rose")
    tester = try Actor("tester")
  }

  @Test func `what is already as wanted takes no change number`() async throws {
    let store = try await StoreFixture.migrated().store()
    let first = try await store.edit(.add(1), of: rose)
    #expect(first.change == (try .number(1)))
    let again = try await store.edit(.add(1), of: rose)
    #expect(again.change == nil)
    #expect(again.previous == first.change)
    #expect(again.difference.gifts.isEmpty)
    #expect(again.difference.unchanged == first.difference.gifts.map(\.after))
    #expect(try await store.edit(.add(2), of: rose).change == (try .number(2)))
  }

  @Test func `a dry run reports what would be, and nothing is stored`() async throws {
    let store = try await StoreFixture.migrated().store()
    let actions: [GiftAction] = [
      try .add(1), .publish(), try .add(2, name: "Rosa"), .retire(), .rollBack(),
    ]
    for action in actions {
      let before = try await store.archive()
      let dry = try await store.edit(action, of: rose, isDryRun: true)
      #expect(try await store.archive() == before)
      let done = try await store.edit(action, of: rose)
      #expect(dry.change == done.change)
      #expect(dry.previous == done.previous)
      #expect(dry.difference.gifts.map(\.before) == done.difference.gifts.map(\.before))
      #expect(
        dry.difference.gifts.map(\.after.versions) == done.difference.gifts.map(\.after.versions))
      #expect(
        dry.difference.gifts.map(\.after.definition)
          == done.difference.gifts.map(\.after.definition))
      #expect(
        dry.difference.gifts.map { $0.after.status(at: dry.at).isLive }
          == done.difference.gifts.map { $0.after.status(at: done.at).isLive })
    }
    #expect(try await store.asset(try Upload(byte: 3).candidate.asset) == nil)
  }

  @Test func `an expected change refuses what someone else changed, not what is done`() async throws
  {
    let store = try await StoreFixture.migrated().store()
    try await store.edit(.add(1), of: rose)
    let mine = try await store.edit(.publish(), of: rose, expected: try .number(1))
    #expect(mine.change == (try .number(2)))
    let conflict = Rejection.changedSince(rose, expected: try .number(1), actual: try .number(2))
    await #expect(throws: StoreError.rejected(conflict)) {
      try await store.edit(.retire(), of: rose, expected: try .number(1))
    }
    // The same command again, whose answer was lost.
    #expect(try await store.edit(.add(1), of: rose, expected: try .number(1)).change == nil)
    // Other gifts do not count.
    try await store.edit(.add(2), of: try GiftID("heart"))
    let next = try await store.edit(.retire(), of: rose, expected: try .number(2))
    #expect(next.change == (try .number(4)))
  }

  @Test func `one rejection among many edits stores nothing`() async throws {
    let store = try await StoreFixture.migrated().store()
    let heart = try GiftID("heart")
    let action = try GiftAction.add(1)
    let commands = action.commands(of: rose) + GiftAction.publish().commands(of: heart)
    let missing = CommandRejection(subject: .gift(heart), reason: .giftNotFound(heart))
    await #expect(throws: StoreError.commandsRejected([missing])) {
      try await store.commit(
        commands, EditRequest(verb: .import, actor: tester),
        uploads: action.upload.map { [$0] } ?? [])
    }
    #expect(try await store.archive() == Archive.empty)
    #expect(try await store.asset(try Upload(byte: 1).candidate.asset) == nil)
  }

  @Test func `of each gift that is refused the first reason is told`() async throws {
    let store = try await StoreFixture.migrated().store()
    let (heart, teddy) = (try GiftID("heart"), try GiftID("teddy"))
    let commands: [Command] = [
      .publish(gift: heart, version: nil, from: nil, until: nil, replace: .nothing),
      .retire(gift: heart, at: nil),
      .retire(gift: teddy, at: nil),
    ]
    let refused = [
      CommandRejection(subject: .gift(heart), reason: .giftNotFound(heart)),
      CommandRejection(subject: .gift(teddy), reason: .giftNotFound(teddy)),
    ]
    await #expect(throws: StoreError.commandsRejected(refused)) {
      try await store.commit(commands, EditRequest(verb: .import, actor: tester))
    }
  }

  @Test func `many gifts are one change, whose animations are counted as they are stored`()
    async throws
  {
    let store = try await StoreFixture.migrated().store()
    let ids = try (10..<35).map { number in try GiftID("gift-\(number)") }
    let actions = try (1...25).map { byte in try GiftAction.add(byte) }
    let progress = Mutex<[Int]>([])
    let outcome = try await store.commit(
      zip(actions, ids).flatMap { $0.commands(of: $1) }, EditRequest(verb: .import, actor: tester),
      uploads: actions.compactMap(\.upload),
      progress: { count, total in progress.withLock { $0 += [count, total] } })
    #expect(outcome.change == (try .number(1)))
    #expect(outcome.difference.gifts.map(\.after.gift) == ids)
    #expect(progress.withLock { $0 } == (1...25).flatMap { [$0, 25] })
    let listed = try #require(try await store.allChanges().first)
    #expect(listed.gifts == Array(ids.prefix(20)))
    #expect(listed.giftCount == 25)
    let own = try await store.changes(of: ids[24], before: nil, limit: 10)
    #expect(own.map(\.gifts) == [[ids[24]]])
    #expect(own.map(\.record) == [listed.record])
  }

  @Test(
    arguments: [
      #"say "hi""#, #"back\slash\"#, "{curly, comma}", "NULL", "'; DROP TABLE gift; --", "$1 %s",
      "玫瑰 🌹", "وردة", "👩‍👩‍👧‍👦",
    ])
  func `a name comes back as it was`(name: String) async throws {
    let store = try await StoreFixture.migrated().store()
    let action = try GiftAction.add(1, name: name)
    let done = try await store.edit(action, of: rose)
    let names = [try LocaleTag("en"): try GiftName(name)]
    #expect(done.difference.gifts.map { $0.after.definition?.names.byLocale } == [names])
    #expect(try await store.record(of: rose)?.current() == done.difference.gifts.first?.after)
    #expect(try await store.edit(action, of: rose).change == nil)
  }

  @Test func `changes are listed newest first, page by page`() async throws {
    let store = try await StoreFixture.migrated().store()
    for price in 1...5 { try await store.edit(.add(price: Int64(price)), of: rose) }
    let first = try await store.changes(of: rose, before: nil, limit: 2)
    #expect(first.map(\.record.number.value) == [5, 4])
    let next = try await store.changes(of: nil, before: first.last?.record.number, limit: 10)
    #expect(next.map(\.record.number.value) == [3, 2, 1])
    #expect(try await store.changes(of: try GiftID("heart"), before: nil, limit: 9).isEmpty)
  }

  @Test func `the database's clock may step back a little, and changes never do`() async throws {
    let fixture = try await StoreFixture.migrated()
    let store = fixture.store(limits: .withClockSkew(.seconds(7_200)))
    let ahead = try await fixture.changeAnHourAhead()
    let outcome = try await store.edit(.publish(), of: rose)
    #expect(outcome.at == ahead)
    #expect(outcome.difference.gifts.first?.after.schedule.standing.first?.window.from == ahead)
    let instants = try await store.allChanges().map(\.record.at)
    #expect(instants == instants.sorted())
    #expect(try await store.clock() < ahead)
  }

  @Test func `a clock far behind the last change is refused: what is published would be late`()
    async throws
  {
    let fixture = try await StoreFixture.migrated()
    let ahead = try await fixture.changeAnHourAhead()
    let error = await failure(of: { try await fixture.store().edit(.publish(), of: rose) })
    guard case .clockBehind(let change, let at, let now) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try change == .number(2) && at == ahead && now < ahead)
    #expect(try await fixture.store().record(of: rose)?.current().schedule == .empty)
  }

  @Test func `only what clients can see alters the catalogue`() async throws {
    let store = try await StoreFixture.migrated().store()
    let actions: [(GiftAction, Bool)] = [
      (try .add(1), false), (try .add(2, name: "Rosa"), false), (.publish(), true),
      (try .add(3, name: "Rosa"), false), (try .add(price: 11), true), (.retire(), true),
      (try .add(price: 12), false),
    ]
    for (action, alters) in actions {
      let before = try await store.view(at: .now).altering
      let change = try #require(try await store.edit(action, of: rose).change)
      #expect(try await store.view(at: .now).altering == (alters ? change : before))
    }
    #expect(try await store.allChanges().map(\.record.altersCatalogue) == actions.map(\.1))
  }

  @Test func `who listens is told of a commit, and of nothing else`() async throws {
    let fixture = try await StoreFixture.migrated()
    let listener = try await fixture.connection(as: .reader)
    try await listener.listen("gift_change")
    let store = fixture.store()
    try await store.edit(.add(1), of: rose, isDryRun: true)
    try await store.edit(.add(1), of: rose)
    try await store.edit(.add(1), of: rose)
    try await store.edit(.add(2), of: rose)
    var payloads: [String] = []
    while payloads.count < 2 {
      payloads += try await listener.nextNotification(within: .seconds(20)).map(\.payload)
    }
    #expect(payloads == ["1", "2"])
  }

  @Test func `what was never added, said or stored is nil or empty`() async throws {
    let store = try await StoreFixture.migrated().store()
    #expect(try await store.record(of: rose) == nil)
    #expect(
      try await store.view(at: .now).token(of: store.view(at: .now).catalogue).description
        == "0-000000000000-0")
    let last = Rejection.changeNotFound(try .number(7), last: .zero)
    await #expect(throws: StoreError.rejected(last)) {
      try await store.view(at: .change(try .number(7)))
    }
    try await store.edit(.add(7), of: rose)
    #expect(try await store.record(of: rose)?.findings == [.first: #"[{"code": "byte.7"}]"#])
  }
}

extension GiftStatus {
  var isLive: Bool {
    switch self {
    case .live: true
    case .draft, .scheduled, .retired: false
    }
  }
}

extension StoreFixture {
  /// A rose, and a change that somebody else made on a host whose clock is an hour ahead; its
  /// instant.
  fileprivate func changeAnHourAhead() async throws -> Timestamp {
    try await store().edit(.add(1), of: try GiftID("rose"))
    try await script(
      """
      INSERT INTO change (number, at, actor, verb, alters_catalogue, digest)
      VALUES (2, now() + interval '1 hour', 'other', 'add', false, sha256(''))
      """)
    return try await store().view(at: .change(try .number(2))).instant
  }
}

extension StoreLimits {
  fileprivate static func withClockSkew(_ skew: Duration) -> StoreLimits {
    var limits = StoreLimits.standard
    limits.clockSkew = skew
    return limits
  }
}
