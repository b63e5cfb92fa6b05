/// The budgets of a check; each limit is inclusive.
///
/// "The corpus" is the 457 public animations that the checker is tested on: samples of players,
/// exporters and the specification. Defaults exceed the largest of them; `Budget.all` has their
/// names and ranges.
package struct CheckLimits: Sendable, Hashable {
  /// The size of the file in bytes: 2 MiB; the largest file of the corpus has 692,122.
  package var maxBytes = 2_097_152
  /// Limits of the JSON text: what is beyond them is not read at all, while a file of more than
  /// `maxBytes` is, so that all its faults are told at once.
  package var json = JSONLimits()
  /// The size of the file under gzip, in bytes; nil for no such limit.
  ///
  /// Telegram's is 64 kB (core.telegram.org/stickers).
  package var maxGzipBytes: Int?
  /// Findings in a report.
  package var maxFindings = 200
  /// Findings of one rule in a report.
  package var maxFindingsPerRule = 20
  /// Frames per second; displays refresh at up to 120 Hz, and some authors export at double that.
  package var maxFrameRateHz = 240.0
  /// Width and height of the composition, in pixels; common GPUs hold textures of that size.
  package var maxSidePixels = 8_192
  /// Length of the animation in seconds; the longest of the corpus lasts 48.
  package var maxDurationSeconds = 300.0
  /// Layers in the file; at most 278 in the corpus.
  package var maxLayers = 5_000
  /// Layers with precompositions expanded; at most 1,139 in the corpus.
  package var maxExpandedLayers = 20_000
  /// Precompositions inside each other, with their masks and the innermost layer and its shapes;
  /// lottie-web's canvas has room for 14 (5.12.2, CVContextData), and the corpus needs at most 7.
  package var maxPrecompositionDepth = 14
  /// Items of all shape layers; at most 2,323 in the corpus.
  package var maxShapes = 25_000
  /// Vertices of all paths, with those of each keyframe; at most 8,434 in the corpus.
  package var maxVertices = 100_000
  /// Keyframes of all values; at most 1,009 in the corpus, and twice that in baked motion.
  package var maxKeyframes = 25_000
  /// Copies that one stack of repeaters makes.
  package var maxCopies = 1_000
  /// How many times larger or smaller a repeater may make its last copy.
  package var maxRepeaterGrowth = 1e6
  /// Points of a star or polygon.
  package var maxStarPoints = 1_000
  /// Dash and gap together, in pixels; shorter ones are too costly to draw.
  package var minDashPixels = 0.01
  /// The memory for the pixels of all images in a player, 4 bytes each: 64 MiB; at most 30,214,080
  /// bytes in the corpus.
  package var maxImageMemoryBytes = 67_108_864
  /// Width and height of one image, in pixels; at most 2,500 in the corpus, and every GPU of a
  /// phone holds this (Vulkan 1.0, section 31, maxImageDimension2D).
  package var maxImageSidePixels = 4_096
  /// Entries in the list of fonts; at most 2 in the corpus.
  package var maxFonts = 50
  /// Markers; at most 7 in the corpus.
  package var maxMarkers = 500
  /// The size of a number beyond which a 32-bit float no longer tells whole pixels apart: 2^24.
  package var maxPreciseMagnitude = 16_777_216.0
  /// The size of a number beyond which players that round to 32-bit integers overflow: 2^31 - 1.
  package var maxMagnitude = 2_147_483_647.0

  /// The limits of editing a file of that many bytes: the result is within the budget, or no larger
  /// than the file was.
  package func editing(_ byteCount: Int) -> JSONLimits {
    var limits = json
    limits.maxBytes = max(maxBytes, byteCount)
    return limits
  }

  /// The default limits of a profile.
  package init(_ profile: Profile = .gift) {
    switch profile {
    case .gift, .ios, .android, .web, .rlottie: break
    case .telegram: maxGzipBytes = 65_536
    case .spec: liftBudgets()
    }
  }

  /// The specification has no budgets: there, only what one process can check in reasonable memory
  /// is a limit.
  private mutating func liftBudgets() {
    maxBytes = json.maxBytes
    json.maxNodes = 16_000_000
    maxFrameRateHz = 1_000
    maxSidePixels = 65_535
    maxDurationSeconds = 31_536_000
    maxLayers = 1_000_000
    maxExpandedLayers = 1_000_000
    maxShapes = json.maxNodes
    maxVertices = json.maxNodes
    maxKeyframes = json.maxNodes
    maxImageMemoryBytes = 4_294_967_296
    maxImageSidePixels = 65_535
    maxFonts = json.maxNodes
    maxMarkers = json.maxNodes
  }
}
