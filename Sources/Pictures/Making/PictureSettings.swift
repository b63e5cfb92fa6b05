internal import DrawProtocol

/// The constants of making pictures.
package enum PictureSettings {
  /// Their version, to be raised whenever one of them changes, or how they are used: pictures made
  /// by another version are made again.
  package static let version: Int64 = 4

  /// The longer side of a poster, and the smaller ones that are tried if it is too large.
  static let posterSides = [256, 192, 128, 96]
  /// The most bytes of a poster.
  static let posterBytes = 20_000
  /// The qualities of a poster, of which the first that fits is taken.
  static let posterQualities = [85, 75, 60, 45, 30].map {
    WebPQuality(colour: $0, alpha: 80, method: 6)
  }
  /// How many frames are compared for a poster, and their longer side.
  static let candidates = 24
  static let candidateSide = 96
  /// How many of the visible frames are compared if none of those is visible.
  static let lateCandidates = 256

  /// The shapes of a preview, of which the first that fits is taken.
  ///
  /// The last is a still, as nothing else of a turning photograph may fit.
  static let previewShapes = [
    PreviewShape(longerSide: 192, framesPerSecond: 10),
    PreviewShape(longerSide: 160, framesPerSecond: 10),
    PreviewShape(longerSide: 160, framesPerSecond: 8),
    PreviewShape(longerSide: 128, framesPerSecond: 8),
    PreviewShape(longerSide: 96, framesPerSecond: 5),
    PreviewShape(longerSide: 96, framesPerSecond: 2),
    PreviewShape(longerSide: 192, framesPerSecond: 0),
  ]
  /// The most bytes of a preview.
  static let previewBytes = 60_000
  /// The longest preview.
  static let previewLength = Duration.seconds(4)
  /// The qualities of a preview, of which the first that fits is taken.
  static let previewQualities = [65, 55, 40, 25].map {
    WebPQuality(colour: $0, alpha: 80, method: 6)
  }
}

/// The size and the pace of a preview.
struct PreviewShape: Hashable, Sendable {
  /// In pixels.
  let longerSide: Int
  /// 0 for a still.
  let framesPerSecond: Double
}
