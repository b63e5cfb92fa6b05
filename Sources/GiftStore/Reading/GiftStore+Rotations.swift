package import GiftDomain

extension GiftStore {
  /// The clock changes of a zone, by the database's rules; nil unless it is UTC or an IANA time
  /// zone.
  package func zone(_ name: String) async throws(StoreError) -> ZoneRules? {
    // PostgreSQL's text cannot contain NUL.
    guard !name.contains("\0") else { return nil }
    return try await reading { session in try session.zone(named: name) }
  }

  /// All current rotations except broken ones, the names of the broken ones, and the database's
  /// clock.
  package func rotations() async throws(StoreError) -> (
    rotations: [Rotation], broken: [RotationName], now: Timestamp
  ) {
    try await reading { session in
      let (plans, clocks) = try session.answers(.plans(at: nil), .clock)
      let (whole, broken) = [Rotation].parted(plans)
      return (whole, broken, clocks[0])
    }
  }
}
