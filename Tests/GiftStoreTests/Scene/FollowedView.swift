import GiftDomain
import GiftStore
import Support
import Testing

extension GiftStore {
  /// A catalogue brought up to date by reading what was edited since, which is the one that reading
  /// everything gives, as clients may see it.
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
    let same = whole.evaluated(at: part.instant)
    #expect(part.states == same.states.map(\.forClients))
    #expect(part.departed.map(\.state) == same.departed.map(\.state))
    #expect(
      part.departed.map(\.lastDefinition) == same.departed.map(\.lastDefinition.forClients))
    #expect(part.rotations == same.rotations)
    #expect(part.groups == same.groups)
    #expect(part.change == same.change)
    #expect(part.altering == same.altering)
    #expect(part.alteredAt == same.alteredAt)
    return FollowedCatalogue(view: part, position: reading.position, isFromFile: false)
  }
}

extension GiftState {
  /// What clients may see of it.
  var forClients: GiftState {
    GiftState(
      gift: gift, definition: definition?.forClients, versions: versions, schedule: schedule,
      rotation: rotation)
  }
}
