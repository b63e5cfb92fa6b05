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
  private var first: Bitmap?

  init(frameCount: UInt32) { self.frameCount = frameCount }

  mutating func add(_ image: Bitmap, _ frame: UInt32) {
    let look = ImageLook(image)
    looks.append(look)
    first = first ?? image
    let change = first.map(image.meanDifference(from:)) ?? 0
    candidates.append(PosterCandidate(look, change: change, frame: frame, of: frameCount))
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
  /// How much of it differs from the first candidate, from 0 to 1.
  let change: Double
}

extension PosterCandidate {
  /// The weights of what makes a good poster, found by looking at many.
  private static let detailWeight = 0.6
  private static let coverageWeight = 0.4
  private static let distanceWeight = 0.25
  /// Where most gifts are at their fullest.
  private static let bestPosition = 0.45
  /// Of the change that a quarter of the candidates reaches: with less, what the animation is about
  /// has hardly begun, as a bar of progress at 2 %.
  private static let leastChange = 0.35
  /// Of the detail and the coverage of such a frame, what a later one has at least to show more.
  private static let likeness = 0.98

  /// The frame of the best poster, the first of several; nil if nothing is visible in any.
  ///
  /// The largest area alone would choose flashes and fades; detail alone, the smallest sparks.
  static func best(of candidates: [PosterCandidate]) -> UInt32? {
    let mostDetail = candidates.map(\.detail).max() ?? 0
    let mostCoverage = candidates.map(\.coverage).max() ?? 0
    guard mostCoverage > 0 else { return nil }
    let visible = candidates.filter { $0.coverage > 0 }
    // Of equals, max(by:) takes the last, and min(by:) the first.
    let scored = visible.map { candidate in
      let detail = mostDetail > 0 ? candidate.detail / mostDetail : 0
      let score =
        detailWeight * detail + coverageWeight * candidate.coverage / mostCoverage
        - distanceWeight * abs(candidate.position - bestPosition)
      return (candidate: candidate, score: score)
    }
    guard let best = scored.min(by: { $0.score > $1.score })?.candidate else { return nil }
    let changes = visible.map(\.change).sorted()
    let enough = leastChange * changes[changes.count * 3 / 4]
    guard best.change < enough else { return best.frame }
    let later = scored.filter { scored in
      scored.candidate.change >= enough && scored.candidate.detail >= likeness * best.detail
        && scored.candidate.coverage >= likeness * best.coverage
    }
    return later.min { $0.score > $1.score }?.candidate.frame ?? best.frame
  }

  /// The frames that are compared: evenly distributed, without doubles, the first and the last
  /// excepted if there are many, as gifts come from nothing and go to nothing.
  static func frames(of count: UInt32, _ candidates: Int) -> [UInt32] {
    guard count > candidates else { return Array(0..<count) }
    return (0..<candidates).map { UInt32((2 * $0 + 1) * Int(count) / (2 * candidates)) }
  }

  init(_ look: ImageLook, change: Double, frame: UInt32, of count: UInt32) {
    self.init(
      frame: frame, position: count > 1 ? Double(frame) / Double(count - 1) : 0,
      detail: look.detail, coverage: look.coverage, change: change)
  }
}
