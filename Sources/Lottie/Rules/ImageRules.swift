extension Rule {
  static let assetExternal = Rule(
    "asset.external", breaks: .gift, disturbs: .rlottie,
    reason: "Nobody uploads the file that is named, and two animations may mean different ones.",
    remedy: "embed it as a data URI (Bodymovin: \"Include in JSON\")",
    source: "airbnb/lottie-ios#1053, #295; airbnb/lottie-web#129")
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
  static let imageType = Rule(
    "image.type", disturbs: .drawing, reason: "Some players choose the decoder by the stated type.",
    remedy: "state the type that the image has",
    source: "RFC 2397, section 2")
  static let imageSize = Rule(
    "image.size", disturbs: .drawing, reason: "Players differ on whether they stretch the image.",
    remedy: "set \"w\" and \"h\" to the image's own size",
    source: "airbnb/lottie-android#956: width and height are read as integers")
  static let imageFlag = Rule(
    "image.embedded-flag", disturbs: .drawing,
    reason: "Some players look for a file of that name unless \"e\" is 1.",
    remedy: "set \"e\" to 1",
    source: "lottie-spec 1.0.1, assets/file-asset")
  static let imagePixels = Rule(
    "budget.image-pixels", breaks: .all,
    reason: "A player holds 4 bytes for each pixel of each image.",
    remedy: "scale the images down to the size at which they are shown",
    source: "airbnb/lottie-android#517, #2394")
}

extension RuleFunction {
  static let images = [
    RuleFunction(
      .assetExternal, .imageData, .imageFormat, .imageType, .imageSize, .imageFlag, .imagePixels,
      run: images)
  ]

  private static func images(_ animation: Animation, _ findings: inout FindingSink) {
    var pixels = 0.0
    for asset in animation.assets where asset.kind == .file {
      guard let path = animation.member("p", of: asset.node),
        let text = animation.json.string(of: path)
      else { continue }
      guard DataURI.isDataURI(text) else {
        findings.add(
          .assetExternal, at: path, "\(animation.quoted(path)) is a file outside the animation")
        continue
      }
      if let flag = animation.member("e", of: asset.node), animation.json.double(of: flag) != 1 {
        findings.add(.imageFlag, at: flag, "The image is embedded, and \"e\" says it is not")
      }
      guard let uri = DataURI(text), !uri.mediaType.hasPrefix("audio/"),
        let header = header(uri, at: path, &findings)
      else { continue }
      compare(header, uri, asset, animation, &findings)
      pixels += Double(header.width) * Double(header.height)
      let most = animation.limits.maxImagePixels
      if pixels > Double(most) {
        findings.add(
          .imagePixels, at: path,
          "An image of \(header.width) × \(header.height) brings the file over \(most) pixels")
        pixels = 0
      }
    }
  }

  private static func header(
    _ uri: DataURI, at path: NodeID, _ findings: inout FindingSink
  ) -> ImageHeader? {
    guard uri.isBase64, let bytes = Base64.decoded(uri.payload) else {
      findings.add(.imageData, at: path, "The data URI is not base64")
      return nil
    }
    guard let header = ImageHeader(bytes), header.width > 0, header.height > 0 else {
      findings.add(.imageFormat, at: path, "The data is no PNG, JPEG, WebP or GIF with a size")
      return nil
    }
    return header
  }

  private static func compare(
    _ header: ImageHeader, _ uri: DataURI, _ asset: Asset, _ animation: Animation,
    _ findings: inout FindingSink
  ) {
    let isStated =
      uri.mediaType == "image/" + header.format.rawValue
      || uri.mediaType == "image/jpg" && header.format == .jpeg
    if !isStated {
      findings.add(
        .imageType, at: asset.node,
        "The image is \(header.format.rawValue), and the data URI says "
          + SafeText.quoted(uri.mediaType.utf8))
    }
    let stated = (animation.number("w", of: asset.node), animation.number("h", of: asset.node))
    if stated.0 != Double(header.width) || stated.1 != Double(header.height) {
      findings.add(
        .imageSize, at: asset.node,
        "The image has \(header.width) × \(header.height) pixels, not what \"w\" and \"h\" say")
    }
  }
}
