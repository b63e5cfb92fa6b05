package import GiftDomain
import GiftSQL
import Postgres

extension GiftStore {
  /// Everything as it stood at a moment, in one consistent read.
  ///
  /// Throws `Rejection.changeNotFound` for a change that does not exist.
  package func view(at moment: Moment) async throws(StoreError) -> CatalogueView {
    try await reading { session in try session.view(at: moment, as: role) }
  }

  /// All rows of one gift with what `giftctl show` and decisions need; nil for a gift that was
  /// never added.
  ///
  /// Only those who edit may see all of it.
  package func record(of gift: GiftID) async throws(StoreError) -> GiftRecord? {
    try await reading { session in try session.record(of: gift) }
  }

  /// The bytes under some digests with their codings, by digest; what is not there is left out.
  ///
  /// More than `StoreLimits.assetsAtOnce` digests are the caller's mistake and end the process.
  package func assets(_ digests: [SHA256Digest]) async throws(StoreError) -> [StoredAsset] {
    precondition(digests.count <= StoreLimits.assetsAtOnce, "the caller has to ask in parts")
    return try await reading { session in try session.assets(digests) }
  }

  /// Which of some digests, as many as an import has, are those of stored bytes.
  package func assetsPresent(
    among digests: [SHA256Digest]
  ) async throws(StoreError) -> Set<SHA256Digest> {
    try await reading { session in try session.assetsPresent(among: digests) }
  }
}

/// One gift's rows at the moment they were read.
package struct GiftRecord: Hashable, Sendable {
  /// All rows.
  package let history: GiftHistory
  /// The newest change of the whole catalogue.
  package let last: ChangeNumber
  /// The database's clock.
  package let now: Timestamp
  /// The rotations that ever brought it, as they stand.
  package let rotations: [Rotation]
  /// The rotations that cannot be read, whether they brought it or not.
  package let broken: [RotationName]
  /// What the check said of each version: JSON arrays.
  package let findings: [VersionNumber: String]

  /// The gift as it stands, with what rotations bring.
  ///
  /// Throws `StoreError.rowBroken` for rows that the constraints rule out.
  package func current() throws(StoreError) -> GiftState {
    let state = try state(at: last)
    let shown = rotations.timelines(around: now, below: [state].windows)
    return shown[history.gift].map(state.with) ?? state
  }

  /// The gift as it stood after a change, without what rotations bring.
  ///
  /// Throws `StoreError.rowBroken` for rows that the constraints rule out.
  package func state(at change: ChangeNumber) throws(StoreError) -> GiftState {
    try failing { try history.state(at: change) }
  }
}
