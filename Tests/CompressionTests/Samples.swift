import Testing

/// An input and what it is called in a test's report.
struct Sample: Sendable, CustomTestStringConvertible {
  let name: String
  let bytes: [UInt8]

  var testDescription: String { name }

  /// Inputs that the compressors meet or could stumble over; 20 MB is far above what callers allow.
  static let all = [
    Sample(name: "nothing", bytes: []),
    Sample(name: "one byte", bytes: [0]),
    Sample(name: "two bytes", bytes: [255, 0]),
    Sample(name: "text", bytes: text(byteCount: 300_000)),
    Sample(name: "one byte below a window", bytes: noise(byteCount: 32_767)),
    Sample(name: "one byte above a window", bytes: noise(byteCount: 32_769)),
    Sample(name: "noise", bytes: noise(byteCount: 500_003)),
    Sample(name: "20 MB of zeros", bytes: [UInt8](repeating: 0, count: 20_000_000)),
  ]

  /// JSON-like text of keyframes.
  private static func text(byteCount: Int) -> [UInt8] {
    var generator = SplitMix(state: 1)
    var text = "["
    while text.utf8.count < byteCount {
      let time = UInt16.random(in: 0...180, using: &generator)
      let value = UInt16.random(in: 0...1024, using: &generator)
      text += #"{"t":\#(time),"s":[\#(value)],"i":{"x":[0.833],"y":[0.833]}},"#
    }
    return Array(text.utf8)
  }

  /// Bytes that cannot be made shorter, the same ones in every run.
  private static func noise(byteCount: Int) -> [UInt8] {
    var generator = SplitMix(state: 2)
    return (0..<byteCount).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
  }
}

/// The SplitMix64 generator (Steele, Lea, Flood 2014): the same numbers for the same seed.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = (state ^ (state >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
