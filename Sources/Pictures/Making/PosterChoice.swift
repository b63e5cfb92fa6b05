/// The frame of a poster, and the ground on which the animation shows best.
struct PosterChoice: Hashable, Sendable {
  let frame: UInt32
  let ground: Ground
}

/// The frames among which that of a poster is chosen.
struct PosterComparison {
  /// The number of frames of the animation.
  let frameCount: UInt32
  private(set) var looks: [ImageLook] = []
  private var candidates: [PosterCandidate] = []

  init(frameCount: UInt32) { self.frameCount = frameCount }

  mutating func add(_ image: Bitmap, _ frame: UInt32) {
    let look = ImageLook(image)
    looks.append(look)
    candidates.append(PosterCandidate(look, frame: frame, of: frameCount))
  }

  /// The best; nil if nothing is visible in any.
  var best: PosterChoice? {
    PosterCandidate.best(of: candidates).map { PosterChoice(frame: $0, ground: looks.ground) }
  }
}

/// A frame that may become the poster.
struct PosterCandidate: Hashable, Sendable {
  let frame: UInt32
  /// Where it is in the animation, from 0 to 1.
  let position: Double
  /// How much it has of edges and gradients.
  let detail: Double
  /// How much of it is covered, from 0 to 1.
  let coverage: Double
}

extension PosterCandidate {
  /// The weights of what makes a good poster, found by looking at many.
  private static let detailWeight = 0.6
  private static let coverageWeight = 0.4
  private static let distanceWeight = 0.25
  /// Where most gifts are at their fullest.
  private static let bestPosition = 0.45

  /// The frame of the best poster, the first of several; nil if nothing is visible in any.
  ///
  /// The largest area alone would choose flashes and fades; detail alone, the smallest sparks.
  static func best(of candidates: [PosterCandidate]) -> UInt32? {
    let mostDetail = candidates.map(\.detail).max() ?? 0
    let mostCoverage = candidates.map(\.coverage).max() ?? 0
    guard mostCoverage > 0 else { return nil }
    let scored = candidates.filter { $0.coverage > 0 }.map { candidate in
      let detail = mostDetail > 0 ? candidate.detail / mostDetail : 0
      let score =
        detailWeight * detail + coverageWeight * candidate.coverage / mostCoverage
        - distanceWeight * abs(candidate.position - bestPosition)
      return (frame: candidate.frame, score: score)
    }
    // Of equals, max(by:) takes the last, and min(by:) the first.
    return scored.min { $0.score > $1.score }?.frame
  }

  /// The frames that are compared: evenly distributed, without doubles, the first and the last
  /// excepted if there are many, as gifts come from nothing and go to nothing.
  static func frames(of count: UInt32, _ candidates: Int) -> [UInt32] {
    guard count > candidates else { return Array(0..<count) }
    return (0..<candidates).map { UInt32((2 * $0 + 1) * Int(count) / (2 * candidates)) }
  }

  init(_ look: ImageLook, frame: UInt32, of count: UInt32) {
    self.init(
      frame: frame, position: count > 1 ? Double(frame) / Double(count - 1) : 0,
      detail: look.detail, coverage: look.coverage)
  }
}
