import GiftDomain
import GiftStore
import StoreSupport

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
        until: chance(50) ? nil : try hour(near: from ?? now),
        replacing: one(of: Replacement.allCases))
    case 8:
      return .retire(at: chance(50) ? nil : try hour(near: now))
    default:
      return .rollBack(to: chance(50) ? nil : try ChangeNumber(number(0...last.value)))
    }
  }

  /// A command for one of some gifts, rotations or changes, such that commands collide often.
  mutating func command(
    of gifts: [GiftID], _ rotations: [Rotation], now: Timestamp, last: ChangeNumber,
    in zone: ZoneRules
  ) throws -> Command {
    let gift = one(of: gifts)
    let name = try RotationName(one(of: ["autumn", "spring"]))
    let plan = rotations.first { $0.name == name }?.plan
    let turn = max(1, (plan?.firstTurn ?? 1) + number(0...3))
    let lineup = gifts.filter { _ in chance(50) }.map { LineupSpec(gift: $0, version: nil) }
    switch number(1...(plan == nil ? 11 : 20)) {
    case 1: return try definition(of: gift, last)
    case 2, 3:
      let from = chance(40) ? nil : try hour(near: now)
      return .publish(
        gift: gift, version: nil, from: from, until: chance(30) ? nil : try hour(near: from ?? now),
        replace: one(of: Replacement.allCases))
    case 4:
      let until = chance(30) ? nil : try hour(near: now)
      return .moveWindowEnd(gift: gift, until: until, replace: one(of: Replacement.allCases))
    case 5:
      let from = chance(40) ? nil : try hour(near: now)
      return .hide(
        gift: gift, from: from, until: try hour(near: from ?? now),
        replace: one(of: Replacement.allCases))
    case 6 where chance(30):
      let animation = UInt8(gifts.firstIndex(of: gift) ?? 0)
      return .setWithdrawn(
        gift: gift, animation: try Upload(byte: animation).candidate.asset, withdrawn: chance(60))
    case 6: return .retire(gift: gift, at: chance(50) ? nil : try hour(near: now))
    case 7: return .rollBack(gift: gift, to: try ChangeNumber(number(0...last.value)))
    case 8: return .undo(change: try ChangeNumber(number(1...last.value)))
    case 9 where chance(30):
      return .rollBackAll(to: try ChangeNumber(number(max(3, last.value - 2)...last.value)))
    case 9, 10, 11:
      return .addRotation(
        rotation: name,
        shape: RotationShape(
          zone: zone, first: zone.local(at: try hour(near: now)),
          cadence: try Cadence(number(1...2), .day), stay: chance(50) ? nil : try Stay(9, .hour),
          lineup: lineup, perTurn: Int(number(1...2)), turnCount: nil, until: nil))
    case 12, 13:
      var patch = RotationPatch()
      patch.lineup = chance(50) ? lineup : nil
      patch.lastTurn = Setting(chance(50) ? nil : number(1...9))
      return .editRotation(rotation: name, patch: patch)
    case 14, 15: return .skipTurn(rotation: name, turn: turn, skip: chance(70))
    case 16, 17:
      let guest = LineupSpec(gift: one(of: gifts), version: nil)
      return .swapGift(rotation: name, turn: turn, gift: gift, for: chance(20) ? nil : guest)
    default:
      return chance(50)
        ? .endRotation(rotation: name, at: chance(50) ? nil : try hour(near: now))
        : .moveTurn(
          rotation: name, turn: turn,
          to: try plan.map { try LocalTime(seconds: $0.start(of: turn).seconds + 3_600) })
    }
  }

  /// A price, or pictures without a draw of their own.
  private mutating func definition(of gift: GiftID, _ last: ChangeNumber) throws -> Command {
    let price = number(1...3)
    guard last.value % 2 == 0 else {
      var patch = DefinitionPatch()
      patch.price = try Price(coins: price)
      return .define(gift: gift, patch: patch)
    }
    let animation = try Upload(byte: UInt8(last.value / 2 % 4)).candidate.asset
    let drawn = try price == 3 ? VersionPictures.undrawn(.blank) : .drawn(UInt8(price))
    return .setPictures(gift: gift, animation: animation, pictures: drawn, replace: true)
  }

  /// A whole hour from two before `instant` to nine after it.
  private mutating func hour(near instant: Timestamp) throws -> Timestamp {
    let hour: Int64 = 3_600 * 1_000_000
    return try Timestamp(microseconds: (instant.microseconds / hour + number(-2...9)) * hour)
  }
}

extension Command {
  /// The verb that a tool would name.
  var verb: Verb {
    switch self {
    case .define, .addVersion: .add
    case .setPictures: .pictures
    case .publish, .moveWindowEnd, .hide: .publish
    case .retire: .retire
    case .setWithdrawn(_, _, let isWithdrawn): isWithdrawn ? .withdraw : .restoreAsset
    case .rollBack, .rollBackAll: .rollback
    case .undo: .undo
    case .addRotation, .editRotation, .skipTurn, .moveTurn, .swapGift, .endRotation: .rotation
    case .setPlacement, .retireGroup(.placement): .placement
    case .setCategory, .retireGroup(.category): .category
    }
  }
}
