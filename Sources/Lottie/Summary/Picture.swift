/// An image among the assets.
struct Picture: Sendable {
  /// `p`: the data URI or the file's name.
  let path: NodeID
  let summary: ImageSummary
  /// The memory for the pixels in a player, in bytes; a Double, because headers can claim anything.
  let memoryBytes: Double

  /// Players decode to red, green, blue and alpha, a byte each.
  private static let bytesPerPixel = 4.0

  /// Nil if the asset is not an image: a composition, a sound, or a file without a size.
  init?(_ asset: Asset, _ animation: Animation) {
    guard asset.kind == .file, let path = animation.member("p", of: asset.node),
      let text = animation.json.slice(of: path)
    else { return nil }
    self.path = path
    var width = animation.member("w", of: asset.node).flatMap(animation.pixels)
    var height = animation.member("h", of: asset.node).flatMap(animation.pixels)
    // The stated size counts as well: lottie-android scales the image to it.
    var area = Double(width ?? 0) * Double(height ?? 0)
    let source: ImageSource
    if DataURI.isDataURI(text) {
      let uri = DataURI(text)
      // Sounds, and data for expressions.
      let type = uri?.mediaType
      guard type?.hasPrefix("audio/") != true, type != "application/json" else { return nil }
      let header = uri.flatMap { $0.isBase64 ? ImageHeader(base64: $0.payload) : nil }
      (width, height) = (header?.width, header?.height)
      area = header.map { max(area, Double($0.width) * Double($0.height)) } ?? 0
      source = .embedded(format: header?.format, byteCount: uri.map(Self.byteCount) ?? 0)
    } else {
      guard
        animation.member("w", of: asset.node) != nil
          || animation.member("h", of: asset.node) != nil
      else { return nil }
      let folder = animation.shown("u", of: asset.node) ?? ""
      source = .external(name: folder + (animation.shown("p", of: asset.node) ?? ""))
    }
    memoryBytes = Self.bytesPerPixel * area
    summary = ImageSummary(
      id: animation.shown("id", of: asset.node) ?? "", width: width, height: height, source: source)
  }

  /// Four characters of base64 encode three bytes, less one for each `=` (RFC 4648, section 4).
  private static func byteCount(_ uri: DataURI) -> Int {
    guard uri.isBase64 else { return uri.payload.count }
    let padding = uri.payload.suffix(2).count { $0 == Base64.padding }
    return max(0, uri.payload.count * 3 / 4 - padding)
  }
}

extension Animation {
  /// A number of pixels that an image can have, rounded up, or nil.
  fileprivate func pixels(_ node: NodeID) -> Int? {
    guard let number = json.double(of: node), number > 0, number <= limits.maxMagnitude else {
      return nil
    }
    return Int(number.rounded(.up))
  }
}
