import GiftDomain
import Testing

@testable import giftctl

struct CalendarWarningTests {
  private let at = "2027-03-01T00:00:00Z"

  /// What a calendar of four weeks warns of.
  private func warnings(
    _ scene: CalendarScene, of code: CalendarWarning.Code, at text: String? = nil
  ) throws -> [CalendarWarning] {
    try scene.calendar(weeks: 4, at: text ?? at).warnings.filter { $0.code == code }
  }

  @Test(arguments: [
    ("2027-03-10T00:00:00Z", true), ("2027-04-01T00:00:00Z", true),
    ("2027-04-26T00:00:00Z", true), ("2027-04-26T00:00:01Z", false), (nil, false),
  ])
  func `nothing_after: the catalogue's end in the span or within four weeks behind it`(
    end: String?, isWarned: Bool
  ) throws {
    var scene = CalendarScene()
    try scene.add("rose", plans: [(1, "2027-01-01T00:00:00Z", end)])
    try scene.add("heart", plans: [(1, "2027-01-01T00:00:00Z", "2027-03-05T00:00:00Z")])
    let found = try warnings(scene, of: .nothingAfter)
    let expected = CalendarWarning(
      .nothingAfter,
      "Nothing is scheduled after \(end ?? "-"): the catalogue is empty from then on.")
    #expect(found == (isWarned ? [expected] : []))
  }

  @Test func `nothing_after: an empty catalogue, and one whose time is over`() throws {
    var scene = CalendarScene()
    #expect(
      try warnings(scene, of: .nothingAfter).map(\.message) == [
        "Nothing is live, and nothing is scheduled."
      ])
    try scene.add("rose", plans: [(1, "2027-01-01T00:00:00Z", "2027-02-05T00:00:00Z")])
    #expect(
      try warnings(scene, of: .nothingAfter).map(\.message) == [
        "Nothing has been live since 2027-02-05T00:00:00Z, and nothing is scheduled."
      ])
  }

  @Test func `nothing_after: a rotation that goes on is no end, however far apart its turns`()
    throws
  {
    var scene = CalendarScene()
    try scene.add("rose")
    let cadence = try Cadence(12, .month)
    let open = try plan(
      "rose", first: "2027-03-02 10:00", every: cadence, stay: try Stay(1, .day))
    try scene.rotate("yearly", open)
    #expect(try scene.calendar(weeks: 4, at: at).warnings == [])
    var ending = CalendarScene()
    try ending.add("rose")
    try ending.rotate(
      "once", try plan("rose", first: "2027-03-02 10:00", every: try .weekly, turns: 2))
    #expect(
      try warnings(ending, of: .nothingAfter).map(\.message) == [
        "Nothing is scheduled after 2027-03-16T10:00:00Z: the catalogue is empty from then on."
      ])
  }

  @Test func `retires_without_successor: a gift that goes while nothing begins`() throws {
    var scene = CalendarScene()
    try scene.add(
      "rose",
      plans: [(1, "2027-01-01T00:00:00Z", nil), (nil, "2027-03-10T00:00:00Z", nil)])
    try scene.add("crown", plans: [(1, "2027-01-01T00:00:00Z", nil)])
    #expect(
      try scene.calendar(weeks: 4, at: at).warnings == [
        CalendarWarning(
          .retiresWithoutSuccessor, gift: try GiftID("rose"),
          "rose goes off at 2027-03-10T00:00:00Z, with no successor planned.")
      ])
    #expect(
      try warnings(scene, of: .retiresWithoutSuccessor, at: "2027-03-10T00:00:00Z") == [])
    #expect(try warnings(scene, of: .retiresWithoutSuccessor, at: "2027-02-01T00:00:00Z") == [])
    try scene.add("heart", plans: [(1, "2027-03-10T00:00:00Z", nil)])
    #expect(try scene.calendar(weeks: 4, at: at).warnings == [])
  }

  @Test func `retires_without_successor: a window that ends as planned is no surprise`() throws {
    var scene = CalendarScene()
    try scene.add("rose", plans: [(1, "2027-01-01T00:00:00Z", "2027-03-10T00:00:00Z")])
    try scene.add("crown", plans: [(1, "2027-01-01T00:00:00Z", "2027-04-20T00:00:00Z")])
    #expect(try warnings(scene, of: .retiresWithoutSuccessor) == [])
  }

  @Test func `group_empty: a category whose gifts all go, for good or for a while`() throws {
    var scene = CalendarScene()
    try scene.add("crown", plans: [(1, "2027-01-01T00:00:00Z", nil)])
    try scene.add(
      "rose", in: "flowers", plans: [(1, "2027-01-01T00:00:00Z", "2027-03-10T00:00:00Z")])
    try scene.add(
      "tulip", in: "flowers", plans: [(1, "2027-03-09T00:00:00Z", "2027-03-12T00:00:00Z")])
    #expect(
      try warnings(scene, of: .groupEmpty).map(\.message) == [
        "The category flowers is empty from 2027-03-12T00:00:00Z on."
      ])
    try scene.add(
      "daisy", in: "flowers", plans: [(1, "2027-03-14T00:00:00Z", "2027-05-01T00:00:00Z")])
    #expect(
      try warnings(scene, of: .groupEmpty).map(\.message) == [
        "The category flowers is empty from 2027-03-12T00:00:00Z until 2027-03-14T00:00:00Z."
      ])
    #expect(try warnings(scene, of: .groupEmpty, at: "2027-03-13T00:00:00Z") == [])
  }

  @Test func `group_empty: when nothing at all is live, that is told instead`() throws {
    var scene = CalendarScene()
    try scene.add("rose", plans: [(1, "2027-01-01T00:00:00Z", "2027-03-10T00:00:00Z")])
    #expect(try scene.calendar(weeks: 4, at: at).warnings.map(\.code) == [.nothingAfter])
  }

  @Test func `retires_without_successor: another version, or a later time, is a successor`()
    throws
  {
    var scene = CalendarScene()
    try scene.add("crown", plans: [(1, "2027-01-01T00:00:00Z", nil)])
    try scene.add(
      "rose", latest: 2,
      plans: [
        (1, "2027-01-01T00:00:00Z", "2027-03-10T00:00:00Z"), (2, "2027-03-10T00:00:00Z", nil),
      ])
    try scene.add(
      "heart",
      plans: [
        (1, "2027-01-01T00:00:00Z", "2027-03-11T00:00:00Z"), (1, "2028-01-01T00:00:00Z", nil),
      ])
    try scene.add("teddy")
    try scene.add("cloud")
    try scene.rotate(
      "yearly",
      try plan(
        "teddy,cloud", first: "2027-03-02 10:00", every: try Cadence(12, .month),
        stay: try Stay(1, .day)))
    #expect(try scene.calendar(weeks: 4, at: at).warnings == [])
  }

  @Test func `retires_without_successor: the last turn of a rotation`() throws {
    var scene = CalendarScene()
    try scene.add("crown", plans: [(1, "2027-01-01T00:00:00Z", nil)])
    try scene.add("rose")
    try scene.add("heart")
    try scene.rotate(
      "spring", try plan("rose,heart", first: "2027-03-02 10:00", every: try .weekly, turns: 2))
    #expect(
      try warnings(scene, of: .retiresWithoutSuccessor).map(\.message) == [
        "heart goes off at 2027-03-16T10:00:00Z, with no successor planned."
      ])
  }

  @Test(arguments: [
    (2, "rose,heart", nil), (3, "rose,heart", "3 gifts, and its lineup has only 2"),
    (1, "", "1 gift, and its lineup has none"),
  ])
  func `lineup_short: fewer gifts than a turn has places`(
    perTurn: Int, lineup: String, words: String?
  ) throws {
    var scene = CalendarScene()
    try scene.add("rose", plans: [(1, "2027-01-01T00:00:00Z", nil)])
    try scene.add("heart")
    try scene.rotate(
      "spring",
      try plan(lineup, first: "2027-03-02 10:00", every: try .weekly, perTurn: perTurn))
    let expected = try words.map {
      CalendarWarning(
        .lineupShort, rotation: try RotationName("spring"),
        "Turns of spring need \($0).")
    }
    #expect(try scene.calendar(weeks: 4, at: at).warnings == [expected].compactMap(\.self))
  }

  @Test func `lineup_short: gifts that retire in the span are counted out`() throws {
    var scene = CalendarScene()
    try scene.add("rose", plans: [(1, "2027-01-01T00:00:00Z", nil)])
    try scene.add("heart", plans: [(1, "2027-01-01T00:00:00Z", nil)])
    let both = try plan(
      "rose,heart", first: "2027-03-02 10:00", every: try .weekly, perTurn: 2)
    let now = try instant("2027-02-01T00:00:00Z")
    let heart = try GiftID("heart")
    for (retired, count) in [("2027-03-20T00:00:00Z", 1), ("2027-03-29T00:00:00Z", 0)] {
      var retiring = scene
      try retiring.rotate(
        "spring", both.withdrawing(heart, at: try instant(retired), now: now))
      let found = try warnings(retiring, of: .lineupShort).map(\.message)
      let words = "Turns of spring need 2 gifts, and its lineup will have only 1."
      #expect(found == Array(repeating: words, count: count))
    }
  }

  @Test func `lineup_short: a rotation that has ended is no worry`() throws {
    var scene = CalendarScene()
    try scene.add("rose", latest: 2, plans: [(2, "2027-01-01T00:00:00Z", nil)])
    try scene.rotate(
      "spring",
      try plan("rose", first: "2027-02-02 10:00", every: try .weekly, perTurn: 2, turns: 2))
    #expect(try scene.calendar(weeks: 4, at: at).warnings == [])
  }

  @Test func `awkward_time: a turn that the clock leaves out or shows twice`() throws {
    var scene = CalendarScene()
    try scene.add("rose", plans: [(1, "2027-01-01T00:00:00Z", nil)])
    try scene.rotate(
      "spring",
      try plan("rose", first: "2027-02-21 01:30", every: try .weekly, in: .london))
    let name = try RotationName("spring")
    #expect(
      try scene.calendar(weeks: 4, at: at).warnings == [
        CalendarWarning(
          .awkwardTime, rotation: name, turn: 6,
          "Turn 6 of spring is due at 2027-03-28 01:30, which does not exist in Europe/London, "
            + "because clocks skip it: it begins at 2027-03-28T01:30:00Z.")
      ])
    #expect(
      try scene.calendar(weeks: 1, at: "2027-10-25T00:00:00Z").warnings == [
        CalendarWarning(
          .awkwardTime, rotation: name, turn: 37,
          "Turn 37 of spring is due at 2027-10-31 01:30, which occurs twice in Europe/London: "
            + "it begins the second time, at 2027-10-31T01:30:00Z.")
      ])
    // It began before the calendar does.
    #expect(try scene.calendar(weeks: 1, at: "2027-11-01T00:00:00Z").warnings == [])
  }

  @Test func `awkward_time: a turn on a day that its zone does not have, unless it is skipped`()
    throws
  {
    var scene = CalendarScene()
    try scene.add("rose", plans: [(1, "2011-01-01T00:00:00Z", nil)])
    let daily = try plan("rose", first: "2011-12-28 10:00", every: try .daily, in: .apia)
    try scene.rotate("daily", daily, at: "2011-12-01T00:00:00Z")
    let at = "2011-12-26T00:00:00Z"
    #expect(
      try scene.calendar(weeks: 1, at: at).warnings == [
        CalendarWarning(
          .awkwardTime, rotation: try RotationName("daily"), turn: 3,
          "Turn 3 of daily is due at 2011-12-30 10:00, on a day that does not exist in "
            + "Pacific/Apia: its gifts are not shown.")
      ])
    let skipping = try daily.skipping(3, true, now: try instant("2011-12-02T00:00:00Z"))
    try scene.rotate("daily", skipping, at: "2011-12-02T00:00:00Z")
    #expect(try scene.calendar(weeks: 1, at: at).warnings == [])
  }

  @Test func `version_superseded: a lineup with a version that has a newer one`() throws {
    var scene = CalendarScene()
    try scene.add("rose", latest: 3, plans: [(1, "2027-01-01T00:00:00Z", nil)])
    try scene.add("heart", latest: 2)
    try scene.rotate(
      "spring", try plan("rose:2,heart:2", first: "2027-03-02 10:00", every: try .weekly))
    #expect(
      try scene.calendar(weeks: 4, at: at).warnings == [
        CalendarWarning(
          .versionSuperseded, gift: try GiftID("rose"), rotation: try RotationName("spring"),
          "spring shows version 2 of rose, although version 3 exists.")
      ])
  }

  @Test func `codes are stable`() {
    #expect(
      CalendarWarning.Code.allCases.map(\.rawValue) == [
        "nothing_after", "group_empty", "retires_without_successor", "lineup_short", "awkward_time",
        "version_superseded",
      ])
  }
}
