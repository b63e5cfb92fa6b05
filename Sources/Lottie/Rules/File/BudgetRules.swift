// Sizes of JSON text are limited while it is read (JSONRules), length and dimensions where they
// are read (TimeRules, TopLevelRules), copies and points with the shapes that make them
// (ModifierRules).
extension Rule {
  static let gzipBytes = Rule(
    "budget.gzip-bytes", breaks: .all, reason: "Every viewer downloads the file.",
    remedy: "simplify paths and keyframes, or raise the limit",
    source: "core.telegram.org/stickers: 64 KB; CheckLimits.maxGzipBytes")
  static let layerCount = Rule(
    "budget.layers", breaks: .all, reason: "Players hold every layer in memory.",
    remedy: "merge layers, or raise the limit", source: "CheckLimits.maxLayers")
  static let expandedLayers = Rule(
    "budget.expanded-layers", breaks: .all,
    reason: "Players create every layer each time it is drawn.",
    remedy: "nest fewer precompositions",
    source: "tried with rlottie 0.1; CheckLimits.maxExpandedLayers")
  static let shapeCount = Rule(
    "budget.shapes", breaks: .all, reason: "Players go through every shape on every frame.",
    remedy: "merge shapes and drop empty groups, or raise the limit",
    source: "CheckLimits.maxShapes")
  static let vertexCount = Rule(
    "budget.vertices", breaks: .all, reason: "Players fill paths vertex by vertex on every frame.",
    remedy: "simplify paths, or raise the limit", source: "CheckLimits.maxVertices")
  static let keyframeCount = Rule(
    "budget.keyframes", breaks: .all, reason: "Players hold every keyframe in memory.",
    remedy: "ease between fewer keyframes instead of baking motion, or raise the limit",
    source: "CheckLimits.maxKeyframes")
  static let fontCount = Rule(
    "budget.fonts", breaks: .all, reason: "Players load every font in the list.",
    remedy: "remove fonts that no text uses", source: "CheckLimits.maxFonts")
  static let markerCount = Rule(
    "budget.markers", breaks: .all, reason: "Players hold every marker in memory.",
    remedy: "remove markers that nothing uses", source: "CheckLimits.maxMarkers")
  static let imageMemory = Rule(
    "budget.image-memory", breaks: .all,
    reason: "A player holds 4 bytes for each pixel of each image.",
    remedy: "scale the images down to the size at which they are shown",
    source: "airbnb/lottie-android#517, #2394; CheckLimits.maxImageMemoryBytes")
  static let imageSide = Rule(
    "budget.image-side", breaks: .all,
    reason: "A GPU cannot show an image that is wider or higher than its largest texture.",
    remedy: "scale the image down to the size at which it is shown",
    source: "Vulkan 1.0, section 31, maxImageDimension2D; CheckLimits.maxImageSidePixels")
}

extension Animation {
  func counts(_ findings: inout FindingSink) {
    // The layers beyond the limit are not read, let alone expanded.
    if hasMoreLayers {
      findings.add(.layerCount, at: .root, "The file has more than \(limits.maxLayers) layers")
    } else if graph.expandedLayers[0] > Double(limits.maxExpandedLayers) {
      findings.add(
        .expandedLayers, at: .root,
        "With precompositions multiplied out there are more than \(limits.maxExpandedLayers) layers"
      )
    }
    for (rule, node, count, things, most) in [
      (Rule.shapeCount, NodeID.root, shapes.count, "shapes", limits.maxShapes),
      (.vertexCount, .root, vertexCount, "vertices", limits.maxVertices),
      (.keyframeCount, .root, keyframeCount, "keyframes", limits.maxKeyframes),
      (.fontCount, fontList ?? .root, fontList.map(json.count) ?? 0, "fonts", limits.maxFonts),
      (
        .markerCount, markerList ?? .root, markerList.map(json.count) ?? 0, "markers",
        limits.maxMarkers
      ),
      (
        .gzipBytes, .root, compressed?.gzipByteCount ?? 0, "bytes under gzip",
        limits.maxGzipBytes ?? .max
      ),
    ] where count > most {
      findings.add(rule, at: node, "The file has \(count) \(things), and the limit is \(most)")
    }
  }

  func imageSizes(_ findings: inout FindingSink) {
    var memory = 0.0
    for picture in pictures {
      let (width, height) = (picture.summary.width ?? 0, picture.summary.height ?? 0)
      if max(width, height) > limits.maxImageSidePixels {
        findings.add(
          .imageSide, at: picture.path,
          "The image has \(width) × \(height) pixels, and the limit is "
            + "\(limits.maxImageSidePixels) a side")
      }
      let most = Double(limits.maxImageMemoryBytes)
      let isOver = memory > most
      memory += picture.memoryBytes
      if memory > most, !isOver {
        findings.add(
          .imageMemory, at: picture.path,
          "This image takes \(SafeText.shown(picture.memoryBytes)) bytes of memory, and brings "
            + "the file over \(limits.maxImageMemoryBytes)")
      }
    }
  }
}
