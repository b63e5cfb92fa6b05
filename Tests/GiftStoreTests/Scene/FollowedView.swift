import GiftDomain
import GiftStore
import Testing

extension GiftStore {
  /// A view brought up to date by reading what was edited since, which is the one that reading
  /// everything gives.
  func followed(_ earlier: CatalogueView?) async throws -> CatalogueView {
    let whole = try await view(at: .now)
    guard let earlier else { return whole }
    let part = try await view(after: earlier)
    #expect(part.instant >= whole.instant)
    #expect(part.now == part.instant)
    let same = try whole.evaluated(at: part.instant)
    #expect(part.states == same.states)
    #expect(part.departed == same.departed)
    #expect(part.rotations == same.rotations)
    #expect(part.change == same.change)
    #expect(part.altering == same.altering)
    #expect(part.alteredAt == same.alteredAt)
    return part
  }
}
