/// A named moment of an animation.
package struct MarkerSummary: Sendable, Hashable {
  /// `cm`: shortened and safe to print, empty if there is none.
  package let name: String
  /// `tm`, in frames.
  package let frame: Double
  /// `dr`, in frames; 0 for a moment without length.
  package let durationFrames: Double
}
