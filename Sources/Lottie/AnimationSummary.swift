/// What an animation is, drawn from its file.
package struct AnimationSummary: Sendable, Hashable {
  /// `v`: the version of Bodymovin that wrote the file, as it stands there; shortened if long.
  package let bodymovinVersion: String
  /// `w`, in pixels.
  package let width: Int
  /// `h`, in pixels.
  package let height: Int
  /// `fr`, in frames a second.
  package let frameRateHz: Double
  /// `ip`, in frames.
  package let inPoint: Double
  /// `op`, in frames.
  package let outPoint: Double
  /// `op` - `ip`; Bodymovin's numbers are not round, so neither is this.
  package let frameCount: Double
  /// How long one run takes, in milliseconds, rounded.
  package let durationMs: Int
  /// Layers in the file, those of precompositions counted once each.
  package let layerCount: Int
  /// Layers by type; types that do not occur are left out.
  package let layersByType: [LayerType: Int]
  /// Entries of `assets`.
  package let assetCount: Int
  /// Assets that are images, embedded or not.
  package let imageCount: Int
  /// The file's size.
  package let byteCount: Int
  /// `nm`, if there is one; shortened and safe to print.
  package let name: String?
}
