/// How a value gets from one keyframe to the next.
enum Motion: Equatable {
  /// Not at all: it jumps there.
  case hold
  /// With easing, straight.
  case straight(Easing)
  /// With easing, along a curve with these tangents: `to` from its beginning, `ti` from its end.
  case curved(Easing, leaving: [Double], arriving: [Double])

  /// The motion backwards.
  var reversed: Motion {
    switch self {
    case .hold: .hold
    case .straight(let easing): .straight(easing.reversed)
    case .curved(let easing, let leaving, let arriving):
      .curved(easing.reversed, leaving: arriving, arriving: leaving)
    }
  }

  /// The value at a share of the time, from 0 to 1.
  func value(from start: [Double], to end: [Double], at share: Double) -> [Double] {
    switch self {
    case .hold: start
    case .straight(let easing):
      start.indices.map { axis in
        start[axis] + (end[axis] - start[axis]) * easing.progress(at: share, axis: axis)
      }
    case .curved(let easing, let leaving, let arriving):
      SpatialCurve(from: start, to: end, leaving: leaving, arriving: arriving)
        .point(at: easing.progress(at: share, axis: 0))
    }
  }
}

/// The share of the way against the share of the time: a cubic Bézier curve from (0, 0) to (1, 1).
struct Easing: Equatable {
  /// The coordinates of a handle: one for all components of a value, or one for each.
  struct Handle: Equatable {
    let x: [Double]
    let y: [Double]

    /// The handle seen from the other end of the curve.
    fileprivate var reversed: Handle { Handle(x: x.map { 1 - $0 }, y: y.map { 1 - $0 }) }
  }

  /// `o` of the first keyframe.
  let leaving: Handle
  /// `i` of the first keyframe.
  let arriving: Handle

  /// No easing, with the handles that After Effects gives it.
  static let none = Easing(
    leaving: Handle(x: [0.167], y: [0.167]), arriving: Handle(x: [0.833], y: [0.833]))

  var reversed: Easing { Easing(leaving: arriving.reversed, arriving: leaving.reversed) }

  /// The curve's y where its x is `share`.
  func progress(at share: Double, axis: Int) -> Double {
    let (x1, x2) = (Self.pick(leaving.x, axis), Self.pick(arriving.x, axis))
    let (y1, y2) = (Self.pick(leaving.y, axis), Self.pick(arriving.y, axis))
    // x grows with the parameter, because handles stay between 0 and 1.
    var (low, high) = (0.0, 1.0)
    for _ in 0..<Self.halvings {
      let middle = (low + high) / 2
      if Self.bezier(x1, x2, middle) < share { low = middle } else { high = middle }
    }
    return Self.bezier(y1, y2, (low + high) / 2)
  }

  /// Enough for all bits of a parameter.
  private static let halvings = 53

  private static func bezier(_ first: Double, _ second: Double, _ at: Double) -> Double {
    let rest = 1 - at
    return 3 * first * rest * rest * at + 3 * second * rest * at * at + at * at * at
  }

  private static func pick(_ numbers: [Double], _ axis: Int) -> Double {
    axis < numbers.count ? numbers[axis] : numbers.first ?? 0
  }
}

/// The path of a position between two keyframes, by length.
private struct SpatialCurve {
  /// Points at equal steps of the parameter, each with the length of the curve up to it.
  private var points: [(length: Double, point: [Double])] = []

  /// lottie-web takes that many points, too (`getDefaultCurveSegments`).
  private static let pointCount = 150

  init(from start: [Double], to end: [Double], leaving: [Double], arriving: [Double]) {
    var length = 0.0
    for step in 0..<Self.pointCount {
      let at = Double(step) / Double(Self.pointCount - 1)
      let rest = 1 - at
      let point = start.indices.map { axis in
        let (first, last) = (start[axis], end[axis])
        let out = axis < leaving.count ? leaving[axis] : 0
        let into = axis < arriving.count ? arriving[axis] : 0
        return rest * rest * rest * first + 3 * rest * rest * at * (first + out)
          + 3 * rest * at * at * (last + into) + at * at * at * last
      }
      if let last = points.last?.point {
        length += zip(point, last).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }.squareRoot()
      }
      points.append((length, point))
    }
  }

  /// The point after that share of the length; the ends, for a share beyond them.
  func point(at share: Double) -> [Double] {
    let target = share * points[points.count - 1].length
    let after = points.partition { $0.length >= target }
    guard after > 0, after < points.count else {
      return points[min(after, points.count - 1)].point
    }
    let (before, next) = (points[after - 1], points[after])
    let part = (target - before.length) / (next.length - before.length)
    return zip(before.point, next.point).map { $0 + ($1 - $0) * part }
  }
}
