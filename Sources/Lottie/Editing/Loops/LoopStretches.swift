/// A part of a repeated curve, between two keyframes.
struct LoopStretch {
  /// Frames of the composition that the layer is in.
  var start: Double
  var end: Double
  /// The value at the start itself.
  var atStart: [Double]
  /// The value just after the start.
  var from: [Double]
  /// The value just before the end.
  var to: [Double]
  var motion: Motion

  /// Whether all values are numbers.
  var isFinite: Bool { [atStart, from, to].allSatisfy { $0.allSatisfy(\.isFinite) } }
}

/// What lottie-web makes of a loop: `loopOut` and `loopIn` of its `ExpressionPropertyDecorator`, in
/// version 5.12.2.
///
/// Where a repetition begins so near a frame that rounding decides on which side of it, the value
/// of that frame may be that of the other side.
///
/// It differs from After Effects in two ways, which are kept: `loopIn("cycle")` begins at another
/// time if the first keyframe is not at 0, and `loopOut("continue")` goes on at another speed if
/// the value has several components.
struct LoopStretches {
  let curve: LoopCurve
  let loop: LoopExpression
  /// The frames in which the value shows.
  let span: ClosedRange<Double>
  /// The layer's own, in frames.
  let layerSpan: ClosedRange<Double>
  let frameRateHz: Double
  /// Whether players show the layer at whole frames only.
  let isInFrames: Bool

  /// One pass over the repeated part: the local time runs from `from` to `to`, either way.
  private struct Pass {
    let start: Double
    let from: Double
    let to: Double
    /// What is added to the value.
    let shift: [Double]

    /// The frame at which the local time is that one.
    func frame(_ local: Double) -> Double { start + (local - from).magnitude }
  }

  /// The stretches in the order of time, as far as they show; more than `limit` if there are too
  /// many.
  ///
  /// Those of `loopOut` come after the last keyframe, those of `loopIn` before the first one. Nil
  /// if nothing can be repeated, because the part has no usable length, or if a part of an easing
  /// would be shown between frames.
  func list(limit: Int) -> [LoopStretch]? {
    switch loop.direction {
    case .out:
      guard span.upperBound > curve.end else { return [] }
      if loop.kind == .continue { return [continuedOut] }
    case .into:
      guard span.lowerBound < curve.start else { return [] }
      if loop.kind == .continue { return [continuedIn] }
    }
    let part = repeated
    guard Self.usableFrames.contains(part.upperBound - part.lowerBound),
      isInFrames || isWhole(part)
    else { return nil }
    return loop.direction == .out ? listOut(part, limit) : listIn(part, limit)
  }

  /// What is shorter is over before it is drawn, and what is longer is not repeated in time.
  private static let usableFrames = 0.001...2_147_483_647

  /// The part of the curve that is repeated, in frames.
  private var repeated: Range<Double> {
    let times = curve.times
    switch (loop.direction, loop.extent) {
    case (.out, .segments(let count)):
      let all = count == 0 || count > times.count - 1
      return times[all ? 0 : times.count - 1 - count]..<curve.end
    case (.into, .segments(let count)):
      let all = count == 0 || count > times.count - 1
      return curve.start..<times[all ? times.count - 1 : count]
    case (.out, .seconds(let seconds)):
      let length =
        seconds == 0
        ? max(0, curve.end - layerSpan.lowerBound)
        : (curve.end - frameRateHz * seconds).magnitude
      return (curve.end - length)..<curve.end
    case (.into, .seconds(let seconds)):
      let length =
        seconds == 0
        ? max(0, layerSpan.upperBound - curve.start) : (frameRateHz * seconds).magnitude
      return curve.start..<(curve.start + length)
    }
  }

  /// Whether the part begins and ends at keyframes, or beyond them all.
  private func isWhole(_ part: Range<Double>) -> Bool {
    [part.lowerBound, part.upperBound].allSatisfy { frame in
      frame <= curve.start || frame >= curve.end
        || curve.times.contains { ($0 - frame).magnitude <= LoopCurve.shortestFrames }
    }
  }

  private func listOut(_ part: Range<Double>, _ limit: Int) -> [LoopStretch] {
    let length = part.upperBound - part.lowerBound
    var list: [LoopStretch] = []
    var number = 1 + Int(max(0, span.lowerBound - curve.end) / length)
    while list.count <= limit {
      let pass = passOut(number, part)
      guard pass.start < span.upperBound else { break }
      var stretches = stretches(of: pass, limit)
      // The value at the last keyframe is not yet that of the first pass.
      if number == 1 { stretches.setValue(curve.value(at: curve.end), at: pass.start) }
      list += stretches
      number += 1
    }
    return list
  }

  /// The repetition with that number, counted from 1.
  private func passOut(_ number: Int, _ part: Range<Double>) -> Pass {
    let isBackwards = loop.kind == .pingpong && number % 2 == 1
    return Pass(
      start: curve.end + Double(number - 1) * (part.upperBound - part.lowerBound),
      from: isBackwards ? part.upperBound : part.lowerBound,
      to: isBackwards ? part.lowerBound : part.upperBound, shift: shift(number, part))
  }

  private func listIn(_ part: Range<Double>, _ limit: Int) -> [LoopStretch] {
    let length = part.upperBound - part.lowerBound
    var lists: [[LoopStretch]] = []
    var count = 0
    var number = Int(max(0, curve.start - span.upperBound) / length)
    while count <= limit, curve.start - Double(number) * length > span.lowerBound {
      let (before, pass) = (passIn(number + 1, part), passIn(number, part))
      var stretches = stretches(of: pass, limit)
      // The value between two of these is still that of the earlier one.
      stretches.setValue(shifted(curve.value(at: before.to), before), at: pass.start)
      lists.append(stretches)
      count += stretches.count
      number += 1
    }
    return lists.reversed().flatMap(\.self)
  }

  /// The repetition with that number, counted backwards from 0.
  private func passIn(_ number: Int, _ part: Range<Double>) -> Pass {
    let length = part.upperBound - part.lowerBound
    let start = curve.start - Double(number + 1) * length
    return switch loop.kind {
    case .pingpong where number % 2 == 0:
      Pass(start: start, from: part.upperBound, to: part.lowerBound, shift: shift(0, part))
    case .offset:
      Pass(
        start: start, from: part.lowerBound, to: part.upperBound, shift: shift(-number - 1, part))
    case .cycle, .pingpong, .continue:
      Pass(
        start: start, from: -part.lowerBound, to: length - part.lowerBound, shift: shift(0, part))
    }
  }

  /// What `offset` adds in that repetition.
  private func shift(_ number: Int, _ part: Range<Double>) -> [Double] {
    let (first, last) = (curve.value(at: part.lowerBound), curve.value(at: part.upperBound))
    guard loop.kind == .offset else { return first.map { _ in 0 } }
    return zip(first, last).map { ($1 - $0) * Double(number) }
  }

  private func shifted(_ value: [Double], _ pass: Pass) -> [Double] {
    zip(value, pass.shift).map { $0 + $1 }
  }
}

extension LoopStretches {
  /// What shows of a pass, segment by segment.
  private func stretches(of pass: Pass, _ limit: Int) -> [LoopStretch] {
    let (low, high) = (min(pass.from, pass.to), max(pass.from, pass.to))
    let ends = [low] + curve.times(after: low, before: high) + [high]
    var parts = Array(zip(ends, ends.dropFirst()))
    if pass.from > pass.to { parts = parts.reversed().map { ($1, $0) } }
    var list: [LoopStretch] = []
    for (from, to) in parts {
      guard list.count <= limit, pass.frame(from) < span.upperBound else { break }
      guard pass.frame(to) > span.lowerBound else { continue }
      list += stretches(of: pass, from: from, to: to, limit)
    }
    return list
  }

  /// A part of a pass that no keyframe divides.
  private func stretches(
    of pass: Pass, from: Double, to: Double, _ limit: Int
  ) -> [LoopStretch] {
    let (low, high) = (min(from, to), max(from, to))
    let isBackwards = from > to
    var stretch = LoopStretch(
      start: pass.frame(from), end: pass.frame(to),
      atStart: shifted(curve.value(at: from), pass), from: [], to: [], motion: .hold)
    guard high > curve.start, low < curve.end else {
      let rest = low < curve.start ? curve.start : curve.end
      stretch.from = shifted(curve.value(at: rest), pass)
      stretch.to = stretch.from
      return [stretch]
    }
    let segment = curve.segments[curve.segments.partition { $0.end > (low + high) / 2 }]
    let isWhole = [low - segment.start, high - segment.end].allSatisfy {
      $0.magnitude <= LoopCurve.shortestFrames
    }
    guard isWhole || segment.motion == .hold else {
      return frames(of: pass, from: from, to: to, segment, limit)
    }
    let ends = [segment.from, segment.limit].map { shifted($0, pass) }
    stretch.from = ends[isBackwards ? 1 : 0]
    stretch.to = ends[isBackwards ? 0 : 1]
    stretch.motion = isBackwards ? segment.motion.reversed : segment.motion
    return [stretch]
  }

  /// A part of a segment frame by frame, because no easing is the same as part of another.
  private func frames(
    of pass: Pass, from: Double, to: Double, _ segment: LoopCurve.Segment, _ limit: Int
  ) -> [LoopStretch] {
    let (start, end) = (pass.frame(from), pass.frame(to))
    let direction: Double = from > to ? -1 : 1
    func value(_ frame: Double) -> [Double] {
      let local = from + direction * (frame - start)
      let share = (local - segment.start) / (segment.end - segment.start)
      return shifted(
        segment.motion.value(from: segment.from, to: segment.to, at: min(max(share, 0), 1)), pass)
    }
    var list: [LoopStretch] = []
    var at = max(start, span.lowerBound.rounded(.down))
    while at < end, at < span.upperBound, list.count <= limit {
      let frame = (at + LoopCurve.shortestFrames).rounded(.down) + 1
      let next = end - frame > LoopCurve.shortestFrames ? frame : end
      list.append(
        LoopStretch(
          start: at, end: next, atStart: value(at), from: value(at), to: value(next),
          motion: .straight(.none)))
      at = next
    }
    return list
  }

  /// lottie-web measures speeds over a thousandth of a frame.
  private static let speedFrames = 0.001

  /// The value goes on after the last keyframe.
  private var continuedOut: LoopStretch {
    let (last, before) = speed(curve.end, curve.end - Self.speedFrames)
    let frames = span.upperBound - curve.end
    // Divides by the frame rate and half a thousandth where it has several components.
    let factor = last.count > 1 ? frames / frameRateHz / 5e-4 : frames / Self.speedFrames
    return LoopStretch(
      start: curve.end, end: span.upperBound, atStart: last, from: last,
      to: zip(last, before).map { $0 + ($0 - $1) * factor }, motion: .straight(.none))
  }

  /// The value comes to the first keyframe.
  private var continuedIn: LoopStretch {
    let (first, next) = speed(curve.start, curve.start + Self.speedFrames)
    let factor = (curve.start - span.lowerBound) / Self.speedFrames
    let from = zip(first, next).map { $0 + ($0 - $1) * factor }
    return LoopStretch(
      start: span.lowerBound, end: curve.start, atStart: from, from: from, to: first,
      motion: .straight(.none))
  }

  /// The values at both times, as lottie-web keeps them: several components in 32 bits.
  private func speed(_ time: Double, _ other: Double) -> (at: [Double], other: [Double]) {
    let (at, other) = (curve.value(at: time), curve.value(at: other))
    guard at.count > 1 else { return (at, other) }
    return (at.map { Double(Float($0)) }, other.map { Double(Float($0)) })
  }
}

extension [LoopStretch] {
  /// Sets the value at the start itself, if the first stretch starts there.
  fileprivate mutating func setValue(_ value: [Double], at start: Double) {
    if first?.start == start { self[0].atStart = value }
  }
}
