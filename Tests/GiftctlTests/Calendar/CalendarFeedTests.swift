import Build
import GiftDomain
import Testing

@testable import giftctl

struct CalendarFeedTests {
  private func scene(_ plan: RotationPlan, at: String = "2027-02-01T00:00:00Z") throws
    -> CalendarScene
  {
    var scene = CalendarScene()
    for gift in ["rose", "heart", "crown"] { try scene.add(gift) }
    try scene.rotate("spring", plan, at: at)
    return scene
  }

  private func weekly() throws -> RotationPlan {
    try plan(
      "rose:2,heart,crown", first: "2027-03-02 01:30", every: try .weekly, perTurn: 2, in: .london)
  }

  /// The values of a property, one for each event that has it.
  private func values(_ name: String, _ scene: CalendarScene, weeks: Int64 = 4) throws -> [String] {
    let calendar = try scene.calendar(weeks: weeks, at: "2027-03-01T12:00:00.25Z")
    return CalendarFeed(calendar).lines.map(\.unfolded).filter { $0.hasPrefix("\(name):") }
      .map { String($0.dropFirst(name.count + 1)) }
  }

  @Test func `a turn is an event, in UTC, with what comes and goes`() throws {
    let calendar = try scene(try weekly()).calendar(weeks: 2, at: "2027-03-01T12:00:00.25Z")
    #expect(
      CalendarFeed(calendar).lines.map(\.unfolded) == [
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//gift-catalogue//giftctl \(Build.version)//EN",
        "CALSCALE:GREGORIAN", "X-WR-CALNAME:Gifts",
        "BEGIN:VEVENT", "UID:spring.1@gift-catalogue", "DTSTAMP:20270301T120000Z", "SEQUENCE:1",
        "DTSTART:20270302T013000Z", "DTEND:20270309T013000Z", "SUMMARY:spring 1: rose\\, heart",
        "DESCRIPTION:Turn 1 of spring\\, 2027-03-02 01:30 Europe/London\\nGoes live at the start: "
          + "rose:2\\, heart:1\\nGoes off at the end: heart:1",
        "STATUS:CONFIRMED", "TRANSP:TRANSPARENT", "END:VEVENT",
        "BEGIN:VEVENT", "UID:spring.2@gift-catalogue", "DTSTAMP:20270301T120000Z", "SEQUENCE:1",
        "DTSTART:20270309T013000Z", "DTEND:20270316T013000Z", "SUMMARY:spring 2: crown\\, rose",
        "DESCRIPTION:Turn 2 of spring\\, 2027-03-09 01:30 Europe/London\\nGoes live at the start: "
          + "crown:1\\nGoes off at the end: rose:2",
        "STATUS:CONFIRMED", "TRANSP:TRANSPARENT", "END:VEVENT",
        "END:VCALENDAR",
      ])
    #expect(CalendarFeed(calendar).text.hasSuffix("END:VEVENT\r\nEND:VCALENDAR\r\n"))
  }

  @Test func `a feed without events has a zone instead, as a calendar needs a component`() throws {
    let calendar = try CalendarScene().calendar(weeks: 4, at: "2027-03-01T12:00:00Z")
    #expect(
      CalendarFeed(calendar).lines.map(\.unfolded) == [
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//gift-catalogue//giftctl \(Build.version)//EN",
        "CALSCALE:GREGORIAN", "X-WR-CALNAME:Gifts",
        "BEGIN:VTIMEZONE", "TZID:Etc/UTC", "BEGIN:STANDARD", "DTSTART:19700101T000000",
        "TZOFFSETFROM:+0000", "TZOFFSETTO:+0000", "END:STANDARD", "END:VTIMEZONE",
        "END:VCALENDAR",
      ])
  }

  @Test func `clocks that are turned move the event in UTC`() throws {
    let starts = try values("DTSTART", try scene(try weekly()), weeks: 6)
    #expect(starts.suffix(2) == ["20270330T003000Z", "20270406T003000Z"])
  }

  @Test func `a skipped turn is cancelled, a moved one says so, and both count as revisions`()
    throws
  {
    let now = try instant("2027-02-02T00:00:00Z")
    var scene = try scene(try weekly())
    let skipped = try weekly().skipping(2, true, now: now)
    try scene.rotate("spring", skipped, at: "2027-02-02T00:00:00Z")
    let moved = try skipped.moving(3, to: try LocalTime("2027-03-17 12:00"), now: now)
    try scene.rotate("spring", moved, at: "2027-02-03T00:00:00Z")
    #expect(
      try values("STATUS", scene) == ["CONFIRMED", "CANCELLED", "CONFIRMED", "CONFIRMED"])
    #expect(try values("SUMMARY", scene)[1] == "spring 2: skipped")
    #expect(
      try values("DESCRIPTION", scene)[2]
        == "Turn 3 of spring\\, 2027-03-17 12:00 Europe/London\\, moved\\nGoes live at the start: "
        + "heart:1\\, crown:1\\nGoes off at the end: crown:1")
    #expect(Set(try values("SEQUENCE", scene)) == ["3"])
    let ids = try values("UID", scene)
    #expect(ids == (1...4).map { "spring.\($0)@gift-catalogue" })
  }

  @Test func `a turn that ran through an edit is one event from its beginning`() throws {
    let edited = try instant("2027-02-20T00:00:00.5Z")
    let first = try plan(
      "rose,heart", first: "2027-02-15 10:00", every: try Cadence(3, .week))
    var scene = try scene(first)
    let swapped = try first.swapping(
      try GiftID("rose"), in: 1,
      for: LineupPlace(gift: try GiftID("crown"), version: try VersionNumber(1)), now: edited)
    try scene.rotate("spring", swapped, at: "2027-02-20T00:00:00.5Z")
    #expect(try values("SUMMARY", scene, weeks: 2) == ["spring 1: crown", "spring 2: heart"])
    #expect(try values("DTSTART", scene, weeks: 1) == ["20270215T100000Z"])
    #expect(try values("DTEND", scene, weeks: 1) == ["20270308T100000Z"])
    // Ended at the first hour of the calendar's first day: it is there, and it is over.
    let end = try instant("2027-03-01T01:00:00Z")
    try scene.rotate("spring", try swapped.ending(at: end, now: end), at: end.rfc3339)
    #expect(try values("DTSTART", scene) == ["20270215T100000Z"])
    #expect(try values("DTEND", scene) == ["20270301T010000Z"])
  }

  @Test func `a turn on a day that its zone does not have is no event`() throws {
    let daily = try plan("rose", first: "2011-12-28 10:00", every: try .daily, in: .apia)
    let calendar = try scene(daily, at: "2011-12-01T00:00:00Z").calendar(
      weeks: 1, at: "2011-12-26T00:00:00Z")
    #expect(calendar.turns.map(\.turn.number) == [1, 2, 3, 4, 5, 6])
    let ids = CalendarFeed(calendar).lines.map(\.unfolded).filter { $0.hasPrefix("UID") }
    #expect(ids == [1, 2, 4, 5, 6].map { "UID:spring.\($0)@gift-catalogue" })
  }

  /// A rose with a window, a time off, and two standing steps to come.
  private func planned(_ until: String = "2027-03-09T10:00:00.75Z") throws -> CalendarScene {
    var scene = CalendarScene()
    try scene.add(
      "rose", latest: 4,
      plans: [
        (1, "2027-01-01T00:00:00Z", nil), (3, "2027-02-28T10:00:00.25Z", until),
        (nil, "2027-03-12T00:00:00Z", "2027-03-13T00:00:00Z"),
        (4, "2027-03-16T10:00:00Z", nil), (nil, "2027-03-20T10:00:00Z", nil),
      ])
    return scene
  }

  @Test func `a window is an event, also one without a version`() throws {
    let calendar = try planned().calendar(weeks: 2, at: "2027-03-01T12:00:00Z")
    #expect(
      CalendarFeed(calendar).lines.map(\.unfolded).dropFirst(5) == [
        "BEGIN:VEVENT", "UID:rose.window.2027-02-28T10:00:00.25Z@gift-catalogue",
        "DTSTAMP:20270301T120000Z", "SEQUENCE:1", "DTSTART:20270228T100000Z",
        "DTEND:20270309T100000Z", "SUMMARY:rose: version 3",
        "DESCRIPTION:Version 3 of rose shows in a window.",
        "STATUS:CONFIRMED", "TRANSP:TRANSPARENT", "END:VEVENT",
        "BEGIN:VEVENT", "UID:rose.window.2027-03-12T00:00:00Z@gift-catalogue",
        "DTSTAMP:20270301T120000Z", "SEQUENCE:1", "DTSTART:20270312T000000Z",
        "DTEND:20270313T000000Z", "SUMMARY:rose: off",
        "DESCRIPTION:rose is off in a window.",
        "STATUS:CONFIRMED", "TRANSP:TRANSPARENT", "END:VEVENT",
        "END:VCALENDAR",
      ])
  }

  @Test func `what has no end is an event without a length, on the day it begins`() throws {
    let scene = try planned()
    #expect(
      try values("UID", scene).suffix(2) == [
        "rose.standing.2027-03-16T10:00:00Z@gift-catalogue",
        "rose.standing.2027-03-20T10:00:00Z@gift-catalogue",
      ])
    #expect(
      try values("DTSTART", scene).suffix(2) == ["20270316T100000Z", "20270320T100000Z"])
    #expect(try values("DTEND", scene) == ["20270309T100000Z", "20270313T000000Z"])
    #expect(
      try values("SUMMARY", scene).suffix(2) == ["rose: version 4 from now on", "rose: goes off"])
    #expect(
      try values("DESCRIPTION", scene).suffix(2) == [
        "Version 4 becomes the standing version of rose.",
        "rose goes off until it is published again.",
      ])
  }

  @Test func `a window that ends elsewhere is the same event`() throws {
    let before = try planned()
    let after = try planned("2027-03-10T10:00:00Z")
    #expect(try values("UID", before) == values("UID", after))
    #expect(try values("DTEND", after)[0] == "20270310T100000Z")
  }

  @Test func `the calendar's change counts as a window's revision`() throws {
    let calendar = try planned().calendar(
      weeks: 1, at: "2027-03-01T12:00:00Z", change: try ChangeNumber(7))
    let lines = CalendarFeed(calendar).lines.map(\.unfolded)
    #expect(lines.filter { $0.hasPrefix("SEQUENCE") } == ["SEQUENCE:7"])
  }

  @Test func `a window within a second is no event`() throws {
    var scene = CalendarScene()
    try scene.add("rose", plans: [(1, "2027-03-02T00:00:00.1Z", "2027-03-02T00:00:00.9Z")])
    #expect(try values("UID", scene).isEmpty)
  }

  @Test func `turns and windows come in the order in which they begin`() throws {
    var scene = try planned()
    try scene.add("heart", plans: [(1, "2027-03-09T01:30:00Z", "2027-03-09T02:00:00Z")])
    try scene.rotate("spring", try weekly())
    let starts = try values("DTSTART", scene, weeks: 2)
    #expect(starts == starts.sorted())
    let ids = try values("UID", scene, weeks: 2)
    #expect(ids.count == 5)
    #expect(ids[2] == "heart.window.2027-03-09T01:30:00Z@gift-catalogue")
    #expect(ids[3] == "spring.2@gift-catalogue")
  }
}
