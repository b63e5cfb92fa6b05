import GiftDomain
import StoreSupport
import Support
import Synchronization
import Testing

@testable import GiftStore

@Suite(.timeLimit(.minutes(5)))
struct ArchiveTests {
  @Test(arguments: [11, 13] as [UInt64])
  func `a restored archive is the same catalogue at every change and instant`(
    seed: UInt64
  ) async throws {
    let fixture = try await StoreFixture.migrated()
    let clock = try await fixture.clock()
    let original = fixture.store()
    try await original.live(seed: seed, steps: 120, clock)
    let archive = try await original.archive()
    #expect(archive.changes.count > 30 && archive.announcements.count > 10)
    #expect(Set(archive.plans.map(\.rotation)).count == 2 && archive.plans.count > 5)
    #expect(archive.bindings.contains { $0.row.until != nil })
    #expect(Set(archive.announcements.map(\.announcement.event)).count > 1)
    let copy = try await StoreFixture.migrated().store()
    let progress = Mutex<[RestoreProgress]>([])
    let isNew = try await copy.restore(
      archive, bytes: sampleBytes, progress: { step in progress.withLock { $0.append(step) } })
    #expect(isNew)
    let (assets, changes) = (archive.assets.count, archive.changes.count)
    let steps = (1...Int64(assets)).map { RestoreProgress.assets($0, of: Int64(assets)) }
    let end = RestoreProgress.changes(Int64(changes), of: Int64(changes))
    #expect(progress.withLock { $0 } == steps + [end])
    #expect(try await copy.archive() == archive)
    try await expectSameCatalogues(original, copy, archive)
    for asset in archive.assets {
      #expect(try await copy.asset(asset) == sampleBytes(asset))
    }
    // The copy lives on as the original would, and announces what has passed meanwhile.
    try await clock.go(ahead: 0)
    let at = try await original.tick(nil, limit: 1_000).outcome.at
    _ = try await copy.tick(nil, limit: 1_000)
    let announced = [try await original.archive(), try await copy.archive()].map { archive in
      archive.announcements.map(\.announcement).filter { $0.due <= at }
    }
    #expect(announced[0] == announced[1])
    #expect(announced[0].count > archive.announcements.count)
    let rose = try GiftID("rose")
    let next = try await copy.edit(.add(9), of: rose)
    #expect(next.previous == archive.changes.last?.record.number)
  }

  @Test func `rows after the first announcement are refused`() async throws {
    let fixture = try await StoreFixture.migrated()
    let clock = try await fixture.clock()
    let original = fixture.store()
    try await original.live(seed: 11, steps: 120, clock)
    let lines = try await original.archive().lines()
    let place = try #require(
      lines.firstIndex { if case .announcement = $0 { true } else { false } })
    var announced = HistoryCheck()
    for line in lines[...place] { try announced.add(line) }
    // An asset, changes and their rows: what the last digest covers is proven by then.
    for line in lines[..<place].suffix(40) + lines.prefix(1) {
      var check = announced
      #expect(throws: ArchiveFault.announcementBroken(1)) { try check.add(line) }
    }
  }

  @Test func `the same archive again is unchanged, another history is refused`() async throws {
    let store = try await StoreFixture.migrated().store()
    let rose = try GiftID("rose")
    try await store.edit(.add(1), of: rose)
    let first = try await store.archive()
    try await store.edit(.publish(), of: rose)
    let second = try await store.archive()
    let copy = try await StoreFixture.migrated().store()
    #expect(try await copy.restore(first, bytes: sampleBytes))
    #expect(try await !copy.restore(first, bytes: sampleBytes))
    // The bytes are not even asked for.
    #expect(try await !copy.restore(first) { _ in nil })
    for other in [second, Archive.empty] {
      await #expect(throws: StoreError.rejected(.historyDiffers(last: try .number(1)))) {
        try await copy.restore(other, bytes: sampleBytes)
      }
    }
    #expect(try await copy.archive() == first)
  }

  @Test func `a history that is there is unchanged while the clock is behind it, a new one is not`()
    async throws
  {
    let fixture = try await StoreFixture.migrated()
    let clock = try await fixture.clock()
    let store = fixture.store()
    try await store.edit(.add(1), of: try GiftID("rose"))
    let archive = try await store.archive()
    try await clock.go(ahead: -3_600)
    #expect(try await !store.restore(archive) { _ in nil })
    let other = try await StoreFixture.migrated()
    try await other.clock().go(ahead: -3_600)
    let copy = other.store()
    await #expect(throws: StoreError.archiveBroken(.fromTheFuture(try .number(1)))) {
      try await copy.restore(archive, bytes: sampleBytes)
    }
    #expect(try await copy.archive() == Archive.empty)
  }

  @Test func `a dry run of a restore leaves the database empty`() async throws {
    let store = try await StoreFixture.migrated().store()
    try await store.edit(.add(1), of: try GiftID("rose"))
    let archive = try await store.archive()
    let fixture = try await StoreFixture.migrated()
    let copy = fixture.store()
    // Nor does it wait for whoever edits.
    let held = try await HeldTransaction(
      "SELECT FROM head FOR UPDATE; LOCK TABLE asset IN EXCLUSIVE MODE",
      fixture.settings())
    #expect(try await copy.restore(archive, isDryRun: true, bytes: sampleBytes))
    await #expect(throws: StoreError.archiveBroken(.assetMissing(archive.assets[0]))) {
      try await copy.restore(archive, isDryRun: true) { _ in nil }
    }
    try await held.end()
    #expect(try await copy.archive() == Archive.empty)
    #expect(try await copy.restore(archive, bytes: sampleBytes))
  }

  @Test func `an empty archive is nothing to do`() async throws {
    let store = try await StoreFixture.migrated().store()
    #expect(try await !store.restore(Archive.empty) { _ in nil })
  }

  private func expectSameCatalogues(
    _ original: GiftStore, _ copy: GiftStore, _ archive: Archive
  ) async throws {
    let windows = archive.gifts.flatMap { $0.history.availabilities }
      .flatMap { [$0.value.window.from] + [$0.value.window.until].compactMap(\.self) }
    let instants = Set(
      windows + archive.changes.map(\.record.at) + archive.announcements.map(\.announcement.due)
    ).sorted()
    let moments =
      [Moment.change(.zero)] + archive.changes.map { .change($0.record.number) }
      + instants.map { .instant($0) }
    for moment in moments {
      let (ours, theirs) = (try await original.view(at: moment), try await copy.view(at: moment))
      #expect(ours.states == theirs.states)
      #expect(ours.departed == theirs.departed)
      #expect(ours.rotations == theirs.rotations)
      #expect(ours.change == theirs.change)
      #expect(ours.altering == theirs.altering)
      #expect(ours.catalogue == theirs.catalogue)
    }
  }
}

/// The bytes of the animations that the actions bring.
@Sendable func sampleBytes(_ digest: SHA256Digest) -> [UInt8]? {
  (0...UInt8.max).lazy.map { [$0] }.first { sha256($0) == digest.bytes }
    ?? (1...9).lazy.map { PictureFile.sampleBytes($0) }.first { sha256($0) == digest.bytes }
}

extension StoreFixture {
  /// A clock of the database's own, for stores that are made from here on.
  fileprivate func clock() async throws -> SettableClock {
    try await SettableClock(of: cluster.conninfo(database: database), in: cluster)
  }
}

extension GiftStore {
  /// Random actions for three gifts and two rotations, with hours between them in which boundaries
  /// pass and are announced; what is rejected is left out.
  fileprivate func live(seed: UInt64, steps: Int, _ clock: SettableClock) async throws {
    var draws = ActionDraws(seed: seed)
    let gifts = try ["rose", "heart", "teddy"].map { id in try GiftID(id) }
    let utc = try #require(try await zone("UTC"))
    // Whole days ago, so that a seed means one history.
    let day: Int64 = 24 * 3_600_000_000
    let today = try Timestamp(microseconds: try await self.clock().microseconds / day * day)
    var now = try today.hours(-24 * 60)
    try await clock.stand(at: now)
    for gift in gifts { try await edit(.add(1), of: gift) }
    let pictures = try (1...3).map { try PictureFile(sample: $0) }
    for gift in gifts {
      let command = Command.setPictures(
        gift: gift, animation: try Upload(byte: 1).candidate.asset, pictures: try .drawn(2),
        replace: true)
      let request = EditRequest(verb: .pictures, actor: try Actor("tester"))
      _ = try await commit([command], request, pictures: pictures)
    }
    for _ in 0..<steps {
      now = try now.hours(draws.number(0...5))
      try await clock.stand(at: now)
      if draws.chance(60) { _ = try await tick(nil, limit: 100) }
      let view = try await view(at: .now)
      do {
        if draws.chance(50) {
          let gift = draws.one(of: gifts)
          let state =
            try await record(of: gift)?.current()
            ?? GiftState(gift: gift, definition: nil, versions: [], schedule: .empty)
          let action = try draws.action(for: state, now: now, last: view.change)
          try await edit(action, of: gift)
        } else {
          let command = try draws.command(
            of: gifts, view.rotations, now: now, last: view.change, in: utc)
          let request = EditRequest(verb: command.verb, actor: try Actor("tester"))
          _ = try await commit([command], request, pictures: pictures)
        }
      } catch StoreError.rejected, StoreError.commandsRejected {
        continue
      }
    }
  }
}
