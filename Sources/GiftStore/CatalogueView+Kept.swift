package import GiftDomain

// Values of the store that were kept elsewhere, and come back without a database.

extension CatalogueView {
  /// Rows that were read before, without what rotations bring, which `evaluated` adds.
  package static func kept(
    states: [GiftState], departed: [DepartedGift], rotations: [Rotation], change: ChangeNumber,
    altering: ChangeNumber, alteredAt: Timestamp, instant: Timestamp, now: Timestamp
  ) -> CatalogueView {
    CatalogueView(
      states: states, departed: departed, rotations: rotations, change: change,
      altering: altering, alteredAt: alteredAt, instant: instant, now: now)
  }
}

extension DepartedGift {
  /// A gift that was read before.
  package static func kept(_ state: GiftState, lastDefinition: Definition) -> DepartedGift {
    DepartedGift(state: state, lastDefinition: lastDefinition)
  }
}

extension StoredAsset {
  /// An animation that was read before; `digest` is the SHA-256 of `identity`.
  package static func kept(
    _ digest: SHA256Digest, identity: [UInt8], gzip: [UInt8]?, brotli: [UInt8]?
  ) -> StoredAsset {
    StoredAsset(digest: digest, identity: identity, gzip: gzip, brotli: brotli)
  }
}
