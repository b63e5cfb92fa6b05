import GiftDomain
import GiftStore
import Support
import Testing

extension GiftStore {
  /// A catalogue brought up to date by reading what was edited since, which is the one that reading
  /// everything gives.
  func followed(_ earlier: FollowedCatalogue?) async throws -> FollowedCatalogue {
    let whole = try await view(at: .now)
    let follower = try await follower(firstHost: 0)
    let reading = try await follower.reading(after: earlier, patience: patience)
    await follower.close()
    if reading.view == nil { #expect(earlier?.view.change == whole.change) }
    let part = try #require(reading.view ?? earlier?.view)
    if reading.view != nil {
      #expect(part.instant >= whole.instant)
      #expect(part.now == part.instant)
    }
    let same = try whole.evaluated(at: part.instant)
    #expect(part.states == same.states)
    #expect(part.departed == same.departed)
    #expect(part.rotations == same.rotations)
    #expect(part.change == same.change)
    #expect(part.altering == same.altering)
    #expect(part.alteredAt == same.alteredAt)
    return FollowedCatalogue(view: part, position: reading.position, isFromFile: false)
  }
}
