/// A summary of an animation, taken from its file.
///
/// Counts are complete; lists have at most the first `longestList` entries.
package struct AnimationSummary: Sendable, Hashable {
  /// Entries of each list: images, fonts and markers.
  package static let longestList = 100

  /// `v`: the version of Bodymovin that wrote the file, as written; shortened if long.
  package let bodymovinVersion: String
  /// `nm`, if present; shortened and safe to print.
  package let name: String?
  /// `w`, in pixels; a fraction is dropped, as lottie-android does.
  package let width: Int
  /// `h`, in pixels; likewise.
  package let height: Int
  /// `fr`, in frames per second.
  package let frameRateHz: Double
  /// `ip`, in frames.
  package let inPoint: Double
  /// `op`, in frames.
  package let outPoint: Double
  /// `op` - `ip`; Bodymovin's numbers are not round, so neither is this.
  package let frameCount: Double
  /// The duration of one run, in milliseconds, rounded.
  package let durationMs: Int
  /// Layers in the file, those of precompositions counted once each.
  package let layerCount: Int
  /// Layers of the animation, those of precompositions as often as they are drawn; 2^53 if more.
  package let expandedLayerCount: Int
  /// Layers by type; types that do not occur are left out.
  package let layersByType: [LayerType: Int]
  /// Items of all shape layers, groups and their transforms included.
  package let shapeCount: Int
  /// Shapes by type; types that do not occur, and unknown ones, are left out.
  package let shapesByType: [ShapeType: Int]
  /// Keyframes of all values.
  package let keyframeCount: Int
  /// Vertices of all paths, those of each keyframe included.
  package let vertexCount: Int
  /// Entries of `assets`.
  package let assetCount: Int
  /// Assets that are images, embedded or not.
  package let imageCount: Int
  /// The first images.
  package let images: [ImageSummary]
  /// The ids of images that have the same bytes, together; at most `longestList` of such lists.
  package let sameImages: [[String]]
  /// The memory that the pixels of all images take in a player, 4 bytes each; 2^53 if more.
  package let imageMemoryBytes: Int
  /// Entries of the list of fonts.
  package let fontCount: Int
  /// The names, `fName`, of the first fonts that have one; shortened and safe to print.
  package let fonts: [String]
  /// Entries of `markers`.
  package let markerCount: Int
  /// The first markers that have a time.
  package let markers: [MarkerSummary]
  /// Features that not every player supports, in the order in which they are declared.
  package let features: [Feature]
  /// What expressions drive; nil if there are none.
  package let expressions: ExpressionSummary?
  /// The parts that take most of the file, the heaviest first; at most `HeavyPart.most`.
  package let heaviest: [HeavyPart]
  /// The file's size, in bytes.
  package let byteCount: Int
  /// Its size under compression, if the caller of the check measured it.
  package let compressed: CompressedSizes?
}
