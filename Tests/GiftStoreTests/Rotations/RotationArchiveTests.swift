import GiftDomain
import GiftStore
import StoreSupport
import Testing

/// Rotations and announcements in an archive.
@Suite(.timeLimit(.minutes(5)))
struct RotationArchiveTests {
  @Test func `an archive brings rotations and announcements back as they were`() async throws {
    let (store, now) = try await StoreFixture.store { now, utc in
      PastCatalogue(
        start: try now.hours(-100), gifts: ["heart", "rose", "star", "teddy"],
        edits: [
          .init(
            rotation: "spring", at: try now.hours(-99),
            plan: try .daily(["heart", "rose"], hours: -90, from: now, in: utc)),
          .init(
            rotation: "summer", at: try now.hours(-98),
            plan: try .daily(["star"], hours: -50, from: now, in: utc, lastTurn: 1)),
        ], bases: ["rose": try now.hours(-100)])
    }
    let announced = try await store.tick(nil, limit: 100).outcome.announced
    #expect(announced.count == 8 + 1)
    try await store.change(.skipLater(2))
    let zone = try #require(try await store.zone(london))
    // A gift that has changed rotations.
    try await store.plan(try .weekly(["star", "teddy"], in: zone), as: "autumn")
    _ = try await store.retire("teddy")
    let archive = try await store.archive()
    #expect(archive.announcements == announced)
    #expect(Set(archive.plans.map(\.rotation.text)) == ["autumn", "spring", "summer"])
    #expect(archive.bindings.contains { $0.row.until != nil })
    try archive.validate()

    let copy = try await StoreFixture.migrated().store()
    #expect(try await copy.restore(archive, bytes: sampleBytes))
    #expect(try await copy.archive() == archive)
    #expect(try await !copy.restore(archive, bytes: sampleBytes))
    for hours in [-101, -95, -60, -49, -20, 0, 20, 200] as [Int64] {
      let moment = Moment.instant(try now.hours(hours))
      let (ours, theirs) = (try await store.view(at: moment), try await copy.view(at: moment))
      #expect(ours.catalogue == theirs.catalogue && ours.rotations == theirs.rotations)
      try await store.expectListing(at: moment, like: ours)
    }
    #expect(try await copy.tick(nil, limit: 100).outcome.announced.isEmpty)
    #expect(try await copy.archive() == archive)
    await store.close()
    await copy.close()
  }

  @Test(arguments: BrokenRotation.all)
  func `a broken rotation or announcement is refused by name, and nothing is stored`(
    broken: BrokenRotation
  ) async throws {
    let (archive, fault) = try broken.archive()
    #expect(throws: fault) { try archive.validate() }
    try await expectRefusal(of: archive, fault)
  }

  @Test(arguments: BrokenRotation.unplaced)
  func `what only a database can tell is refused by name, and nothing is stored`(
    broken: BrokenRotation
  ) async throws {
    let (archive, fault) = try broken.archive()
    try archive.validate()
    try await expectRefusal(of: archive, fault)
  }

  @Test func `the draft that is broken above is whole`() async throws {
    let store = try await StoreFixture.migrated().store()
    #expect(try await store.restore(RotationDraft().archive(), bytes: sampleBytes))
    #expect(try await store.archive() == RotationDraft().archive())
    await store.close()
  }

  private func expectRefusal(of archive: Archive, _ fault: ArchiveFault) async throws {
    let store = try await StoreFixture.migrated().store()
    let error = await #expect(throws: StoreError.self) {
      try await store.restore(archive, bytes: sampleBytes)
    }
    switch error {
    case .archiveBroken(fault): break
    // A plan out of range is refused where it is read.
    case .archiveBroken(.text(.invalid)): #expect(fault == .rotationBroken(try .init("spring")))
    default: Issue.record("\(String(describing: error)) is not \(fault)")
    }
    #expect(try await store.archive() == Archive.empty)
    await store.close()
  }
}
