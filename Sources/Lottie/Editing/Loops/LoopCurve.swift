/// The keyframes of a property as segments, each from one keyframe to the next.
struct LoopCurve {
  /// What happens between two keyframes.
  struct Segment {
    /// Frames.
    let start: Double
    let end: Double
    let from: [Double]
    /// Where the motion leads; after a hold, the value that it jumps to.
    let to: [Double]
    let motion: Motion

    /// The value that the segment approaches at its end.
    var limit: [Double] { motion == .hold ? from : to }
  }

  /// What is shorter than that many frames comes from rounding, and is not drawn by itself.
  static let shortestFrames = 1e-6

  /// At least one, each beginning where the one before it ends.
  let segments: [Segment]
  /// Whether a keyframe has its end value too, `e`, as players of that time need it.
  let isLegacy: Bool

  /// The times of the keyframes, in frames, and the first and last of them.
  let times: [Double]
  let start: Double
  let end: Double

  init(_ segments: [Segment], isLegacy: Bool) {
    self.segments = segments
    self.isLegacy = isLegacy
    start = segments[0].start
    end = segments[segments.count - 1].end
    times = segments.map(\.start) + [end]
  }

  /// The keyframes between two times, and not at them.
  func times(after low: Double, before high: Double) -> ArraySlice<Double> {
    let first = times.partition { $0 > low + Self.shortestFrames }
    return times[first..<max(first, times.partition { $0 >= high - Self.shortestFrames })]
  }

  /// The value at a time; that of the nearest keyframe, before and after all of them.
  func value(at time: Double) -> [Double] {
    guard time < end else { return segments[segments.count - 1].to }
    guard time > start else { return segments[0].from }
    let segment = segments[segments.partition { $0.end > time }]
    return segment.motion.value(
      from: segment.from, to: segment.to,
      at: (time - segment.start) / (segment.end - segment.start))
  }
}

extension JSONDocument {
  /// The keyframes in a list, if they are numbers or lists of them, in order, and at least two; nil
  /// also for a hold on a curved way, along which lottie-web moves.
  func loopCurve(of list: NodeID) -> LoopCurve? {
    let keyframes = Array(elements(of: list))
    guard keyframes.count > 1 else { return nil }
    var segments: [LoopCurve.Segment] = []
    for (keyframe, next) in zip(keyframes, keyframes.dropFirst()) {
      guard let start = number("t", of: keyframe), let end = number("t", of: next), start < end,
        let from = numbers("s", of: keyframe),
        let to = numbers("s", of: next) ?? numbers("e", of: keyframe) ?? held(keyframe),
        from.count == to.count, segments.last?.from.count ?? from.count == from.count,
        !(number("h", of: keyframe) == 1 && isBent(keyframe))
      else { return nil }
      segments.append(
        LoopCurve.Segment(start: start, end: end, from: from, to: to, motion: motion(of: keyframe)))
    }
    return LoopCurve(segments, isLegacy: keyframes.contains { member("e", of: $0) != nil })
  }

  /// Whether a way that begins at the keyframe may leave the straight line.
  private func isBent(_ keyframe: NodeID) -> Bool {
    ["to", "ti"].contains { numbers($0, of: keyframe)?.contains { $0 != 0 } ?? false }
  }

  /// The value of a keyframe that holds it until a last one without a value.
  private func held(_ keyframe: NodeID) -> [Double]? {
    number("h", of: keyframe) == 1 ? numbers("s", of: keyframe) : nil
  }

  private func motion(of keyframe: NodeID) -> Motion {
    guard number("h", of: keyframe) != 1 else { return .hold }
    var easing = Easing.none
    if let leaving = handle("o", of: keyframe), let arriving = handle("i", of: keyframe) {
      easing = Easing(leaving: leaving, arriving: arriving)
    }
    guard let leaving = numbers("to", of: keyframe), let arriving = numbers("ti", of: keyframe)
    else { return .straight(easing) }
    return .curved(easing, leaving: leaving, arriving: arriving)
  }

  private func handle(_ key: JSONKey, of keyframe: NodeID) -> Easing.Handle? {
    guard let node = member(key, of: keyframe), let x = numbersOrNumber("x", of: node),
      let y = numbersOrNumber("y", of: node)
    else { return nil }
    return Easing.Handle(x: x, y: y)
  }

  private func numbersOrNumber(_ key: JSONKey, of node: NodeID) -> [Double]? {
    numbers(key, of: node) ?? number(key, of: node).map { [$0] }
  }

  /// The numbers of a list that holds nothing else, and at least one of them.
  private func numbers(_ key: JSONKey, of node: NodeID) -> [Double]? {
    guard let list = member(key, of: node) else { return nil }
    let numbers = elements(of: list).map { double(of: $0) }
    let known = numbers.compactMap(\.self)
    return known.isEmpty || known.count < numbers.count ? nil : known
  }
}
