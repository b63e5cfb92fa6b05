import Foundation

/// A property as lottie-web 5.12.2 evaluates it, with the loop in its expression:
/// `interpolateValue`, `loopOut` and `loopIn`, written down anew.
struct WebLoop {
  /// The keyframes of a property as JSON.
  let keyframes: [[String: Any]]
  /// `out` or `in`; nil for no loop.
  var direction: String?
  var kind = "cycle"
  /// The second argument of the call.
  var amount = 0.0
  var isDuration = false
  /// The layer's in and out point.
  var inPoint = 0.0
  var outPoint = 60.0
  var frameRate = 30.0

  init(_ keyframes: Any?) { self.keyframes = keyframes as? [[String: Any]] ?? [] }

  private func time(_ position: Int) -> Double { number(keyframes[position]["t"]) }
  private var count: Int { keyframes.count }

  /// The value with the loop.
  func value(_ frame: Double) -> [Double] {
    switch direction {
    case "out"? where frame > time(count - 1): loopOut(frame)
    case "in"? where frame < time(0): loopIn(frame)
    default: plain(frame)
    }
  }

  private func loopOut(_ frame: Double) -> [Double] {
    let last = time(count - 1)
    var cycle: Double
    var first: Double
    if isDuration {
      cycle = amount == 0 ? max(0, last - inPoint) : abs(last - frameRate * amount)
      first = last - cycle
    } else {
      let number = amount == 0 || Int(amount) > count - 1 ? count - 1 : Int(amount)
      first = time(count - 1 - number)
      cycle = last - first
    }
    let phase = (frame - first).truncatingRemainder(dividingBy: cycle)
    let repeats = ((frame - first) / cycle).rounded(.down)
    switch kind {
    case "pingpong" where Int(repeats) % 2 != 0: return plain(cycle - phase + first)
    case "offset":
      return combined(plain(phase + first), plain(first), plain(last), repeats)
    case "continue":
      let (end, before) = (plain(last), plain(last - 0.001))
      if end.count == 1 { return [end[0] + (frame - last) / 0.001 * (end[0] - before[0])] }
      return zip(end, before).map { end, before in
        let speed = Double(Float(end)) - Double(Float(before))
        return end + speed * ((frame - last) / frameRate) / 5e-4
      }
    default: return plain(phase + first)
    }
  }

  private func loopIn(_ frame: Double) -> [Double] {
    let first = time(0)
    var cycle: Double
    var last: Double
    if isDuration {
      cycle = amount == 0 ? max(0, outPoint - first) : abs(frameRate * amount)
      last = first + cycle
    } else {
      let number = amount == 0 || Int(amount) > count - 1 ? count - 1 : Int(amount)
      last = time(number)
      cycle = last - first
    }
    let phase = (first - frame).truncatingRemainder(dividingBy: cycle)
    let repeats = ((first - frame) / cycle).rounded(.down)
    switch kind {
    case "pingpong" where Int(repeats) % 2 == 0: return plain(phase + first)
    case "offset":
      return combined(plain(cycle - phase + first), plain(first), plain(last), -repeats - 1)
    case "continue":
      let (start, next) = (plain(first), plain(first + 0.001))
      return zip(start, next).map { start, next in
        let speed =
          keyframeSize == 1 ? start - next : Double(Float(start)) - Double(Float(next))
        return start + speed * (first - frame) / 0.001
      }
    default: return plain(cycle - (phase + first))
    }
  }

  private var keyframeSize: Int { numbers(keyframes[0]["s"]).count }

  private func combined(
    _ value: [Double], _ first: [Double], _ last: [Double], _ times: Double
  ) -> [Double] {
    value.indices.map { value[$0] + (last[$0] - first[$0]) * times }
  }

  /// The value by the keyframes alone.
  func plain(_ frame: Double) -> [Double] {
    var position = 0
    while position < count - 2, time(position + 1) <= frame { position += 1 }
    let (key, next) = (keyframes[position], keyframes[position + 1])
    let start = numbers(key["s"])
    let end = next["s"].map(numbers) ?? key["e"].map(numbers) ?? start
    if frame >= time(position + 1) { return end }
    if frame <= time(position) || number(key["h"]) == 1 { return start }
    let share = (frame - time(position)) / (time(position + 1) - time(position))
    guard key["to"] != nil else {
      return start.indices.map { start[$0] + (end[$0] - start[$0]) * eased(key, share, $0) }
    }
    return point(key, start, end, eased(key, share, 0))
  }

  /// The easing's y at an x, by Newton's method.
  private func eased(_ key: [String: Any], _ share: Double, _ axis: Int) -> Double {
    let (out, into) = (key["o"] as? [String: Any], key["i"] as? [String: Any])
    func coordinate(_ handle: [String: Any]?, _ name: String) -> Double {
      let all = numbers(handle?[name])
      return axis < all.count ? all[axis] : all[0]
    }
    let (x1, x2) = (coordinate(out, "x"), coordinate(into, "x"))
    let (y1, y2) = (coordinate(out, "y"), coordinate(into, "y"))
    func bezier(_ a: Double, _ b: Double, _ t: Double) -> Double {
      ((1 - 3 * b + 3 * a) * t + (3 * b - 6 * a)) * t * t + 3 * a * t
    }
    var t = share
    for _ in 0..<60 {
      let slope = 3 * (1 - 3 * x2 + 3 * x1) * t * t + 2 * (3 * x2 - 6 * x1) * t + 3 * x1
      guard slope > 1e-9 else { break }
      t = min(max(t - (bezier(x1, x2, t) - share) / slope, 0), 1)
    }
    return bezier(y1, y2, t)
  }

  /// The point of a spatial curve after a share of its length.
  private func point(
    _ key: [String: Any], _ start: [Double], _ end: [Double], _ share: Double
  ) -> [Double] {
    let (out, into) = (numbers(key["to"]), numbers(key["ti"]))
    let points = (0..<150).map { step in
      let t = Double(step) / 149
      return start.indices.map { axis in
        pow(1 - t, 3) * start[axis] + 3 * pow(1 - t, 2) * t * (start[axis] + out[axis])
          + 3 * (1 - t) * t * t * (end[axis] + into[axis]) + pow(t, 3) * end[axis]
      }
    }
    let lengths = zip(points, points.dropFirst()).map { one, other in
      sqrt(zip(one, other).map { pow($0 - $1, 2) }.reduce(0, +))
    }
    var rest = share * lengths.reduce(0, +)
    for (step, length) in lengths.enumerated() {
      if rest <= length, length > 0 {
        return start.indices.map { axis in
          points[step][axis] + (points[step + 1][axis] - points[step][axis]) * rest / length
        }
      }
      rest -= length
    }
    return points[149]
  }

  private func number(_ value: Any?) -> Double { (value as? NSNumber)?.doubleValue ?? 0 }

  private func numbers(_ value: Any?) -> [Double] {
    (value as? [NSNumber])?.map(\.doubleValue) ?? [number(value)]
  }
}
