import GiftDomain
import GiftStore

/// Draws that depend on their seed alone (Steele, Lea and Flood 2014, §4.1).
struct ActionDraws {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

  /// A number of `range`.
  mutating func number(_ range: ClosedRange<Int64>) -> Int64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    mixed ^= mixed >> 31
    return range.lowerBound + Int64(mixed % UInt64(range.upperBound - range.lowerBound + 1))
  }

  /// True in `percent` of a hundred draws.
  mutating func chance(_ percent: Int64) -> Bool { number(1...100) <= percent }

  /// One of `all`, which must not be empty.
  mutating func one<Value>(of all: [Value]) -> Value { all[Int(number(0...Int64(all.count - 1)))] }

  /// An action for a gift as it stands, such that actions collide often.
  mutating func action(
    for state: GiftState, now: Timestamp, last: ChangeNumber
  ) throws -> GiftAction {
    guard state.definition != nil || chance(20) else {
      return try .add(UInt8(number(1...4)), price: number(1...3))
    }
    switch number(1...10) {
    case 1...3:
      let animation = chance(60) ? UInt8(number(1...4)) : nil
      return try .add(animation, name: one(of: ["Rose", "Rosa"]), price: number(1...3))
    case 4...7:
      let from = chance(40) ? nil : try hour(near: now)
      return .publish(
        chance(50) ? nil : try VersionNumber(number(1...5)), from: from,
        until: chance(50) ? nil : try hour(near: from ?? now), replacing: chance(50))
    case 8:
      return .retire(at: chance(50) ? nil : try hour(near: now))
    default:
      return .rollBack(to: chance(50) ? nil : try ChangeNumber(number(0...last.value)))
    }
  }

  /// A whole hour from two before `instant` to nine after it.
  private mutating func hour(near instant: Timestamp) throws -> Timestamp {
    let hour: Int64 = 3_600 * 1_000_000
    return try Timestamp(microseconds: (instant.microseconds / hour + number(-2...9)) * hour)
  }
}
