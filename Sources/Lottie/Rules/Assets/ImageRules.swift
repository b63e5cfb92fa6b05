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
    reason: "Players choose the decoder by the stated type, and this is not an image type.",
    remedy: "state image/png, image/jpeg, image/webp or image/gif",
    source: "RFC 2397, section 2")
  static let imageType = Rule(
    "image.type", disturbs: .drawing, reason: "Some players choose the decoder by the stated type.",
    remedy: "state the image's actual type",
    source: "RFC 2397, section 2")
  static let imageCutShort = Rule(
    "image.cut-short", breaks: .drawing, disturbs: .spec,
    reason: "Players show the existing part of the image, or nothing.",
    remedy: "embed the image again", source: "PNG, GIF89a, ITU-T T.81, RFC 9649")
  static let imageMoves = Rule(
    "image.animated", disturbs: .drawing,
    reason: "Web players play the image, others show its first picture.",
    remedy: "embed a still image, and move it with keyframes",
    source: "the image decoders of iOS, Android and browsers")
  static let imageDecoder = Rule(
    "image.rlottie-format", breaks: [.rlottie, .telegram],
    reason: "rlottie decodes PNG and JPEG, and shows nothing in place of other images.",
    remedy: "embed the image as PNG or JPEG",
    source: "tried with rlottie 0.1")
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
    "image.embedded-flag", breaks: [.web, .rlottie, .telegram], disturbs: .drawing,
    reason: "lottie-web and rlottie look for a file of that name unless \"e\" is 1.",
    remedy: "set \"e\" to 1",
    source: "lottie-web 5.12.2, ImagePreloader.getAssetsPath; lottie-spec 1.0.1, assets")
}

extension Animation {
  private static let svg = "image/svg+xml"
  private static let known = ["image/png", "image/jpeg", "image/jpg", "image/webp", "image/gif"]

  func images(_ findings: inout FindingSink) {
    for asset in assets where asset.kind == .file { image(asset.node, &findings) }
  }

  private func image(_ asset: NodeID, _ findings: inout FindingSink) {
    guard let path = member("p", of: asset), let text = json.slice(of: path),
      DataURI.isDataURI(text)
    else { return }
    let flag = member("e", of: asset)
    if flag.flatMap(json.double) != 1 {
      findings.add(
        .imageFlag, at: flag ?? asset,
        "The image is embedded, and \"e\" \(flag == nil ? "is missing" : "says it is not")")
    }
    guard let uri = DataURI(text) else {
      findings.add(.imageData, at: path, "The data URI has no comma and so no data")
      return
    }
    // Sounds and data for expressions are not images.
    let isData = uri.mediaType == "application/json" && member("t", of: asset) != nil
    guard !isData, !uri.mediaType.hasPrefix("audio/"),
      let header = header(uri, at: path, &findings)
    else { return }
    if header.format != .png, header.format != .jpeg {
      findings.add(.imageDecoder, at: path, "The image is \(header.format.rawValue)")
    }
    if !ImageHeader.isWhole(base64: uri.payload, header.format) {
      findings.add(.imageCutShort, at: path, "The end of the image is missing")
    }
    if ImageHeader.moves(base64: uri.payload, header.format) {
      findings.add(.imageMoves, at: path, "The image has several frames")
    }
    let stated = uri.mediaType == "image/jpg" ? "image/jpeg" : uri.mediaType
    if stated != "image/" + header.format.rawValue {
      findings.add(
        .imageType, at: asset,
        "The image is \(header.format.rawValue), and the data URI says "
          + SafeText.quoted(uri.mediaType.utf8))
    }
    compareSizes(header, asset, &findings)
  }

  /// The header of the data, if players accept it as an image.
  private func header(
    _ uri: DataURI, at path: NodeID, _ findings: inout FindingSink
  ) -> ImageHeader? {
    if uri.mediaType == Self.svg {
      findings.add(.imageSVG, at: path, "The data URI says that it is an SVG")
    } else if !uri.isBase64 || !Base64.isValid(uri.payload) {
      findings.add(.imageData, at: path, "The data URI is not base64")
    } else if let header = ImageHeader(base64: uri.payload) {
      if uri.mediaType.isEmpty || Self.known.contains(uri.mediaType) { return header }
      findings.add(
        .imageStatedType, at: path, "The data URI says \(SafeText.quoted(uri.mediaType.utf8))")
    } else {
      let head = Base64.decodedHead(uri.payload, maxCharacters: 64)
      let isMarkup = head.first { $0 > ASCII.space } == UInt8(ascii: "<")
      findings.add(
        isMarkup ? .imageSVG : .imageFormat, at: path,
        isMarkup ? "The data is markup" : "The data is not a PNG, JPEG, WebP or GIF with a size")
    }
    return nil
  }

  private func compareSizes(_ header: ImageHeader, _ asset: NodeID, _ findings: inout FindingSink) {
    let width = number("w", of: asset) ?? 0
    let height = number("h", of: asset) ?? 0
    if !(width >= 1 && height >= 1) {
      findings.add(.imageNoSize, at: asset, "The asset's \"w\" or \"h\" is not a size")
    } else if width != Double(header.width) || height != Double(header.height) {
      findings.add(
        .imageSize, at: asset,
        "The image has \(header.width) × \(header.height) pixels, not what \"w\" and \"h\" say")
    }
  }
}
