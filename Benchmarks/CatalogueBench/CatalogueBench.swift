// The bench measures the catalogue's function over many gifts and rotations in memory, against
// sorting as many values of the same kind in the same run. It knows no database.

import GiftDomain

/// How long one catalogue takes.
@main
struct CatalogueBench {
  private static let gifts = 10_000
  private static let rotations = 200
  private static let lineup = 10
  private static let rounds = 31

  static func main() throws {
    let scene = try Scene(gifts: gifts, rotations: rotations, lineup: lineup)
    var live = 0
    let catalogue = median {
      let shown = scene.rotations.timelines(around: scene.instant, below: [:])
      let states = scene.states.with(shown)
      live = Catalogue(of: states, at: scene.instant).items.count
    }
    let places = scene.states.compactMap { state in
      state.definition?.order.map { Place(order: $0, gift: state.gift) }
    }
    let sorting = median {
      live += places.sorted().count
    }
    precondition(live > gifts, "the gifts are live")
    print("\(gifts) gifts, \(rotations) rotations of \(lineup) gifts, median of \(rounds) rounds")
    print("  catalogue at an instant  \(milliseconds(catalogue)) ms")
    print("  sorting as many values   \(milliseconds(sorting)) ms")
    print("catalogue / sorting       \(ratio(catalogue, sorting))")
  }

  private static func median(_ body: () throws -> Void) rethrows -> Duration {
    var times: [Duration] = []
    for _ in 0..<rounds {
      let start = ContinuousClock.now
      try body()
      times.append(ContinuousClock.now - start)
    }
    return times.sorted()[rounds / 2]
  }

  private static func milliseconds(_ time: Duration) -> String {
    let hundredths = Int64(time / .microseconds(10))
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }

  private static func ratio(_ left: Duration, _ right: Duration) -> String {
    let hundredths = Int64((left / right) * 100)
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}

/// What a catalogue is sorted by.
private struct Place: Comparable {
  let order: Order
  let gift: GiftID

  static func < (left: Place, right: Place) -> Bool {
    left.order == right.order ? left.gift < right.gift : left.order < right.order
  }
}

/// Gifts that are all live, and rotations that bring some of them, in different zones.
private struct Scene {
  let states: [GiftState]
  let rotations: [Rotation]
  /// 2027-01-15T12:00:00Z.
  let instant: Timestamp

  init(gifts: Int, rotations: Int, lineup: Int) throws {
    instant = try Timestamp(rfc3339: "2027-01-15T12:00:00Z")
    let begin = try Timestamp(rfc3339: "2026-01-01T00:00:00Z")
    let ids = try (0..<gifts).map { try GiftID("gift-\($0)") }
    states = try ids.enumerated().map { index, gift in
      GiftState(
        gift: gift,
        definition: try Definition(
          names: try LocalNames(
            [try LocaleTag("en"): try GiftName("Gift \(index)")], fallback: try LocaleTag("en")),
          price: try Price(coins: 10), category: try Category("general"),
          places: [.gifts: try Order(Int64((index * 7_919) % gifts))],
          audience: .everybody, isStreakable: false, tags: [], latestVersion: .first, note: nil),
        versions: [
          try AnimationVersion(
            gift: gift, number: .first,
            asset: try SHA256Digest(bytes: [UInt8](repeating: UInt8(index % 256), count: 32)),
            byteCount: 20_000,
            facts: try AnimationFacts(
              width: 512, height: 512, frameRateHz: 30, frameCount: 90, durationMs: 3_000),
            playback: .once,
            since: try ChangeNumber(1), pictures: nil)
        ],
        schedule: try GiftSchedule([
          Availability(window: try Window(from: begin), version: .first)
        ]))
    }
    self.rotations = try (0..<rotations).map { index in
      let places = (0..<lineup).map {
        LineupPlace(gift: ids[(index * lineup + $0) % gifts], version: .first)
      }
      let plan = RotationPlan(
        zone: Self.zone(index), first: try LocalTime("2026-01-05 10:00"),
        cadence: try Cadence(Int64(1 + index % 3), .week), stay: nil,
        lineup: try Lineup(places, perTurn: 3), lastTurn: nil, until: nil)
      let revision = Rotation.Revision(since: try ChangeNumber(1), at: begin, plan: plan)
      let name = try RotationName("rotation-\(index)")
      guard let rotation = Rotation(name: name, revisions: [revision]) else {
        preconditionFailure("a rotation with a plan")
      }
      return rotation
    }
  }

  /// A zone whose clocks are turned twice a year from 1970 to 2150.
  private static func zone(_ index: Int) -> ZoneRules {
    let offset = Int64(index % 24) * 3_600 - 43_200
    let halfYear: Int64 = 15_778_476
    return ZoneRules(
      name: "Bench/\(index)", firstOffsetSeconds: offset,
      transitions: (1...360).map {
        .init(at: Int64($0) * halfYear, offsetSeconds: offset + ($0 % 2 == 1 ? 3_600 : 0))
      })
  }
}
