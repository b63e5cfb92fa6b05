import GiftDomain
import Testing

/// Zones and turns compared with an independent judge.
struct ZoneFixtureTests {
  @Test(arguments: ZoneFixture.zones)
  func `a local time means the instant that zoneinfo gives it`(zone: String) throws {
    let fixture = try ZoneFixture(zone: zone)
    #expect(fixture.locals.count >= 48)
    for local in fixture.locals {
      #expect(fixture.rules.instant(of: local.time) == local.instant, "\(local.time)")
      #expect(fixture.rules.occasion(of: local.time) == local.occasion, "\(local.time)")
    }
  }

  @Test(arguments: ZoneFixture.zones)
  func `the clock shows at the instant what was asked for, unless it never does`(
    zone: String
  ) throws {
    let fixture = try ZoneFixture(zone: zone)
    for local in fixture.locals {
      let shown = fixture.rules.local(at: local.instant)
      #expect(local.occasion == .gap ? shown > local.time : shown == local.time)
    }
  }

  @Test(arguments: ZoneFixture.zones)
  func `each fixture meets both changes of the clock`(zone: String) throws {
    let met = Set(try ZoneFixture(zone: zone).locals.map(\.occasion))
    #expect(met == [.once, .gap, .twice])
  }

  @Test(arguments: ZoneFixture.zones)
  func `turns begin when zoneinfo says, daily, weekly and monthly`(zone: String) throws {
    let fixture = try ZoneFixture(zone: zone)
    let lineup = try Lineup([], perTurn: 1)
    #expect(Set(fixture.turns.map(\.cadence)) == [.day, .week, .month])
    for line in fixture.turns {
      let plan = RotationPlan(
        zone: fixture.rules, first: line.first, cadence: try Cadence(1, line.cadence),
        stay: nil, lineup: lineup, lastTurn: nil, until: nil)
      let turn = try #require(plan.turn(line.number))
      #expect(turn.local == line.local, "\(line)")
      #expect(turn.from == line.instant, "\(line)")
    }
  }

  @Test func `each of two turns is the end of the one before, across every change`() throws {
    for fixture in try ZoneFixture.all() {
      for line in fixture.turns where line.number == 1 {
        let plan = RotationPlan(
          zone: fixture.rules, first: line.first, cadence: try Cadence(1, line.cadence),
          stay: nil, lineup: try Lineup([], perTurn: 1), lastTurn: nil, until: nil)
        let turns = (1...4).compactMap(plan.turn)
        #expect(zip(turns, turns.dropFirst()).allSatisfy { $0.until == $1.from })
      }
    }
  }
}
