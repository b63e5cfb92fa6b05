import GiftDomain
import GiftStore
import NIOCore

/// The bytes of an animation in memory, ready to be sent by their digest.
final class ShelvedAsset: Sendable {
  let digest: SHA256Digest
  /// The digest as addresses have it.
  let hex: String
  let address: AddressKey
  let body: CodedBody
  let ready: ReadyResource

  init(_ asset: StoredAsset, limits: APILimits) {
    digest = asset.digest
    hex = asset.digest.hex
    address = AddressKey(hex)
    body = CodedBody(identity: asset.identity, gzip: asset.gzip, brotli: asset.brotli)
    ready = ReadyResource(
      Resource(body: body, tag: EntityTag(asset.digest), validity: .immutable), limits: limits)
  }
}
