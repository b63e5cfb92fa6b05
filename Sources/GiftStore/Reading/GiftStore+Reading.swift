package import GiftDomain
import GiftSQL
import Postgres

extension GiftStore {
  /// The catalogue at a moment, in one consistent read: all of it, or of its gifts only some.
  ///
  /// Throws `Rejection.changeNotFound` for a change that does not exist.
  package func view(
    at moment: Moment, of gifts: ViewedGifts = .all
  ) async throws(StoreError) -> CatalogueView {
    try await reading { session in try session.view(at: moment, of: gifts, as: role) }
  }

  /// All rows of one gift, for `giftctl show` and decisions; nil for a gift that was never added.
  ///
  /// Only editors may read all of it.
  package func record(of gift: GiftID) async throws(StoreError) -> GiftRecord? {
    try await reading { session in try session.record(of: gift) }
  }

  /// The bytes with these digests and their codings, by digest; missing ones are left out.
  ///
  /// More than `StoreLimits.assetsAtOnce` digests are a programming error and end the process.
  package func assets(_ digests: [SHA256Digest]) async throws(StoreError) -> [StoredAsset] {
    precondition(digests.count <= StoreLimits.assetsAtOnce, "the caller has to ask in parts")
    return try await transaction(.readOnly, deadline: limits.bulkDeadline) { session in
      try session.assets(digests)
    }
  }

  /// The current pictures of animations that were drawn, whichever gift has them.
  package func pictures(
    of animations: [SHA256Digest]
  ) async throws(StoreError) -> [SHA256Digest: VersionPictures] {
    try await reading { session in
      let pictures = try session.answers(.pictures(of: animations))
      return Dictionary(pictures) { first, _ in first }
    }
  }

  /// What is known of an animation, and of gifts like one that is to get it.
  package func known(
    _ animation: SHA256Digest, for gift: GiftID
  ) async throws(StoreError) -> KnownAnimation {
    try await reading { session in
      let (stored, pictures, namesakes) = try session.answers(
        .stored(among: [animation]), .pictures(of: [animation]), .namesakes(of: gift))
      return KnownAnimation(
        isStored: !stored.isEmpty, pictures: pictures.first?.1, namesake: namesakes.first)
    }
  }

  /// A gift whose id differs from this one's only in hyphens; nil if there is none.
  package func namesake(of gift: GiftID) async throws(StoreError) -> GiftID? {
    try await reading { session in try session.answers(.namesakes(of: gift)).first }
  }

  /// The newest change.
  package func newestChange() async throws(StoreError) -> ChangeNumber {
    try await reading { session in try session.answers(Question.lastChange)[0].number }
  }

  /// The animations of which an asset is or was a picture; none for any other asset.
  package func animations(
    picturedBy asset: SHA256Digest
  ) async throws(StoreError) -> [SHA256Digest] {
    try await reading { session in
      try session.rows(SQL.pictureOwner, [.bytes(asset.bytes)]) { row in try row.digest("asset") }
    }
  }

  /// The versions of all gifts that have some bytes.
  package func holdings(of digests: [SHA256Digest]) async throws(StoreError) -> [AssetHolding] {
    try await reading { session in try session.answers(Question(holding: digests)) }
  }

  /// Which of these digests, as many as an import has, are stored.
  package func assetsPresent(
    among digests: [SHA256Digest]
  ) async throws(StoreError) -> Set<SHA256Digest> {
    try await reading { session in
      let stored = try session.answers(Question<SHA256Digest>.stored(among: digests))
      return Set(stored)
    }
  }
}

/// What is known of an animation before it is added to a gift.
package struct KnownAnimation: Hashable, Sendable {
  /// Whether its bytes are stored.
  package let isStored: Bool
  /// Its current pictures, whichever gift has them.
  package let pictures: VersionPictures?
  /// A gift whose id differs from that of the gift only in hyphens.
  package let namesake: GiftID?
}

/// One gift's rows at the moment they were read.
package struct GiftRecord: Hashable, Sendable {
  /// All rows of the gift.
  package let history: GiftHistory
  /// The newest change of the whole catalogue.
  package let last: ChangeNumber
  /// The database's clock.
  package let now: Timestamp
  /// The rotations that it was ever in, in their current state.
  package let rotations: [Rotation]
  /// The current placements and categories that can be read.
  package let groups: GiftGroups
  /// The rotations that cannot be read, whether it was in them or not.
  package let broken: [RotationName]
  /// The findings of each version's check: JSON arrays.
  package let findings: [VersionNumber: String]

  /// The current gift, with its turns in rotations.
  ///
  /// Throws `StoreError.rowBroken` for rows that the constraints rule out.
  package func current() throws(StoreError) -> GiftState {
    let state = try state(at: last)
    let shown = rotations.timelines(around: now, below: [state].windows)
    return shown[history.gift].map(state.with) ?? state
  }

  /// The gift after a change, without its turns in rotations.
  ///
  /// Throws `StoreError.rowBroken` for rows that the constraints rule out.
  package func state(at change: ChangeNumber) throws(StoreError) -> GiftState {
    try failing { try history.state(at: change) }
  }
}
