import GiftDomain

/// A gift as clients see it; members without a value are left out.
struct GiftDocument: Encodable {
  let id: String
  /// Only where gifts that are not live may be asked for.
  let status: VisibleGift.Status?
  let names: [String: String]
  let price: Int64
  let category: String
  let order: Int64
  let streakable: Bool
  let tags: [String]
  let animation: AnimationDocument
  let from: String
  let until: String?

  init(
    id: GiftID, status: VisibleGift.Status? = nil, definition: Definition,
    version: AnimationVersion, window: Window
  ) {
    self.id = id.text
    self.status = status
    names = Dictionary(
      definition.names.map { ($0.key.text, $0.value.text) }, uniquingKeysWith: { first, _ in first }
    )
    price = definition.price.coins
    category = definition.category.text
    order = definition.order.value
    streakable = definition.isStreakable
    tags = definition.tags.map(\.text).sorted()
    animation = AnimationDocument(version)
    from = window.from.rfc3339
    until = window.until?.rfc3339
  }
}

/// An animation version as clients see it.
struct AnimationDocument: Encodable {
  let version: Int64
  let url: String
  let sha256: String
  let byteCount: Int64
  let width: Int64
  let height: Int64
  let frameRate: Double
  let frameCount: Double
  let durationMs: Int64

  init(_ version: AnimationVersion) {
    self.version = version.number.value
    url = Route.url(of: version.asset)
    sha256 = version.asset.hex
    byteCount = version.byteCount
    width = version.facts.width
    height = version.facts.height
    frameRate = version.facts.frameRateHz
    frameCount = version.facts.frameCount
    durationMs = version.facts.durationMs
  }
}
