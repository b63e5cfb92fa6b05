import GiftDomain
import Testing

@testable import giftctl

struct CalendarDrawingTests {
  /// A rose that is always there, and takes turns with a heart that is not.
  private func scene() throws -> CalendarScene {
    var scene = CalendarScene()
    try scene.add("rose", latest: 2, plans: [(1, "2027-01-01T00:00:00Z", nil)])
    try scene.add("heart")
    try scene.rotate(
      "spring",
      try plan("heart,rose:2", first: "2027-03-08 10:00", every: try .weekly, turns: 3))
    return scene
  }

  @Test func `a gift has a line, a day a column, and a layer a character of its own`() throws {
    let calendar = try scene().calendar(weeks: 4, at: "2027-03-01T12:00:00Z")
    #expect(
      CalendarDrawing(calendar, style: .ascii(width: 60)).lines == [
        "2027-03-01 to 2027-03-28, UTC, one column per day",
        "       03-01  03-08  03-15  03-22",
        "GIFT   |      .      .      .",
        "rose   1=============2#######1=====",
        "heart         1#######      1######",
      ])
    #expect(
      CalendarDrawing(calendar, style: .unicode(width: 60)).lines.suffix(3) == [
        "GIFT   ▼      ·      ·      ·",
        "rose   1─────────────2███████1─────",
        "heart         1███████      1██████",
      ])
  }

  @Test func `where the width is too little, a column is several days`() throws {
    let calendar = try scene().calendar(weeks: 8, at: "2027-03-01T12:00:00Z")
    #expect(
      CalendarDrawing(calendar, style: .ascii(width: 40)).lines == [
        "2027-03-01 to 2027-04-25, UTC, one column per 2 days",
        "       03-01  03-15  03-29  04-12",
        "GIFT   |      .      .      .",
        "rose   1======2###1================",
        "heart     1####  1####",
      ])
  }

  @Test(arguments: [Int64(1), 2, 3, 12, 26, 52, 520], [40, 41, 77, 80, 100, 400])
  func `no line is wider than the terminal`(weeks: Int64, width: Int) throws {
    var scene = try scene()
    let long = String(repeating: "a", count: 64)
    try scene.add(long, plans: [(1, "2027-01-01T00:00:00Z", nil)])
    try scene.add("late", plans: [(1, "2047-01-01T00:00:00Z", nil)])
    let calendar = try scene.calendar(weeks: weeks, at: "2027-03-03T12:00:00Z")
    for style in [CalendarStyle.ascii(width: width), .unicode(width: width)] {
      let drawing = CalendarDrawing(calendar, style: style)
      #expect(drawing.lines.count == 3 + calendar.rows.count)
      // The title is a sentence, and its length has nothing to do with that of the chart.
      #expect(drawing.lines.dropFirst().allSatisfy { $0.displayWidth <= width })
      #expect(drawing.lines.last?.hasSuffix("\(style.later)") == true)
    }
  }

  @Test func `a stretch of one column shows its layer rather than its version`() throws {
    var scene = CalendarScene()
    try scene.add("rose")
    try scene.add("heart", plans: [(12, "2027-03-02T00:00:00Z", "2027-03-03T00:00:00Z")])
    try scene.add("crown", plans: [(12, "2027-03-02T00:00:00Z", "2027-03-05T00:00:00Z")])
    try scene.rotate(
      "daily",
      try plan(
        "rose,heart", first: "2027-03-01 00:00", every: try .daily, turns: 5))
    let calendar = try scene.calendar(weeks: 1, at: "2027-03-01T00:00:00Z")
    #expect(
      CalendarDrawing(calendar, style: .ascii(width: 60)).lines.suffix(3) == [
        "rose   # # #", "heart   + #", "crown   12+",
      ])
  }

  @Test func `turns that cannot be told apart are one stretch, to the calendar's end`() throws {
    var scene = CalendarScene()
    try scene.add("rose", plans: [(1, "2027-01-01T00:00:00Z", nil)])
    try scene.rotate("always", try plan("rose", first: "2027-03-03 00:00", every: try .weekly))
    let calendar = try scene.calendar(weeks: 2, at: "2027-03-01T00:00:00Z")
    #expect(
      CalendarDrawing(calendar, style: .ascii(width: 60)).lines.last == "rose  1=1###########")
    #expect(calendar.warnings == [])
  }

  @Test func `days are those of the zone`() throws {
    var scene = CalendarScene()
    try scene.add("rose", plans: [(1, "2027-03-02T15:00:00Z", "2027-03-04T15:00:00Z")])
    let at = "2027-03-01T16:00:00Z"
    let utc = try scene.calendar(weeks: 1, at: at)
    #expect(CalendarDrawing(utc, style: .ascii(width: 60)).lines.last == "rose   1++")
    let tokyo = try scene.calendar(weeks: 1, at: at, in: .tokyo)
    let lines = CalendarDrawing(tokyo, style: .ascii(width: 60)).lines
    #expect(lines.first == "2027-03-02 to 2027-03-08, Asia/Tokyo, one column per day")
    #expect(lines.last == "rose   1+")
  }

  @Test func `today is marked where it lies in the calendar, and nowhere else`() throws {
    let scene = try scene()
    for (now, ruler) in [
      ("2027-03-03T00:00:00Z", "GIFT   . |    ."), ("2027-02-28T23:59:59Z", "GIFT   .      ."),
      ("2027-03-15T00:00:00Z", "GIFT   .      ."), ("2027-03-08T09:00:00Z", "GIFT   .      |"),
    ] {
      let calendar = try scene.calendar(weeks: 2, at: "2027-03-01T00:00:00Z", now: now)
      let drawing = CalendarDrawing(calendar, style: .ascii(width: 60))
      #expect(drawing.lines[2] == ruler)
      #expect(drawing.legend.contains("today") == ruler.contains("|"))
    }
  }

  @Test func `a gift that comes later has a line, one that is gone has none`() throws {
    var scene = CalendarScene()
    try scene.add("gone", plans: [(1, "2027-01-01T00:00:00Z", "2027-02-01T00:00:00Z")])
    try scene.add("late", plans: [(1, "2028-01-01T00:00:00Z", nil)])
    try scene.add("draft")
    try scene.add("turn")
    try scene.rotate(
      "summer", try plan("turn", first: "2027-07-01 10:00", every: try .weekly))
    let calendar = try scene.calendar(weeks: 1, at: "2027-03-01T00:00:00Z")
    let drawing = CalendarDrawing(calendar, style: .ascii(width: 60))
    #expect(drawing.lines.dropFirst(3) == ["late         >", "turn         >"])
    #expect(drawing.legend.contains("> begins later"))
  }
}

struct CalendarStyleTests {
  @Test(
    arguments: [
      ([:], false, nil, 100), ([:], true, nil, 80), ([:], true, 132, 132), ([:], true, 9, 40),
      (["COLUMNS": "120"], false, nil, 120), (["COLUMNS": "120"], true, 80, 120),
      (["COLUMNS": "7"], true, nil, 40), (["COLUMNS": "-1"], true, nil, 40),
      (["COLUMNS": "9999"], false, nil, 400), (["COLUMNS": "wide"], false, nil, 100),
      (["COLUMNS": "99999999999999999999"], false, nil, 100),
    ] as [([String: String], Bool, Int?, Int)])
  func `the width is the environment's or the terminal's, within limits`(
    environment: [String: String], isTerminal: Bool, known: Int?, width: Int
  ) {
    let columns = Terminal.columns(isTerminal: isTerminal, known, environment)
    #expect(CalendarStyle(columns: columns, environment: environment).width == width)
  }

  @Test(arguments: [
    ([:], false), (["TERM": "xterm"], false), (["TERM": "dumb"], true), (["LANG": "C"], true),
    (["LANG": "POSIX"], true), (["LANG": "C.UTF-8"], false), (["LANG": "de_DE.utf8"], false),
    (["LANG": "en_GB.UTF-8", "LC_ALL": "C"], true), (["LANG": "C", "LC_ALL": "C.UTF-8"], false),
    (["LANG": "C", "LC_CTYPE": "en_GB.UTF-8"], false), (["LC_ALL": "", "LANG": "C"], true),
    (["LANG": "C.UTF-8", "TERM": "dumb"], true),
  ])
  func `a dumb terminal and a locale without UTF-8 get ASCII`(
    environment: [String: String], isPlain: Bool
  ) {
    let style = CalendarStyle(columns: nil, environment: environment)
    #expect(style == (isPlain ? .ascii(width: 100) : .unicode(width: 100)))
  }

  @Test func `a plain calendar is ASCII to its last character`() throws {
    var scene = CalendarScene()
    try scene.add(String(repeating: "a", count: 64), plans: [(1, "2027-01-01T00:00:00Z", nil)])
    try scene.add("late", plans: [(1, "2028-01-01T00:00:00Z", nil)])
    let calendar = try scene.calendar(weeks: 12, at: "2027-03-01T00:00:00Z")
    let drawing = CalendarDrawing(calendar, style: .ascii(width: 80))
    #expect((drawing.lines + [drawing.legend]).allSatisfy { $0.allSatisfy(\.isASCII) })
  }
}
