/// An image among the assets, and its size without decoding it.
struct Picture: Sendable {
  /// The object in `assets`.
  let asset: NodeID
  /// `p`: the data URI or the file's name.
  let path: NodeID
  /// In pixels, from the header of embedded data, else from the asset; nil if it is not there.
  let width: Int?
  /// In pixels, as `width`.
  let height: Int?
  /// What the asset says of the size, in pixels of area: lottie-android scales the image to it.
  let statedArea: Double
  /// Nil for an image in a file of its own.
  let data: EmbeddedData?

  /// What a player needs for the pixels, in bytes; a Double, because headers can claim anything.
  var memoryBytes: Double {
    Self.bytesPerPixel * max(Double(width ?? 0) * Double(height ?? 0), statedArea)
  }

  /// Players decode to red, green, blue and alpha, a byte each.
  private static let bytesPerPixel = 4.0
}

/// The image in a data URI.
struct EmbeddedData: Sendable {
  /// Nil if it is none that players decode.
  let format: ImageFormat?
  /// Its size once base64 is undone, in bytes.
  let byteCount: Int
}

extension Picture {
  /// Nil if the asset is no image: a composition, a sound, or a file without a size.
  init?(_ asset: Asset, _ animation: Animation) {
    guard asset.kind == .file, let path = animation.member("p", of: asset.node),
      animation.json.kind(of: path) == .string
    else { return nil }
    let width = animation.member("w", of: asset.node)
    let height = animation.member("h", of: asset.node)
    let stated = (width: width.flatMap(animation.pixels), height: height.flatMap(animation.pixels))
    let statedArea = Double(stated.width ?? 0) * Double(stated.height ?? 0)
    guard let text = animation.json.slice(of: path), DataURI.isDataURI(text) else {
      guard width != nil || height != nil else { return nil }
      self.init(
        asset: asset.node, path: path, width: stated.width, height: stated.height,
        statedArea: statedArea, data: nil)
      return
    }
    let uri = DataURI(text)
    guard uri.map(Self.isOther) != true else { return nil }
    let header = uri.flatMap { $0.isBase64 ? ImageHeader(base64: $0.payload) : nil }
    self.init(
      asset: asset.node, path: path, width: header?.width, height: header?.height,
      statedArea: header == nil ? 0 : statedArea,
      data: EmbeddedData(format: header?.format, byteCount: uri.map(Self.byteCount) ?? 0))
  }

  /// Sounds, and data for expressions.
  private static func isOther(_ uri: DataURI) -> Bool {
    uri.mediaType.hasPrefix("audio/") || uri.mediaType == "application/json"
  }

  /// The character `=`.
  private static let base64Padding: UInt8 = 0x3D

  /// Four characters of base64 stand for three bytes, less one for each `=` (RFC 4648, section 4).
  private static func byteCount(_ uri: DataURI) -> Int {
    guard uri.isBase64 else { return uri.payload.count }
    let padding = uri.payload.suffix(2).count { $0 == base64Padding }
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
