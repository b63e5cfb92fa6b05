import GiftDomain
import GiftPublishing
import GiftStore
import StoreSupport
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ImportTests {
  @Test func `a folder becomes live gifts in one change, and then is unchanged`() async throws {
    let fixture = try await StoreFixture()
    let plan = try await fixture.publisher.plan(
      Fixtures.manifest(), for: request(.import), read: Fixtures.read
    ) { _ in }
    let stored = Mutex<[Int]>([])
    let outcome = try await fixture.publisher.carryOut(plan, request(.import)) { progress in
      if case .stored(let count, plan.gifts.count) = progress {
        stored.withLock { $0.append(count) }
      }
    }
    #expect(outcome.change == ChangeNumber.zero.next)
    #expect(outcome.difference.gifts.map(\.after.gift) == plan.gifts)
    let counts = stored.withLock { $0 }
    #expect(counts == counts.sorted())
    #expect(counts.last == plan.gifts.count)
    let live = try await fixture.store.view(at: .now).catalogue.items
    #expect(Set(live.map(\.gift)) == Set(plan.gifts))
    for item in live {
      #expect(
        try await fixture.store.asset(item.version.asset) == Fixtures.bytes("\(item.gift).json"))
    }
    let again = try await fixture.publisher.carryOut(plan, request(.import)) { _ in }
    #expect(again.change == nil)
    #expect(again.difference.unchanged.count == plan.gifts.count)
  }

  @Test func `one bad entry refuses all, and every bad one is listed`() async throws {
    let fixture = try await StoreFixture()
    var entries = try Fixtures.manifest().gifts
    let bad = BadEntry.all
    for (index, spoilt) in bad.enumerated() {
      var entry = entries[0]
      entry.id = "bad-\(index)"
      spoilt.spoil(&entry)
      entries.insert(entry, at: min(index * 2, entries.count))
    }
    let checked = Mutex<Int>(0)
    let count = entries.count
    let error = await failure {
      try await fixture.publisher.plan(
        Manifest(gifts: entries), for: request(.import), read: { BadEntry.read($0) },
        progress: { progress in
          if case .checked(let number, of: count) = progress { checked.withLock { $0 = number } }
        })
    }
    #expect(checked.withLock { $0 } == count)
    let wanted = entries.filter { entry in
      !(entry.id.first?.isLetter ?? false) || entry.id.hasPrefix("bad")
    }
    #expect(error?.problems.map(\.id) == wanted.map(\.id))
    #expect(error?.problems.map(\.reason.kind) == bad.map(\.kind))
    #expect(try await fixture.isEmpty())
  }

  @Test func `entries that the catalogue rejects refuse all, and every one is listed`()
    async throws
  {
    let fixture = try await StoreFixture()
    var entries = try Fixtures.manifest().gifts
    let past = try Timestamp(rfc3339: "2001-01-01T00:00:00Z")
    entries[0].plan.from = past.rfc3339
    entries[5].definition.price = nil
    entries[7].definition.names = [:]
    let plan = try await fixture.publisher.plan(
      Manifest(gifts: entries), for: request(.import), read: Fixtures.read, progress: { _ in })
    let error = await failure {
      try await fixture.publisher.carryOut(plan, request(.import)) { _ in }
    }
    let problems = error?.problems ?? []
    #expect(problems.map(\.id) == [0, 5, 7].map { entries[$0].id })
    guard case .rejected(.instantInPast(past, _)) = problems.first?.reason else {
      Issue.record("\(problems) begins otherwise")
      return
    }
    #expect(
      problems.dropFirst().map(\.reason.rejection) == [
        .definitionIncomplete(try GiftID(entries[5].id), lacksName: false, lacksPrice: true),
        .definitionIncomplete(try GiftID(entries[7].id), lacksName: true, lacksPrice: false),
      ])
    #expect(try await fixture.isEmpty())
  }

  @Test func `forty faults of many kinds are all told in one run, each with its gift`() async throws
  {
    let fixture = try await StoreFixture()
    let faults = [
      #""price":"ten""#, #""price":-1"#, #""names":{"en":"two\nlines"}"#, #""names":{"e":"A"}"#,
      #""catgory":"love""#, #""order":1,"order":2"#, #""only":["ios>8"]"#, #""regions":["UK"]"#,
      #""tags":["two words"]"#, #""publish":true,"from":"tomorrow""#,
      #""until":"2090-01-01 10:00""#,
      #""publish":true,"retire":"2090-01-01T10:00:00Z""#, #""file":"missing.json""#,
      #""file":"../rose.json""#, #""file":"empty.json""#, #""file":"rose.json","loop":1.5"#,
      #""places":["nowhere"]"#, #""note":"""#,
      #""publish":true,"from":"2001-01-01T00:00:00Z","file":"rose.json""#,
      #""windows":[{"from":"2090-01-01T10:00:00Z"}]"#,
    ]
    let gifts = (0..<40).map { number in
      let fault = faults[number % faults.count]
      let price = fault.contains("price") ? "" : #","price":1"#
      let name = fault.contains("names") ? "" : #","names":{"en":"A"}"#
      return "{\"id\":\"gift-\(number)\",\(fault)\(price)\(name)}"
    }
    let manifest = try Manifest(
      text: Array("{\"gifts\":[\(gifts.joined(separator: ",\n"))]}".utf8))
    let error = await failure {
      try await fixture.publisher.plan(
        manifest, for: request(.import), read: { BadEntry.read($0) }, progress: { _ in })
    }
    let problems = error?.problems ?? []
    // One has a local time without a zone, in a gift that is not to be published.
    let told = problems.map(\.id)
    #expect(Set(told).count == 40)
    #expect(told == told.sorted { Self.number($0) < Self.number($1) })
    for problem in problems {
      guard case .manifest(let fault) = problem.reason else { continue }
      #expect(fault.place?.line == Self.number(problem.id) + 1)
    }
    #expect(try await fixture.isEmpty())
  }

  private static func number(_ id: String?) -> Int {
    id.flatMap { Int($0.dropFirst("gift-".count)) } ?? -1
  }

  @Test func `a manifest plans windows and an end, by the clock of its zone`() async throws {
    let fixture = try await StoreFixture()
    let manifest = try Manifest(
      text: Array(
        #"""
        {"zone": "Europe/Berlin", "gifts": [
          {"id": "rose", "file": "rose.json", "names": {"en": "Rose"}, "price": 1,
           "publish": true, "version": 1, "from": "2090-01-01 00:00",
           "retire": "2090-06-01 00:00", "windows": [
             {"from": "2090-05-01 00:00", "until": "2090-06-02 00:00", "hide": true},
             {"from": "2090-06-01 00:00", "until": "2090-06-02 00:00", "hide": true},
             {"from": "2090-02-08 00:00", "until": "2090-02-15 00:00", "hide": true},
             {"from": "2090-03-01T00:00:00Z", "until": "2090-03-02T00:00:00.5Z", "version": 1}
           ]}]}
        """#.utf8))
    let plan = try await fixture.publisher.plan(
      manifest, for: request(.import), read: Fixtures.read
    ) { _ in }
    let outcome = try await fixture.publisher.carryOut(plan, request(.import)) { _ in }
    let schedule = try #require(outcome.difference.gifts.first).after.schedule
    #expect(
      schedule.standing.map { "\($0.window.from) \($0.version?.value ?? 0)" } == [
        "2089-12-31T23:00:00Z 1", "2090-05-31T22:00:00Z 0",
      ])
    #expect(
      schedule.windows.map { "\($0.window.from) \($0.version?.value ?? 0)" } == [
        "2090-02-07T23:00:00Z 0", "2090-03-01T00:00:00Z 1", "2090-04-30T22:00:00Z 0",
      ])
    let again = try await fixture.publisher.carryOut(plan, request(.import)) { _ in }
    #expect(again.change == nil)
    let nowhere = Manifest(gifts: manifest.gifts, zone: "Nowhere/Land")
    let error = await failure {
      try await fixture.publisher.plan(nowhere, for: request(.import), read: Fixtures.read) { _ in }
    }
    guard case .manifest(.zoneUnknown("Nowhere/Land")) = error?.problems.first?.reason else {
      Issue.record("\(String(describing: error)) is another error")
      return
    }
  }

  @Test func `the animations of an import have a limit together`() async throws {
    let fixture = try await StoreFixture()
    let manifest = try Fixtures.manifest()
    let total = try manifest.gifts.compactMap(\.file).map { try Fixtures.bytes($0).count }
      .reduce(0, +)
    let plan = try await fixture.publisher.plan(
      manifest, for: request(.import), maxBytes: total, read: Fixtures.read
    ) {
      _ in
    }
    #expect(plan.gifts.count == manifest.gifts.count)
    let error = await failure {
      try await fixture.publisher.plan(
        manifest, for: request(.import), maxBytes: total - 1, read: Fixtures.read
      ) { _ in }
    }
    guard case .importTooLarge(limit: total - 1) = error else {
      Issue.record("\(String(describing: error)) is another error")
      return
    }
  }

  @Test func `a dry run of an import stores nothing`() async throws {
    let fixture = try await StoreFixture()
    let plan = try await fixture.publisher.plan(
      Fixtures.manifest(), for: request(.import), read: Fixtures.read
    ) { _ in }
    let outcome = try await fixture.publisher.carryOut(plan, request(.import, isDryRun: true)) {
      _ in
    }
    #expect(outcome.difference.gifts.count == plan.gifts.count)
    #expect(try await fixture.isEmpty())
  }

  @Test func `the live set brings the same live gifts into an empty database`() async throws {
    let original = try await StoreFixture()
    var entries = try Fixtures.manifest().gifts
    entries[0].plan.until = "2090-01-01T00:00:00Z"
    entries[1].plan.publish = nil
    let plan = try await original.publisher.plan(
      Manifest(gifts: entries), for: request(.import), read: Fixtures.read, progress: { _ in })
    _ = try await original.publisher.carryOut(plan, request(.import)) { _ in }
    // A newer version that is a draft stays behind.
    _ = try await original.publisher.add(
      [plan.gifts[2]], animation: Fixtures.bytes("crown.json"), DefinitionPatch(), request(.add))

    // One that is there, and one that was retired: gifts keep it, and a copy does without.
    let (splash, old) = (try PlacementName("splash"), try PlacementName("old"))
    var patch = DefinitionPatch()
    patch.places = [
      PlaceSpec(placement: .gifts, number: nil), PlaceSpec(placement: splash, number: nil),
      PlaceSpec(placement: old, number: nil),
    ]
    var names = CategoryPatch()
    names.names = [try LocaleTag("en"): try GiftName("Flowers")]
    for commands in try [
      [
        Command.setPlacement(placement: splash, choose: .first),
        .setPlacement(placement: old, choose: .all),
        .setCategory(category: Category("flowers"), patch: names),
        .define(gift: plan.gifts[0], patch: patch),
      ], [.retireGroup(group: .placement(old))],
    ] { _ = try await original.store.commit(commands, request(.placement)) }

    let view = try await original.store.view(at: .now)
    let (manifest, files, _) = original.publisher.liveManifest(of: view)
    var contents: [String: [UInt8]] = [:]
    for file in files { contents[file.name] = try await original.store.asset(file.asset) }
    let written = contents
    let copy = try await StoreFixture()
    let copied = try await copy.publisher.plan(
      Manifest(text: manifest.text()), for: request(.import),
      read: { name in written[name].map { .success($0) } ?? .failure(FileFault("missing")) },
      progress: { _ in })
    _ = try await copy.publisher.carryOut(copied, request(.import)) { _ in }

    #expect(try await copy.store.view(at: .now).groups == view.groups)
    let imported = try await copy.store.view(at: .now).catalogue
    #expect(imported.items.map(\.gift) == view.catalogue.items.map(\.gift))
    #expect(imported.items.count == entries.count - 1)
    for (ours, theirs) in zip(view.catalogue.items, imported.items) {
      let there = ours.definition.places.filter { $0.key != old }
      #expect(theirs.definition.places == there)
      #expect(ours.definition.names == theirs.definition.names)
      #expect(ours.definition.price == theirs.definition.price)
      #expect(ours.version.asset == theirs.version.asset)
      #expect(ours.version.facts == theirs.version.facts)
      #expect(ours.window.until == theirs.window.until)
    }
  }
}

extension ImportProblem.Reason {
  /// Why the catalogue does not take the gift.
  fileprivate var rejection: Rejection? {
    if case .rejected(let rejection) = self { rejection } else { nil }
  }
}
