extension Rule {
  static let imageData = Rule(
    "image.data", breaks: .drawing, disturbs: .spec,
    reason: "Players draw nothing, or stop, at data that they cannot decode.",
    remedy: "embed the image again as \"data:image/png;base64,\" and its base64",
    source: "RFC 2397; airbnb/lottie-ios#2230")
  static let imageFormat = Rule(
    "image.format", breaks: .drawing,
    reason: "Players decode PNG, JPEG, WebP and GIF, and nothing else.",
    remedy: "embed the image as PNG, JPEG or WebP",
    source: "the image decoders of iOS, Android and browsers")
  static let imageSVG = Rule(
    "image.svg", breaks: .drawing,
    reason: "An SVG may hold scripts and links, and only web players draw it at all.",
    remedy: "embed the image as PNG, JPEG or WebP",
    source: "SVG 2, section 15; the image decoders of iOS and Android")
  static let imageStatedType = Rule(
    "image.stated-type", breaks: .drawing,
    reason: "Players hand data to the decoder of the stated type, which is none of images.",
    remedy: "state image/png, image/jpeg, image/webp or image/gif",
    source: "RFC 2397, section 2")
  static let imageType = Rule(
    "image.type", disturbs: .drawing, reason: "Some players choose the decoder by the stated type.",
    remedy: "state the type that the image has",
    source: "RFC 2397, section 2")
  static let imageCutShort = Rule(
    "image.cut-short", disturbs: .drawing,
    reason: "Players show the part of the image that is there, or nothing.",
    remedy: "embed the image again", source: "PNG, GIF89a, ITU-T T.81, RFC 9649")
  static let imageMoves = Rule(
    "image.animated", disturbs: .drawing,
    reason: "Web players play the image, others show its first picture.",
    remedy: "embed a still image, and move it with keyframes",
    source: "the image decoders of iOS, Android and browsers")
  static let imageSize = Rule(
    "image.size", disturbs: .drawing, reason: "Players differ on whether they stretch the image.",
    remedy: "set \"w\" and \"h\" to the image's own size",
    source: "airbnb/lottie-android#956: width and height are read as integers")
  static let imageNoSize = Rule(
    "image.no-size", breaks: .android, disturbs: .drawing,
    reason: "lottie-android scales the image to the stated size and throws if there is none.",
    remedy: "set \"w\" and \"h\" to the image's own size",
    source: "lottie-android, Utils.resizeBitmapIfNeeded")
  static let imageFlag = Rule(
    "image.embedded-flag", disturbs: .drawing,
    reason: "Some players look for a file of that name unless \"e\" is 1.",
    remedy: "set \"e\" to 1",
    source: "lottie-spec 1.0.1, assets/file-asset")
}

extension RuleFunction {
  static let images =
    [
      RuleFunction(
        .imageData, .imageFormat, .imageSVG, .imageStatedType, .imageType, .imageCutShort,
        .imageMoves, .imageSize, .imageNoSize, .imageFlag, run: images)
    ] + assetPaths

  private static func images(_ animation: Animation, _ findings: inout FindingSink) {
    for asset in animation.assets where asset.kind == .file {
      guard let path = animation.member("p", of: asset.node),
        let text = animation.json.slice(of: path), DataURI.isDataURI(text)
      else { continue }
      if let flag = animation.member("e", of: asset.node), animation.json.double(of: flag) != 1 {
        findings.add(.imageFlag, at: flag, "The image is embedded, and \"e\" says it is not")
      }
      guard let uri = DataURI(text) else {
        findings.add(.imageData, at: path, "The data URI has no comma and so no data")
        continue
      }
      guard !isOther(uri, animation.member("t", of: asset.node)),
        let header = header(uri, at: path, &findings)
      else { continue }
      compareTypes(header, uri, at: asset.node, &findings)
      compareSizes(header, asset, animation, &findings)
    }
  }

  /// Sounds, and data for expressions, are no images.
  private static func isOther(_ uri: DataURI, _ type: NodeID?) -> Bool {
    uri.mediaType.hasPrefix("audio/") || type != nil && uri.mediaType == "application/json"
  }

  private static let svg = "image/svg+xml"
  private static let known = ["image/png", "image/jpeg", "image/jpg", "image/webp", "image/gif"]

  private static func header(
    _ uri: DataURI, at path: NodeID, _ findings: inout FindingSink
  ) -> ImageHeader? {
    guard uri.mediaType != svg else {
      findings.add(.imageSVG, at: path, "The data URI says that it is an SVG")
      return nil
    }
    guard uri.isBase64, Base64.isValid(uri.payload) else {
      findings.add(.imageData, at: path, "The data URI is not base64")
      return nil
    }
    guard let header = ImageHeader(base64: uri.payload) else {
      let isMarkup =
        Base64.decodedHead(uri.payload, maxCharacters: 64).first { $0 > ASCII.space } == 0x3C
      findings.add(
        isMarkup ? .imageSVG : .imageFormat, at: path,
        isMarkup ? "The data is markup" : "The data is no PNG, JPEG, WebP or GIF with a size")
      return nil
    }
    guard known.contains(uri.mediaType) || uri.mediaType.isEmpty else {
      findings.add(
        .imageStatedType, at: path, "The data URI says \(SafeText.quoted(uri.mediaType.utf8))")
      return nil
    }
    report(header, uri.payload, at: path, &findings)
    return header
  }

  private static func report(
    _ header: ImageHeader, _ payload: ArraySlice<UInt8>, at path: NodeID,
    _ findings: inout FindingSink
  ) {
    if !ImageHeader.isWhole(base64: payload, header.format) {
      findings.add(.imageCutShort, at: path, "The end of the image is missing")
    }
    if ImageHeader.moves(base64: payload, header.format) {
      findings.add(.imageMoves, at: path, "The image has several frames")
    }
  }

  private static func compareTypes(
    _ header: ImageHeader, _ uri: DataURI, at node: NodeID, _ findings: inout FindingSink
  ) {
    let isStated =
      uri.mediaType == "image/" + header.format.rawValue
      || uri.mediaType == "image/jpg" && header.format == .jpeg
    if !isStated {
      findings.add(
        .imageType, at: node,
        "The image is \(header.format.rawValue), and the data URI says "
          + SafeText.quoted(uri.mediaType.utf8))
    }
  }

  private static func compareSizes(
    _ header: ImageHeader, _ asset: Asset, _ animation: Animation, _ findings: inout FindingSink
  ) {
    let stated = (animation.number("w", of: asset.node), animation.number("h", of: asset.node))
    guard stated.0 ?? 0 >= 1, stated.1 ?? 0 >= 1 else {
      findings.add(.imageNoSize, at: asset.node, "The asset's \"w\" or \"h\" is no size")
      return
    }
    if stated.0 != Double(header.width) || stated.1 != Double(header.height) {
      findings.add(
        .imageSize, at: asset.node,
        "The image has \(header.width) × \(header.height) pixels, not what \"w\" and \"h\" say")
    }
  }
}
