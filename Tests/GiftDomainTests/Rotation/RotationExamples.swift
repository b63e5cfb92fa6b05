import GiftDomain
import Testing

/// Rotations with their turns, in words.
struct RotationExamples {
  private let london: ZoneRules

  init() throws { london = try ZoneFixture(zone: "Europe/London").rules }

  @Test func `a monthly turn on the 31st is on the last day of shorter months`() throws {
    let plan = try example(london, "2027-12-31 10:00", every: 1, .month, ["rose"])
    let starts = (1...6).map { plan.start(of: $0).description }
    #expect(
      starts == [
        "2027-12-31 10:00", "2028-01-31 10:00", "2028-02-29 10:00", "2028-03-31 10:00",
        "2028-04-30 10:00", "2028-05-31 10:00",
      ])
    #expect(plan.turn(4)?.from == (try instant("2028-03-31T09:00:00Z")))
  }

  @Test func `a lineup whose gifts are always on has no end, unless somebody named one`() throws {
    let start = try instant("2026-01-01T00:00:00Z")
    let looks: (RotationPlan) throws -> Window? = { plan in
      let shown = try [rotation(plan, at: start)].timelines(around: plan.instant(of: 2), below: [:])
      return shown[try GiftID("rose")]?.entries.last?.window
    }
    var plan = try example(london, "2026-01-05 10:00", every: 1, .day, ["rose"])
    #expect(try looks(plan) == Window(from: plan.instant(of: 1)))
    plan = try example(london, "2026-01-05 10:00", every: 1, .day, ["rose"], lastTurn: 9)
    #expect(try looks(plan)?.until == instant("2026-01-14T10:00:00Z"))
    let end = try instant("2026-02-01T00:00:00Z")
    plan = try example(london, "2026-01-05 10:00", every: 1, .day, ["rose"], until: end)
    #expect(try looks(plan)?.until == end)
  }

  @Test func `two gifts a turn of five come round after five turns`() throws {
    let gifts = ["rose", "heart", "crown", "teddy", "rocket"]
    let plan = try example(london, "2026-01-05 10:00", every: 1, .week, gifts, perTurn: 2)
    #expect(plan.gifts(of: 1) == ["rose", "heart"])
    #expect(plan.gifts(of: 2) == ["crown", "teddy"])
    #expect(plan.gifts(of: 3) == ["rocket", "rose"])
    #expect(plan.gifts(of: 5) == ["teddy", "rocket"])
    #expect(plan.gifts(of: 6) == ["rose", "heart"])
  }

  @Test func `a turn of more places than gifts has each gift once`() throws {
    let plan = try example(
      london, "2026-01-05 10:00", every: 1, .day, ["rose", "heart"], perTurn: 5)
    #expect(plan.gifts(of: 1) == ["rose", "heart"])
    #expect(plan.turn(2)?.places.count == 2)
  }

  @Test func `a daily turn is 23 hours long when the clocks go forward`() throws {
    let plan = try example(london, "2026-03-28 10:00", every: 1, .day, ["rose"])
    #expect(plan.turn(1)?.from == (try instant("2026-03-28T10:00:00Z")))
    #expect(plan.turn(1)?.until == (try instant("2026-03-29T09:00:00Z")))
  }

  @Test func `hours of a stay are counted, days follow the clock`() throws {
    var plan = try example(
      london, "2026-03-28 10:00", every: 1, .week, ["rose"], stay: Stay(24, .hour))
    #expect(plan.turn(1)?.until == (try instant("2026-03-29T10:00:00Z")))
    plan = try example(london, "2026-03-28 10:00", every: 1, .week, ["rose"], stay: Stay(1, .day))
    #expect(plan.turn(1)?.until == (try instant("2026-03-29T09:00:00Z")))
    plan = try example(london, "2026-03-28 10:00", every: 1, .week, ["rose"], stay: Stay(2, .week))
    #expect(plan.turn(1)?.until == plan.turn(2)?.from)
  }

  @Test func `a turn in the hour that the clocks leave out begins an hour later`() throws {
    let plan = try example(london, "2026-03-29 01:30", every: 1, .day, ["rose"])
    #expect(london.occasion(of: plan.start(of: 1)) == .gap)
    #expect(plan.turn(1)?.from == (try instant("2026-03-29T01:30:00Z")))
    #expect(london.local(at: try instant("2026-03-29T01:30:00Z")).description == "2026-03-29 02:30")
    #expect(plan.turn(2)?.from == (try instant("2026-03-30T00:30:00Z")))
  }

  @Test func `a turn in the hour that comes twice begins the second time`() throws {
    let plan = try example(london, "2026-10-25 01:30", every: 1, .day, ["rose"])
    #expect(london.occasion(of: plan.start(of: 1)) == .twice)
    #expect(plan.turn(1)?.from == (try instant("2026-10-25T01:30:00Z")))
  }

  @Test func `the turn of a day that a zone leaves out has no time, and shows nothing`() throws {
    let apia = try ZoneFixture(zone: "Pacific/Apia").rules
    let gifts = ["rose", "heart", "crown"]
    let plan = try example(apia, "2011-12-29 10:00", every: 1, .day, gifts)
    let (before, left, after) = (plan.turn(1), plan.turn(2), plan.turn(3))
    let instant = try instant("2011-12-30T20:00:00Z")
    #expect(before?.until == instant)
    #expect(left?.local.description == "2011-12-30 10:00")
    #expect(left?.from == instant)
    #expect(left?.until == instant)
    #expect(after?.from == instant)
    #expect(after?.local.description == "2011-12-31 10:00")

    let rotation = try rotation(plan, at: instant.later(-86_400_000_000 * 3))
    let long = rotation.entries(from: plan.instant(of: 1), until: instant.later(86_400_000_000))
    #expect(long.map(\.turn) == [1, 3])
    let turns = rotation.turns(from: instant, until: instant.later(1))
    #expect(turns.map(\.number) == [2, 3])
  }

  @Test func `a rotation ends with its last turn, or at its end in the middle of one`() throws {
    let first = "2026-01-05 10:00"
    var plan = try example(london, first, every: 1, .week, ["rose"], lastTurn: 2)
    #expect(plan.turn(2)?.until == (try instant("2026-01-19T10:00:00Z")))
    #expect(plan.turn(3) == nil)

    let end = try instant("2026-01-14T00:00:00Z")
    plan = try example(london, first, every: 1, .week, ["rose"], until: end)
    #expect(plan.turn(2)?.until == end)
    #expect(plan.turn(3) == nil)
    plan = try example(london, first, every: 1, .week, ["rose"], until: plan.instant(of: 2))
    #expect(plan.turn(2) == nil)
  }

  @Test func `a rotation brings its gifts until its end or its last turn, whichever comes first`()
    throws
  {
    let (first, rose) = ("2026-01-05 10:00", try GiftID("rose"))
    let made = try instant("2026-01-01T00:00:00Z")
    let counted = try example(london, first, every: 1, .week, ["rose"], lastTurn: 2)
    #expect(try rotation(counted, at: made).brings(rose, from: counted.instant(of: 3).later(-1)))
    #expect(try !rotation(counted, at: made).brings(rose, from: counted.instant(of: 3)))
    let after = counted.instant(of: 4)
    let continued = try rotation(counted, at: made).revised(
      counted.continued(at: after), at: after)
    #expect(!continued.brings(rose, from: after))

    let end = try instant("2026-01-14T00:00:00Z")
    let ended = try example(
      london, first, every: 1, .week, ["rose"], lastTurn: 9, until: end)
    #expect(try rotation(ended, at: made).brings(rose, from: end.later(-1)))
    #expect(try !rotation(ended, at: made).brings(rose, from: end))
    #expect(try !rotation(ended, at: made).brings(GiftID("heart"), from: made))
  }

  @Test func `long after its end, a gift is known to have been shown`() throws {
    let end = try instant("2026-01-14T00:00:00Z")
    let plan = try example(
      london, "2026-01-05 10:00", every: 1, .week, ["rose", "heart"], until: end)
    let rotation = try rotation(plan, at: try instant("2026-01-01T00:00:00Z"))
    let timelines = [rotation].timelines(
      around: try instant("2027-06-01T00:00:00Z"), below: [:])
    #expect(timelines[try GiftID("heart")]?.boundaries == [plan.instant(of: 2), end])
    #expect(
      timelines[try GiftID("rose")]?.boundaries == [plan.instant(of: 1), plan.instant(of: 2)])
  }

  @Test func `a rotation that ends as a turn begins is known as far as that`() throws {
    let first = "2026-01-05 10:00"
    let open = try example(london, first, every: 1, .week, ["rose"])
    let plan = try example(london, first, every: 1, .week, ["rose"], until: open.instant(of: 3))
    let rotation = try rotation(plan, at: try instant("2026-01-01T00:00:00Z"))
    let timelines = [rotation].timelines(
      around: try instant("2026-09-01T00:00:00Z"), below: [:])
    let boundaries = [plan.instant(of: 1), plan.instant(of: 3)]
    #expect(timelines[try GiftID("rose")]?.boundaries == boundaries)
  }

  /// No edit makes them, and foreign rows may: a day of each week is the first one's.
  @Test func `of two rotations that bring one gift at once the first by name does`() throws {
    let rose = try GiftID("rose")
    let made = try instant("2026-01-01T00:00:00Z")
    let day = try Stay(1, .day)
    let spring = try example(london, "2026-01-07 10:00", every: 1, .week, ["rose"], stay: day)
    let places = [LineupPlace(gift: rose, version: try VersionNumber(2)), try place("heart")]
    let summer = RotationPlan(
      zone: london, first: try LocalTime("2026-01-05 10:00"), cadence: try Cadence(1, .week),
      stay: nil, lineup: try Lineup(places, perTurn: 1), lastTurn: nil, until: nil)
    let revision = Rotation.Revision(since: try ChangeNumber(1), at: made, plan: summer)
    let both = [
      try rotation(spring, at: made),
      try #require(Rotation(name: try RotationName("summer"), revisions: [revision])),
    ]
    var seen: [VersionNumber: Int] = [:]
    for hour in 0..<(24 * 40) {
      let now = made.later(Int64(hour) * 3_600_000_000)
      let shown = try #require(both.timelines(around: now, below: [:])[rose]).moment(at: now)
      let first = spring.turns(from: now, until: now.later(1)).first
      let second = summer.turns(from: now, until: now.later(1)).first
      let turn = (first ?? second)?.places ?? []
      #expect(shown.entry?.version == turn.first { $0.gift == rose }?.version, "\(now)")
      let ends = [spring, summer].flatMap { plan in
        plan.turns(from: now, until: now.later(14 * 86_400_000_000)).flatMap {
          [$0.from, $0.until]
        }
      }
      #expect(shown.next.map { $0 > now && ends.contains($0) } == true, "\(now)")
      if let version = shown.entry?.version { seen[version, default: 0] += 1 }
    }
    #expect(seen.count == 2 && seen.values.allSatisfy { $0 > 24 })
  }

  @Test func `turns end with the years, whoever asks for them`() throws {
    let plan = try example(london, "2026-01-05 10:00", every: 3_660, .month, ["rose"])
    #expect(plan.turn(27)?.local.description == "9956-01-05 10:00")
    #expect(plan.turn(28) == nil)
    let last = Timestamp.epoch.later(Timestamp.range.upperBound)
    #expect(
      plan.turns(from: try instant("9600-01-01T00:00:00Z"), until: last).map(\.number) == [
        25, 26, 27,
      ])
    #expect(plan.turn(RotationPlan.maxTurn + 1) == nil)
    #expect(plan.turn(.min) == nil)
  }
}
