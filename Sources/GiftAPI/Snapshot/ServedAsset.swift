import GiftDomain
import GiftStore
import NIOCore

/// The bytes of an animation in memory, ready to be sent by their digest.
final class ServedAsset: Sendable {
  let digest: SHA256Digest
  /// The digest as in URLs.
  let hex: String
  let address: AddressKey
  let body: CodedBody
  let ready: ReadyResource

  init(_ digest: SHA256Digest, body: CodedBody) {
    self.digest = digest
    self.body = body
    hex = digest.hex
    address = AddressKey(hex)
    ready = ReadyResource(
      Resource(
        group: .animation, body: body, tag: EntityTag(digest), validity: .immutable,
        modifiedAt: nil))
  }

  /// An animation with its own buffers.
  convenience init(_ asset: StoredAsset) {
    self.init(asset.digest, body: CodedBody(asset.bodies.mapValues { ByteBuffer(bytes: $0) }))
  }
}
