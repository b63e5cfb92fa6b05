import GiftDomain
import GiftStore
import NIOCore

/// The bytes of an animation or a picture in memory, ready to be sent by their digest.
final class ServedAsset: Sendable {
  let name: AssetName
  let route: Route
  let body: CodedBody
  let ready: ReadyResource

  init(_ name: AssetName, body: CodedBody) {
    self.name = name
    self.body = body
    route = Route(name)
    ready = ReadyResource(
      Resource(
        group: route.group, body: body, tag: EntityTag(name.digest), validity: .immutable,
        modifiedAt: nil))
  }

  /// An asset with its own buffers; nil if the bytes do not fit its kind.
  convenience init?(_ asset: StoredAsset, as kind: AssetKind) {
    guard kind.fits(asset) else { return nil }
    let bodies = asset.bodies.filter { kind.codings.contains($0.key) }
    self.init(
      AssetName(kind: kind, digest: asset.digest),
      body: CodedBody(bodies.mapValues { ByteBuffer(bytes: $0) }))
  }
}
