package import GiftDomain

extension GiftStore {
  /// When the clocks of a zone are turned, by the database's rules; nil for a zone that is none of
  /// the IANA database's, or UTC.
  package func zone(_ name: String) async throws(StoreError) -> ZoneRules? {
    // No text of PostgreSQL's can hold NUL.
    guard !name.contains("\0") else { return nil }
    return try await reading { session in try session.zone(named: name) }
  }

  /// All rotations as they stand but those that are broken, the names of these, and the database's
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
