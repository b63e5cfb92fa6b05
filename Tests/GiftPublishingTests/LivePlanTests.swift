import GiftDomain
import GiftPublishing
import GiftStore
import StoreSupport
import Support
import Testing

/// What an export of live gifts says of their plans.
@Suite(.timeLimit(.minutes(5)))
struct LivePlanTests {
  private let rose: GiftID

  init() throws { rose = try GiftID("rose") }

  @Test func `a manifest of live gifts says of coming plans what they mean`() async throws {
    let cases: [[Plan]] = [
      [(1, nil, nil, nil), (1, 3, 5, 3)],
      [(1, nil, nil, nil), (nil, 3, 5, nil), (1, 7, 9, 4)],
      [(1, nil, nil, nil), (1, 3, 5, 3), (nil, 8, nil, nil)],
      [(1, nil, 6, nil), (1, 6, 8, 2)],
      [(1, nil, 4, nil), (1, 7, nil, nil)],
    ]
    for plans in cases {
      let run = try await exported(plans)
      #expect(run.omitted.isEmpty, "\(plans)")
      for hour in 0...12 as ClosedRange<Int64> {
        #expect(
          try await run.price(in: run.copy, at: hour) == run.price(in: run.original, at: hour),
          "\(plans), hour \(hour)")
      }
    }
  }

  @Test func `plans of other versions are left out and named, and mean nothing else`() async throws
  {
    let run = try await exported([
      (2, nil, nil, nil), (1, 3, 5, nil), (2, 5, 6, 4), (1, 8, nil, nil),
    ])
    let view = try await run.original.store.view(at: .now)
    let schedule = try #require(view.states.first).schedule
    #expect(
      run.omitted == [
        .plan(try #require(schedule.standing.last)), .plan(try #require(schedule.windows.first)),
      ])
    for hour in 0...12 as ClosedRange<Int64> {
      #expect(try await run.price(in: run.copy, at: hour) == (hour == 5 ? 4 : 10))
    }
  }

  @Test func `a price that has begun is left out and named`() async throws {
    let run = try await exported([(1, nil, nil, nil), (1, nil, 4, 3)])
    let terms = Terms(price: try Price(coins: 3), order: nil)
    #expect(run.omitted == [.terms(terms, until: try run.hour(4))])
    for hour in [0, 3, 4, 5] as [Int64] {
      #expect(try await run.price(in: run.copy, at: hour) == 10)
    }
  }

  /// A gift with two versions and these plans, as it is after an export and an import.
  private func exported(_ plans: [Plan]) async throws -> ExportedGift {
    let original = try await StoreFixture()
    let files = [try Fixtures.bytes("rose.json"), try Fixtures.bytes("heart.json")]
    for bytes in files {
      _ = try await original.publisher.add([rose], animation: bytes, patch(), request(.add))
    }
    let run = ExportedGift(
      original: original, copy: try await StoreFixture(), start: try await original.store.clock())
    for plan in plans {
      _ = try await original.store.commit([run.command(plan, of: rose)], request(.publish))
    }
    return try await run.transferred()
  }
}

/// A plan: the hours at which it begins and ends, a version or none, and a price.
private typealias Plan = (version: Int64?, from: Int64?, until: Int64?, price: Int64?)

/// A gift in one catalogue, and in another that imported what it exported.
private struct ExportedGift {
  let original: StoreFixture
  let copy: StoreFixture
  let start: Timestamp
  var omitted: [OmittedPlan] = []

  /// A whole hour, of which the first comes after the start.
  func hour(_ number: Int64) throws -> Timestamp {
    let length: Int64 = 3_600_000_000
    return try Timestamp(microseconds: (start.microseconds / length + 1 + number) * length)
  }

  func command(_ plan: Plan, of gift: GiftID) throws -> Command {
    let (from, until) = (try plan.from.map(hour), try plan.until.map(hour))
    guard let version = plan.version else {
      guard let until else { return .retire(gift: gift, at: from) }
      return .hide(gift: gift, from: from, until: until, replace: .nothing)
    }
    return .publish(
      gift: gift, version: try VersionNumber(version), from: from, until: until,
      terms: try plan.price.map { Terms(price: try Price(coins: $0), order: nil) },
      replace: .nothing)
  }

  func transferred() async throws -> ExportedGift {
    let set = original.publisher.liveManifest(of: try await original.store.view(at: .now))
    let bytes = try #require(try await original.store.asset(set.files[0].asset))
    let plan = try await copy.publisher.plan(
      Manifest(text: set.manifest.text()), for: request(.import), read: { _ in .success(bytes) },
      progress: { _ in })
    _ = try await copy.publisher.carryOut(plan, request(.import)) { _ in }
    var run = self
    run.omitted = set.omitted.map(\.plan)
    return run
  }

  /// The price half an hour after a whole hour; nil while the gift is off.
  func price(in fixture: StoreFixture, at number: Int64) async throws -> Int64? {
    let instant = try Timestamp(microseconds: hour(number).microseconds + 1_800_000_000)
    let view = try await fixture.store.view(at: .now).evaluated(at: instant)
    return view.catalogue.items.first?.definition.price?.coins
  }
}
