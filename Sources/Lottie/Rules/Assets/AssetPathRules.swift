extension Rule {
  static let assetExternal = Rule(
    "asset.external", breaks: .gift, disturbs: .rlottie,
    reason: "The named file is not uploaded, and two animations may use its name differently.",
    remedy: "embed it as a data URI (Bodymovin: \"Include in JSON\")",
    source: "airbnb/lottie-ios#1053, #295; airbnb/lottie-web#129")
  static let assetRemote = Rule(
    "asset.remote", breaks: .drawing, disturbs: .spec,
    reason: "A player that fetches it reveals viewers to a third party, and others show nothing.",
    remedy: "embed it as a data URI (Bodymovin: \"Include in JSON\")",
    source: "airbnb/lottie-ios#1053; lottie-web sets it as the source of an image")
  static let assetAbsolute = Rule(
    "asset.absolute", breaks: .drawing, disturbs: .spec,
    reason: "It names a place on the machine that plays the file.",
    remedy: "embed it as a data URI (Bodymovin: \"Include in JSON\")",
    source: "CWE-36, absolute path traversal")
  static let assetTraversal = Rule(
    "asset.traversal", breaks: .drawing, disturbs: .spec,
    reason: "It leads out of the folder in which a player keeps the animation's images.",
    remedy: "embed it as a data URI (Bodymovin: \"Include in JSON\")",
    source: "CWE-23, relative path traversal")
  static let assetIncomplete = Rule(
    "asset.incomplete", breaks: .gift, disturbs: [.rlottie, .telegram, .spec],
    reason: "Players read the name of an image without checking that it exists.",
    remedy: "embed the image in \"p\" or remove the asset and its layers",
    source: "lottie-spec 1.0.1, assets/image; lottie-android, ImageAssetManager")
  static let assetFolder = Rule(
    "asset.folder-missing", breaks: .ios,
    reason: "lottie-ios reads the folder of every image, and refuses the file if one has none.",
    remedy: "add \"u\": \"\"",
    source: "lottie-ios, ImageAsset")
}

extension Animation {
  func assetPaths(_ findings: inout FindingSink) {
    for asset in assets where asset.kind == .file {
      guard let path = member("p", of: asset.node) else {
        if member("sid", of: asset.node) == nil {
          findings.add(.assetIncomplete, at: asset.node, "An asset has neither layers nor a file")
        }
        continue
      }
      let folder = member("u", of: asset.node)
      if folder == nil {
        findings.add(.assetFolder, at: asset.node, "The image has no folder, \"u\"")
      }
      guard let name = json.string(of: path), !DataURI.isDataURI(name) else { continue }
      let places = [AssetPath((folder.flatMap(json.string) ?? []) + name), AssetPath(name)]
      let place = places[0].isInLottieFilesFolder ? ", in the folder of LottieFiles' exports" : ""
      findings.add(
        Self.rule(for: places), at: path, "\(quoted(path)) is a file outside the animation\(place)")
    }
  }

  /// Players join folder and name as they are; some undo percent-encoding.
  private static func rule(for places: [AssetPath]) -> Rule {
    if places.contains(where: \.isRemote) { return .assetRemote }
    if places.contains(where: \.isAbsolute) { return .assetAbsolute }
    if places.contains(where: \.isTraversing) { return .assetTraversal }
    return .assetExternal
  }
}

/// Where a file name leads, as the most lenient player reads it.
private struct AssetPath {
  /// With percent-encoding decoded, slashes for backslashes, and without what systems strip.
  private let text: [UInt8]

  init(_ written: [UInt8]) {
    var text: [UInt8] = []
    var at = 0
    while at < written.count {
      var byte = written[at]
      if byte == 0x25, at + 2 < written.count, let high = ASCII.hexValue(written[at + 1]),
        let low = ASCII.hexValue(written[at + 2])
      {
        byte = UInt8(truncatingIfNeeded: high << 4 | low)
        at += 2
      }
      at += 1
      guard byte > ASCII.space || !text.isEmpty && byte == ASCII.space else { continue }
      text.append(byte == ASCII.backslash ? ASCII.slash : byte)
    }
    self.text = text
  }

  /// A scheme (RFC 3986, section 3.1) of two letters or more, or a host after two slashes.
  var isRemote: Bool {
    if text.starts(with: [ASCII.slash, ASCII.slash]) { return true }
    guard let colon = text.firstIndex(of: ASCII.colon), colon > 1 else { return false }
    return text[..<colon].allSatisfy(ASCII.isOfScheme)
  }

  /// `/images/`, which LottieFiles writes where Bodymovin writes `images/`: of the animation, not
  /// of the machine.
  var isInLottieFilesFolder: Bool { text.starts(with: "/images/".utf8) && !isTraversing }

  /// From the root, from a home folder, or from a drive.
  var isAbsolute: Bool {
    guard let first = text.first, !isInLottieFilesFolder else { return false }
    return first == ASCII.slash || first == 0x7E || text.dropFirst().first == ASCII.colon
  }

  var isTraversing: Bool {
    text.split(separator: ASCII.slash).contains { $0.elementsEqual("..".utf8) }
  }
}
