import GiftDomain
import GiftStore

/// The animations and pictures of withdrawn versions, which are served no more, and which clients
/// delete.
struct WithdrawnAssets: Sendable {
  private let names: Set<AssetName>
  private let routes: Set<Route>
  /// The resource at `/v1/withdrawn`.
  let list: ReadyResource
  /// What catalogues name the list by: the first 128 bits of the digest of the digests of its
  /// animations, as they are listed; nil if nothing is withdrawn.
  let name: String?

  /// Those of a view; equal ones of `earlier` are reused.
  init(_ view: CatalogueView, after earlier: WithdrawnAssets?) {
    let names = view.withdrawnAssets
    if let earlier, earlier.names == names {
      self = earlier
      return
    }
    self.names = names
    routes = Set(names.map { Route($0) })
    let items = names.map { WithdrawnDocument.Item(kind: $0.kind.label, sha256: $0.digest.hex) }
      .sorted { ($0.sha256, $0.kind) < ($1.sha256, $1.kind) }
    let body = jsonBody(WithdrawnDocument(withdrawn: items))
    // Pictures may be drawn without a new catalogue; animations are not withdrawn without one.
    let animations = items.filter { $0.kind == AssetKind.animation.label }.map(\.sha256)
    name = animations.isEmpty ? nil : EntityTag(hashing: Array(animations.joined().utf8)).text
    list = ReadyResource(
      Resource(
        group: .withdrawn, body: CodedBody(document: body), tag: EntityTag(hashing: body),
        validity: .until(nil), modifiedAt: nil))
  }

  /// Whether an asset may not be served.
  func contains(_ name: AssetName) -> Bool { names.contains(name) }

  /// Whether the asset at a route may not be served.
  func contains(_ route: Route) -> Bool { !routes.isEmpty && routes.contains(route) }
}

/// What `/v1/withdrawn` lists.
private struct WithdrawnDocument: Encodable {
  struct Item: Encodable {
    let kind: String
    let sha256: String
  }

  let withdrawn: [Item]
}

extension CatalogueView {
  /// The animations and pictures that are served no more.
  var withdrawnAssets: Set<AssetName> {
    Set(withdrawn.map { AssetName(kind: $0.isPicture ? .picture : .animation, digest: $0.digest) })
  }
}
