/// Keyframes that say the same as stretches of a repeated curve.
struct LoopKeyframes {
  /// One keyframe.
  struct Keyframe {
    let time: Double
    let value: [Double]
    let motion: Motion
  }

  /// How long a value is wrong beside a jump, in frames: where it moves up to one, its last
  /// keyframe comes that much before it.
  ///
  /// So little that lottie-web draws the same pixels. Players that keep times in 32 bits see both
  /// keyframes at one time, and show in that frame already what comes after the jump.
  private static let jumpFrames = 1e-8

  let keyframes: [Keyframe]

  /// The keyframes after the last one of the curve, which is the first of these.
  init(after curve: LoopCurve, _ stretches: [LoopStretch]) {
    var made: [Keyframe] = []
    if let first = stretches.first, first.start > curve.end {
      made.append(Keyframe(time: curve.end, value: curve.value(at: curve.end), motion: .hold))
    }
    Self.append(stretches, to: &made)
    if let last = stretches.last { Self.close(last, &made) }
    keyframes = made
  }

  /// The keyframes before the first one of the curve.
  init(before curve: LoopCurve, _ stretches: [LoopStretch]) {
    var made: [Keyframe] = []
    Self.append(stretches, to: &made)
    if let last = stretches.last {
      if curve.start - last.end > LoopCurve.shortestFrames {
        Self.close(last, &made)
      } else {
        Self.lead(last, to: curve.value(at: curve.start), &made)
      }
    }
    keyframes = made
  }

  private static func append(_ stretches: [LoopStretch], to keyframes: inout [Keyframe]) {
    var before: LoopStretch?
    for stretch in stretches {
      var start = stretch.start
      if let before { lead(before, to: stretch.atStart, &keyframes) }
      if differ(stretch.atStart, stretch.from) {
        keyframes.append(Keyframe(time: start, value: stretch.atStart, motion: .hold))
        start += margin(stretch)
      }
      keyframes.append(Keyframe(time: start, value: stretch.from, motion: stretch.motion))
      before = stretch
    }
  }

  /// Ends the keyframes with the last stretch.
  private static func close(_ last: LoopStretch, _ keyframes: inout [Keyframe]) {
    guard last.motion != .hold else { return }
    keyframes.append(Keyframe(time: last.end, value: last.to, motion: .hold))
  }

  /// Adds a keyframe just before a jump, if the value there would be wrong without.
  private static func lead(
    _ stretch: LoopStretch, to next: [Double], _ keyframes: inout [Keyframe]
  ) {
    guard stretch.motion != .hold, differ(stretch.to, next) else { return }
    keyframes.append(
      Keyframe(time: stretch.end - margin(stretch), value: stretch.to, motion: .hold))
  }

  private static func margin(_ stretch: LoopStretch) -> Double {
    min(jumpFrames, (stretch.end - stretch.start) / 4)
  }

  /// Whether two values differ by more than rounding.
  private static func differ(_ one: [Double], _ other: [Double]) -> Bool {
    zip(one, other).contains { ($0 - $1).magnitude > 1e-6 * max(1, $0.magnitude) }
  }

  /// The keyframes as JSON.
  ///
  /// `next` is the value of the keyframe after the last of them; `isLegacy` says whether each has
  /// the value that it leads to as well.
  func texts(isLegacy: Bool, next: [Double]? = nil) -> [String] {
    keyframes.indices.map { position in
      let after = position + 1 < keyframes.count ? keyframes[position + 1].value : next
      return keyframes[position].text(leadingTo: isLegacy ? after : nil)
    }
  }
}

extension LoopKeyframes {
  /// One keyframe as JSON.
  static func text(at time: Double, _ value: [Double], _ motion: Motion) -> String {
    Keyframe(time: time, value: value, motion: motion).text(leadingTo: nil)
  }
}

extension LoopKeyframes.Keyframe {
  /// The keyframe as Bodymovin writes it; `next` is the value that it leads to, where players need
  /// that too.
  fileprivate func text(leadingTo next: [Double]?) -> String {
    var members: [String] = []
    switch motion {
    case .hold: break
    case .straight(let easing), .curved(let easing, _, _):
      members = ["\"i\":\(easing.arriving.text)", "\"o\":\(easing.leaving.text)"]
    }
    // Rounded, a time could come on the other side of a frame.
    members += ["\"t\":\(SafeText.shown(time))", "\"s\":\(value.text)"]
    switch motion {
    case .hold: members.append("\"h\":1")
    case .straight:
      if let next { members.append("\"e\":\(next.text)") }
    case .curved(_, let leaving, let arriving):
      if let next { members.append("\"e\":\(next.text)") }
      members += ["\"to\":\(leaving.text)", "\"ti\":\(arriving.text)"]
    }
    return "{\(members.joined(separator: ","))}"
  }
}

extension Easing.Handle {
  fileprivate var text: String {
    x.count == 1 && y.count == 1
      ? "{\"x\":\(x[0].text),\"y\":\(y[0].text)}" : "{\"x\":\(x.text),\"y\":\(y.text)}"
  }
}

extension [Double] {
  /// As JSON.
  var text: String { "[\(map(\.text).joined(separator: ","))]" }
}

extension Double {
  /// Nine decimals, more than players tell apart, and none that arithmetic made up.
  var text: String {
    let rounded = (self * 1e9).rounded() / 1e9
    return SafeText.shown(rounded.isFinite ? rounded : self)
  }
}
