import GiftDomain

/// A gift as clients see it; members without a value are left out.
struct GiftDocument: Encodable {
  let id: GiftID
  /// Only where gifts that are not live may be asked for.
  let status: VisibleGift.Status?
  let definition: Definition
  let version: AnimationVersion
  let window: Window

  /// Writes all members into one object.
  func encode(to encoder: any Encoder) throws {
    try definition.forClients.encode(to: encoder)
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(id, forKey: .id)
    try members.encodeIfPresent(status, forKey: .status)
    try members.encode(AnimationDocument(version), forKey: .animation)
    try members.encode(window.from, forKey: .from)
    try members.encodeIfPresent(window.until, forKey: .until)
  }

  private enum CodingKeys: CodingKey {
    case id, status, animation, from, until
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
