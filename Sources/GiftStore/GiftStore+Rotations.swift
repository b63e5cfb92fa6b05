package import GiftDomain
import GiftSQL
import Postgres
import Synchronization

extension GiftStore {
  /// When the clocks of a zone are turned, by the database's rules; nil for a zone that is none of
  /// the IANA database's, or UTC.
  package func zone(_ name: String) async throws(StoreError) -> ZoneRules? {
    // No text of PostgreSQL's can hold NUL.
    guard !name.contains("\0") else { return nil }
    return try await reading { session throws(StoreError) in
      try session.zone(named: name, known: zones)
    }
  }

  /// All rotations as they stand, and the database's clock.
  package func rotations() async throws(StoreError) -> (rotations: [Rotation], now: Timestamp) {
    try await reading { session throws(StoreError) in
      let (plans, clocks) = try session.answers(.plans(at: nil), .clock)
      return (try session.rotations(of: plans, zones), clocks[0])
    }
  }
}

/// Zones that were read already: their rules change with the database's software only, so a
/// process reads each once.
final class KnownZones: Sendable {
  private let rules = Mutex<[String: ZoneRules]>([:])

  subscript(name: String) -> ZoneRules? {
    get { rules.withLock { $0[name] } }
    set { rules.withLock { $0[name] = newValue } }
  }
}
