import Foundation

/// A gift as the read API writes it (openapi.yaml, `LiveGift`); unknown members are ignored.
struct GiftRecord: Codable {
  struct Animation: Codable {
    let byteCount: Int
    let durationMs: Int
    let frameCount: Double
    let frameRate: Double
    let height: Int
    let playback: PlaybackRecord
    let sha256: String
    let url: String
    let version: Int
    let width: Int
  }

  struct Picture: Codable {
    let byteCount: Int
    let height: Int
    let sha256: String
    let url: String
    let width: Int
  }

  /// The members of `Gift.next`.
  struct Terms: Codable {
    let order: Int?
    let price: Int?
  }

  let animation: Animation
  let category: String
  let changes: String?
  let fallback: String
  let from: String
  let id: String
  let names: [String: String]
  let next: Terms?
  let order: Int?
  let poster: Picture?
  let preview: Picture?
  let price: Int?
  let streakable: Bool
  let tags: [String]
  let until: String?
  let weight: Int?

  /// The gift, if every value is in the range that openapi.yaml gives.
  ///
  /// - Throws: `badResponse` with what is wrong.
  func gift() throws(GiftClientError) -> Gift {
    guard let id = GiftID(id) else { throw .badResponse("\(brief(self.id)) is not an id") }
    try check(isWord(category) && category.utf8.count <= 64, "category")
    try check(areNames(names, fallback: fallback), "names")
    for order in [order, next?.order].compactMap({ $0 }) {
      try check(orders.contains(order), "order")
    }
    try check(weight.map { $0 >= 1 && orders.contains($0) } ?? true, "weight")
    for price in [price, next?.price].compactMap({ $0 }) {
      try check((0...10_000_000).contains(price), "price")
    }
    try check(tags.count <= 20 && tags.allSatisfy { isWord($0) && $0.utf8.count <= 64 }, "tags")
    try check((poster == nil) == (preview == nil), "preview")
    return Gift(
      id: id, names: names, fallback: fallback, price: price, category: category, order: order,
      weight: weight, streakable: streakable, tags: tags, from: try instant(from, "from"),
      until: try until.map { text throws(GiftClientError) in try instant(text, "until") },
      changes: try changes.map { text throws(GiftClientError) in try instant(text, "changes") },
      next: next.map { PlannedTerms(price: $0.price, order: $0.order) },
      animation: try animation.info(of: id),
      poster: try poster.map { record throws(GiftClientError) in try record.picture(of: id) },
      preview: try preview.map { record throws(GiftClientError) in try record.picture(of: id) })
  }

  init(_ gift: Gift) {
    animation = Animation(gift.animation)
    category = gift.category
    changes = gift.changes.map(Timestamps.text)
    fallback = gift.fallback
    from = Timestamps.text(gift.from)
    id = gift.id.text
    names = gift.names
    next = gift.next.map { Terms(order: $0.order, price: $0.price) }
    order = gift.order
    poster = gift.poster.map(Picture.init)
    preview = gift.preview.map(Picture.init)
    price = gift.price
    streakable = gift.streakable
    tags = gift.tags
    until = gift.until.map(Timestamps.text)
    weight = gift.weight
  }

  private func check(_ isValid: Bool, _ member: String) throws(GiftClientError) {
    if !isValid { throw .badResponse("\(member) of \(brief(id)) is out of range") }
  }

  private func instant(_ text: String, _ member: String) throws(GiftClientError) -> Date {
    guard let date = Timestamps.instant(text) else {
      throw .badResponse("\(member) of \(brief(id)) is not an instant")
    }
    return date
  }
}

extension GiftRecord.Animation {
  init(_ info: AnimationInfo) {
    byteCount = info.asset.byteCount
    durationMs = info.durationMs
    frameCount = info.frameCount
    frameRate = info.frameRate
    height = info.height
    playback = PlaybackRecord(info.playback)
    sha256 = info.asset.digest.hex
    url = info.asset.path
    version = info.version
    width = info.width
  }

  func info(of id: GiftID) throws(GiftClientError) -> AnimationInfo {
    guard ClientLimits.animationSide.contains(width), ClientLimits.animationSide.contains(height),
      frameRate > 0, frameRate <= ClientLimits.animationFrames,
      frameCount > 0, frameCount <= ClientLimits.animationFrames,
      ClientLimits.animationDurationMs.contains(durationMs), (1...1_000_000).contains(version),
      let playback = playback.playback
    else { throw .badResponse("the animation of \(id) is out of range") }
    return AnimationInfo(
      version: version, width: width, height: height, frameRate: frameRate,
      frameCount: frameCount, durationMs: durationMs, playback: playback,
      asset: try asset(.animation, sha256: sha256, byteCount: byteCount, url: url))
  }
}

extension GiftRecord.Picture {
  init(_ picture: Picture) {
    byteCount = picture.asset.byteCount
    height = picture.height
    sha256 = picture.asset.digest.hex
    url = picture.asset.path
    width = picture.width
  }

  func picture(of id: GiftID) throws(GiftClientError) -> Picture {
    guard (1...1024).contains(width), (1...1024).contains(height) else {
      throw .badResponse("a picture of \(id) is out of range")
    }
    return Picture(
      width: width, height: height,
      asset: try asset(.picture, sha256: sha256, byteCount: byteCount, url: url))
  }
}

/// An asset as the read API writes it.
///
/// - Throws: `badResponse`.
func asset(
  _ kind: AssetKind, sha256: String, byteCount: Int, url: String
) throws(GiftClientError) -> AssetReference {
  guard let digest = AssetDigest(hex: sha256) else {
    throw .badResponse("\(brief(sha256)) is not a SHA-256")
  }
  return try AssetReference(kind: kind, digest: digest, byteCount: byteCount, path: url)
}
