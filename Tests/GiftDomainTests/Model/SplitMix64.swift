/// A small generator whose draws depend on its seed alone (Steele, Lea and Flood 2014, §4.1), so
/// that a history that breaks a law can be told again.
struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}

extension SplitMix64 {
  /// A number of `range`.
  mutating func number(_ range: ClosedRange<Int64>) -> Int64 {
    range.lowerBound + Int64(next() % UInt64(range.upperBound - range.lowerBound + 1))
  }

  /// True in `percent` of a hundred draws.
  mutating func chance(_ percent: Int64) -> Bool { number(1...100) <= percent }
}
