import GiftDomain
import GiftStore
import Support

/// A catalogue that is edited at random, by a seed; what is refused is left.
struct RandomCatalogue {
  /// What gifts are for, and clients that tell these apart.
  private static let rules = ["android", "ios>=8.2", "ios<8"]
  private static let regions = ["AT", "DE"]
  static let clients = ["ios:8.3:DE", "ios:7.9", "android::AT"]
  /// The placements that come and go.
  static let placements = ["lobby", "splash"]

  private let stock: StockedCatalogue
  private let gifts: [GiftID]
  private let utc: ZoneRules
  private var state: UInt64

  init(_ stock: StockedCatalogue, seed: UInt64) async throws {
    self.stock = stock
    gifts = try (10..<22).map { try GiftID("gift-\($0)") }
    guard let utc = try await stock.editor.zone("UTC") else { throw NoUTC() }
    self.utc = utc
    state = seed &* 0x9E37_79B9_7F4A_7C15
    for (name, choose) in zip(Self.placements, [PlacementChoice.random, .first]) {
      let placement = try PlacementName(name)
      _ = try await stock.commit(
        .placement, [.setPlacement(placement: placement, choose: choose)])
    }
    for _ in 0..<6 { try await regroup() }
    for gift in gifts {
      _ = try await stock.add(gift, "{\"\(gift)\":1}")
      if chance(60) {
        var patch = DefinitionPatch()
        try limit(&patch)
        _ = try await stock.commit(.add, [.define(gift: gift, patch: patch)])
      }
      if chance(30) { try await draw(gift) }
      if chance(70) { _ = try await stock.publish(gift) }
    }
  }

  struct NoUTC: Error {}

  /// One edit, or none.
  mutating func takeStep() async throws {
    let gift = one(of: gifts)
    let minute: Int64 = 60_000_000
    do {
      switch number(0...14) {
      case 0...1: try await redefine(gift)
      case 2: _ = try await stock.add(gift, "{\"\(gift)\":\(number(1...3))}")
      case 3...5:
        let delay = chance(50) ? 0 : number(1...90) * minute
        let duration = chance(40) ? nil : number(1...90) * minute
        let terms = Terms(price: try Price(coins: number(4...6)), order: try Order(number(0...3)))
        let isDear = duration != nil && chance(50)
        _ = try await stock.publish(
          gift, after: delay, for: duration, on: isDear ? terms : nil)
      case 6: _ = try await stock.retire(gift)
      case 7:
        let last = try await stock.editor.view(at: .now).change
        _ = try await stock.rollBack(gift, to: try ChangeNumber(number(0...last.value)))
      case 8...9: try await rotate()
      case 10...12: try await regroup()
      default: try await draw(gift)
      }
    } catch StoreError.rejected {
      // Others stand in the way, or nothing is there: then nothing happened.
      return
    }
  }

  /// Other names, another price and another place.
  private mutating func redefine(_ gift: GiftID) async throws {
    var patch = DefinitionPatch()
    patch.price = try Price(coins: number(0...3))
    patch.order = try Order(number(0...3))
    patch.category = try Category(one(of: ["flowers", "general", "party"]))
    if chance(50) {
      let others = Self.placements.filter { _ in chance(60) }
      patch.places = try (["gifts"] + others).map { name in
        PlaceSpec(
          placement: try PlacementName(name), number: try Order(number(1...3)))
      }
    }
    if chance(50) { try limit(&patch) }
    _ = try await stock.commit(.add, [.define(gift: gift, patch: patch)])
  }

  private mutating func limit(_ patch: inout DefinitionPatch) throws {
    patch.only = try Self.rules.filter { _ in chance(30) }.map { rule in try PlatformRule(rule) }
    patch.regions = try Self.regions.filter { _ in chance(20) }.map { code in try Region(code) }
  }

  /// A placement or a category that comes, changes or goes.
  private mutating func regroup() async throws {
    let placement = try PlacementName(one(of: Self.placements))
    if chance(50) {
      let choose = one(of: PlacementChoice.allCases)
      let isThere = try await isThere(.placement(placement))
      _ = try await stock.commit(
        .placement,
        [
          isThere && chance(20)
            ? .retireGroup(group: .placement(placement))
            : .setPlacement(placement: placement, choose: choose)
        ])
      return
    }
    var patch = CategoryPatch()
    patch.names[try LocaleTag("en")] = try GiftName("Name \"\(number(1...3))\"")
    patch.order = try Order(number(-1...1))
    let category = try Category(one(of: ["flowers", "general", "party"]))
    let isThere = try await isThere(.category(category))
    _ = try await stock.commit(
      .category,
      [
        isThere && chance(20)
          ? .retireGroup(group: .category(category))
          : .setCategory(category: category, patch: patch)
      ])
  }

  private func isThere(_ id: GiftGroup.ID) async throws -> Bool {
    try await !stock.editor.view(at: .now).groups[id].isAbsent
  }

  /// Pictures of its first version, other ones or by other settings.
  private mutating func draw(_ gift: GiftID) async throws {
    let (sample, settings) = (UInt8(number(1...6)), number(1...2))
    _ = try await stock.draw(gift.text, "{\"\(gift)\":1}", sample, settings: settings)
  }

  /// Daily turns of some gifts, some minutes long, the first of which begins within the hour.
  private mutating func rotate() async throws {
    let some = gifts.filter { _ in chance(30) }.sorted { $0.text > $1.text }
    let wait = number(1...50) * 60_000_000
    let minutes = number(5...90)
    let now = try await stock.editor.clock()
    let shape = RotationShape(
      zone: utc, first: utc.local(at: try now.advanced(byMicroseconds: wait)),
      cadence: try Cadence(1, .day), stay: try Stay(minutes / 60 + 1, .hour),
      lineup: some.map { LineupSpec(gift: $0, version: nil) }, perTurn: Int(number(1...2)),
      turnCount: nil, until: nil)
    let spring = try RotationName("spring")
    var patch = RotationPatch()
    (patch.first, patch.stay) = (shape.first, Setting(shape.stay))
    (patch.lineup, patch.perTurn) = (shape.lineup, shape.perTurn)
    let isThere = try await stock.editor.rotations().rotations.contains { $0.name == spring }
    _ = try await stock.commit(
      .rotation,
      [
        isThere
          ? .editRotation(rotation: spring, patch: patch)
          : .addRotation(rotation: spring, shape: shape)
      ])
  }

  /// Draws that depend on the seed alone (Steele, Lea and Flood 2014, §4.1).
  private mutating func number(_ range: ClosedRange<Int64>) -> Int64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    mixed ^= mixed >> 31
    return range.lowerBound + Int64(mixed % UInt64(range.upperBound - range.lowerBound + 1))
  }

  private mutating func chance(_ percent: Int64) -> Bool { number(1...100) <= percent }

  private mutating func one<Value>(of all: [Value]) -> Value {
    all[Int(number(0...Int64(all.count - 1)))]
  }
}
