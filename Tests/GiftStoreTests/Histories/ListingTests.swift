import GiftDomain
import Testing

@testable import GiftStore

@Suite struct ListingTests {
  /// Since when something shows is told by rows that may lie far back: windows and steps that meet
  /// and show the same are one, and one that shows nothing may be all that was read.
  @Test func `a listing reads as far back as it has to`() async throws {
    let store = try await StoreFixture.migrated().store()
    let (rose, heart) = (try GiftID("rose"), try GiftID("heart"))
    for gift in [rose, heart] {
      for byte in [1, 2] as [UInt8] { try await store.edit(.add(byte), of: gift) }
    }
    let now = try await store.clock()
    func window(_ gift: GiftID, _ version: Int64, _ from: Int64, _ until: Int64) throws -> Command {
      .publish(
        gift: gift, version: try VersionNumber(version), from: try now.hours(from),
        until: try now.hours(until), replace: .nothing)
    }
    func hidden(_ gift: GiftID, _ from: Int64, _ until: Int64) throws -> Command {
      .hide(gift: gift, from: try now.hours(from), until: try now.hours(until), replace: .nothing)
    }
    func step(_ version: Int64, _ from: Int64) throws -> Command {
      .publish(
        gift: rose, version: try VersionNumber(version), from: try now.hours(from), until: nil,
        replace: .nothing)
    }
    let commands: [Command] = [
      try step(1, 1), try window(rose, 2, 2, 3), try window(rose, 2, 3, 4),
      try window(rose, 2, 4, 5), try hidden(rose, 6, 7), try window(rose, 1, 8, 9), try step(2, 20),
      try step(1, 21), try window(heart, 2, 2, 3), try hidden(heart, 4, 5), try hidden(heart, 5, 6),
    ]
    let request = EditRequest(verb: .publish, actor: try Actor("tester"))
    #expect(try await store.commit(commands, request).change != nil)
    for minutes in stride(from: 30, through: 24 * 60, by: 30) as StrideThrough<Int64> {
      let moment = Moment.instant(try now.advanced(byMicroseconds: minutes * 60_000_000))
      try await store.expectListing(at: moment, like: try await store.view(at: moment))
    }
    await store.close()
  }
}
