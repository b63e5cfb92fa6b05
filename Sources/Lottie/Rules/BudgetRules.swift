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
    reason: "Players make every layer as often as it is drawn.",
    remedy: "use fewer precompositions inside each other",
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
    "budget.fonts", breaks: .all, reason: "Players load every font of the list.",
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
    reason: "A GPU shows nothing of an image that is wider or higher than its textures.",
    remedy: "scale the image down to the size at which it is shown",
    source: "Vulkan 1.0, section 31, maxImageDimension2D; CheckLimits.maxImageSidePixels")
}

extension RuleFunction {
  static let budgets = [
    RuleFunction(.gzipBytes) { animation, findings in
      guard let most = animation.limits.maxGzipBytes, let sizes = animation.compressed,
        sizes.gzipByteCount > most
      else { return }
      findings.add(
        .gzipBytes, at: .root, excess(sizes.gzipByteCount, "bytes under gzip", most))
    },
    RuleFunction(.layerCount, .expandedLayers, run: layers),
    RuleFunction(.shapeCount, .vertexCount, .keyframeCount, run: contents),
    RuleFunction(.fontCount, .markerCount, run: lists),
    RuleFunction(.imageMemory, .imageSide, run: images),
  ]

  private static func layers(_ animation: Animation, _ findings: inout FindingSink) {
    // The layers beyond the limit are not read, let alone multiplied out.
    guard !animation.hasMoreLayers else {
      let most = animation.limits.maxLayers
      findings.add(.layerCount, at: .root, "The file has more than \(most) layers")
      return
    }
    let most = animation.limits.maxExpandedLayers
    if animation.tally.expandedLayers > Double(most) {
      findings.add(
        .expandedLayers, at: .root,
        "With precompositions multiplied out there are more than \(most) layers")
    }
  }

  private static func contents(_ animation: Animation, _ findings: inout FindingSink) {
    let limits = animation.limits
    let tally = animation.tally
    for (rule, count, things, most) in [
      (Rule.shapeCount, animation.shapes.count, "shapes", limits.maxShapes),
      (.vertexCount, tally.vertices, "vertices", limits.maxVertices),
      (.keyframeCount, tally.keyframes, "keyframes", limits.maxKeyframes),
    ] where count > most {
      findings.add(rule, at: .root, excess(count, things, most))
    }
  }

  private static func lists(_ animation: Animation, _ findings: inout FindingSink) {
    let tally = animation.tally
    if let list = animation.fontList, tally.fonts > animation.limits.maxFonts {
      findings.add(
        .fontCount, at: list, excess(tally.fonts, "fonts", animation.limits.maxFonts))
    }
    if let list = animation.markerList, tally.markers > animation.limits.maxMarkers {
      findings.add(
        .markerCount, at: list,
        excess(tally.markers, "markers", animation.limits.maxMarkers))
    }
  }

  private static func images(_ animation: Animation, _ findings: inout FindingSink) {
    let limits = animation.limits
    var memory = 0.0
    var isOver = false
    for picture in animation.tally.images {
      let (width, height) = (picture.width ?? 0, picture.height ?? 0)
      if max(width, height) > limits.maxImageSidePixels {
        findings.add(
          .imageSide, at: picture.path,
          "The image has \(width) × \(height) pixels, and the limit is "
            + "\(limits.maxImageSidePixels) a side")
      }
      memory += picture.memoryBytes
      if memory > Double(limits.maxImageMemoryBytes), !isOver {
        isOver = true
        findings.add(
          .imageMemory, at: picture.path,
          "This image takes \(SafeText.shown(picture.memoryBytes)) bytes of memory, and brings "
            + "the file over \(limits.maxImageMemoryBytes)")
      }
    }
  }

  private static func excess(_ count: Int, _ things: String, _ most: Int) -> String {
    "The file has \(count) \(things), and the limit is \(most)"
  }
}
