import GiftDomain
import Postgres
import StoreSupport
import Support
import Testing

@testable import GiftStore

extension GiftStore {
  /// A catalogue brought up to date by reading what was edited since, which is the one that reading
  /// everything gives, as clients may see it: without gifts that never had a plan.
  func followed(_ earlier: FollowedCatalogue?) async throws -> FollowedCatalogue {
    let whole = try await view(at: .now)
    let reader = GiftStore.patient(conninfo: settings.conninfo, role: .reader)
    let follower = try await reader.follower(firstHost: 0)
    let reading = try await follower.reading(after: earlier, patience: patience)
    await follower.close()
    let shown = try await reader.view(at: .now)
    await reader.close()
    let planned = Set(shown.states.map(\.gift) + shown.departed.map(\.state.gift))
    #expect(whole.states.allSatisfy { planned.contains($0.gift) || $0.schedule == .empty })
    if reading.view == nil { #expect(earlier?.view.change == whole.change) }
    let part = try #require(reading.view ?? earlier?.view)
    if reading.view != nil {
      #expect(part.instant >= whole.instant)
      #expect(part.now == part.instant)
    }
    let same = whole.evaluated(at: part.instant)
    #expect(part.states == same.states.filter { planned.contains($0.gift) }.map(\.forClients))
    let departed = same.departed.filter { planned.contains($0.state.gift) }
    #expect(part.departed.map(\.state) == departed.map(\.state))
    #expect(
      part.departed.map(\.lastDefinition)
        == departed.map(\.lastDefinition).map { $0.forClients.withdrawing($0.withdrawn) })
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
      gift: gift, definition: definition?.forClients.withdrawing(withdrawn), versions: versions,
      schedule: schedule, rotation: rotation)
  }
}
