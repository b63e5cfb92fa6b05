import GiftDomain

/// A calendar as lines of text: one gift per line, one column per day, or per several days if the
/// width is too small.
struct CalendarDrawing {
  private let calendar: GiftCalendar
  private let style: CalendarStyle
  private let labelWidth: Int
  private let daysPerColumn: Int
  private let columnCount: Int

  init(_ calendar: GiftCalendar, style: CalendarStyle) {
    self.calendar = calendar
    self.style = style
    let longest = calendar.rows.map(\.gift.text.count).max() ?? 0
    labelWidth = min(max(longest, Self.heading.count), style.width / 3)
    // Two blanks after the label, and a column for the mark of what begins later.
    let room = style.width - labelWidth - Self.gap.count - 1
    let days = calendar.span.dayCount
    daysPerColumn = (days + room - 1) / room
    columnCount = (days + daysPerColumn - 1) / daysPerColumn
  }

  private static let heading = "GIFT"
  private static let gap = "  "

  /// The title, dates and gifts, without blanks at the lines' ends.
  var lines: [String] { [title, dates, ruler] + calendar.rows.map(line) }

  /// The meaning of the characters.
  var legend: String {
    let today = calendar.span.day(of: calendar.now)
    let isIn = (0..<calendar.span.dayCount).contains(today)
    return [
      "\(style.standing) standing", "\(style.rotation) rotation", "\(style.window) window",
      "1 2 3 version",
      isIn ? "\(style.today) today" : nil,
      calendar.rows.contains(where: \.comesLater) ? "\(style.later) begins later" : nil,
    ].compactMap(\.self).joined(separator: "  ")
  }

  private var title: String {
    let span = calendar.span
    let column = daysPerColumn == 1 ? "day" : "\(daysPerColumn) days"
    let last = span.date(ofDay: span.dayCount - 1)
    return "\(span.date(ofDay: 0).text) to \(last.text), \(span.zone.name), "
      + "one column per \(column)"
  }

  /// The dates that begin weeks, as far as there is room, and their columns.
  private var weeks: [(column: Int, text: String)] {
    let span = calendar.span
    let room = style.width - labelWidth - Self.gap.count
    let isOfOneYear = span.dayCount <= 366
    var weeks: [(column: Int, text: String)] = []
    var free = 0
    for day in 0..<span.dayCount {
      let date = span.date(ofDay: day)
      let column = day / daysPerColumn
      let text = isOfOneYear ? date.monthAndDay : date.text
      guard date.weekday == 1, column >= free, column + text.count <= room else { continue }
      weeks.append((column, text))
      free = column + text.count + 1
    }
    return weeks
  }

  private var dates: String {
    var text = ""
    for week in weeks {
      text += String(repeating: " ", count: week.column - text.count) + week.text
    }
    return labelled("", text)
  }

  private var ruler: String {
    var cells = [Character](repeating: " ", count: columnCount)
    for week in weeks { cells[week.column] = style.week }
    let today = calendar.span.day(of: calendar.now)
    if (0..<calendar.span.dayCount).contains(today) { cells[today / daysPerColumn] = style.today }
    return labelled(Self.heading, String(cells))
  }

  private func line(_ row: GiftCalendar.Row) -> String {
    var owners = [Int?](repeating: nil, count: columnCount)
    // The layers in order; of two stretches in one column, the later shows.
    for layer in CalendarStretch.Layer.allCases {
      for (index, stretch) in row.stretches.enumerated() where stretch.layer == layer {
        for column in columns(of: stretch.window) { owners[column] = index }
      }
    }
    return labelled(row.gift.text, bars(owners, row) + (row.comesLater ? "\(style.later)" : ""))
  }

  private func bars(_ owners: [Int?], _ row: GiftCalendar.Row) -> String {
    var text = ""
    var start = 0
    while start < owners.count {
      let end = owners[start...].firstIndex { $0 != owners[start] } ?? owners.count
      text += bar(owners[start].map { row.stretches[$0] }, length: end - start)
      start = end
    }
    return text
  }

  /// A stretch with its version, unless no bar would be left to show its layer.
  private func bar(_ stretch: CalendarStretch?, length: Int) -> String {
    guard let stretch else { return String(repeating: " ", count: length) }
    let symbol =
      switch stretch.layer {
      case .standing: style.standing
      case .rotation: style.rotation
      case .window: style.window
      }
    let version = "\(stretch.version)"
    let head = version.count < length ? version : ""
    return head + String(repeating: symbol, count: length - head.count)
  }

  /// The columns in which a window has an instant.
  private func columns(of window: Window) -> ClosedRange<Int> {
    let span = calendar.span
    let first = span.day(of: max(window.from, span.from))
    let last = window.until.map { span.lastDay(before: $0) } ?? span.dayCount - 1
    let start = min(max(first, 0), span.dayCount - 1) / daysPerColumn
    return start...max(start, min(last, span.dayCount - 1) / daysPerColumn)
  }

  private func labelled(_ label: String, _ text: String) -> String {
    let shown =
      label.count <= labelWidth ? label : label.prefix(labelWidth - 1) + String(style.ellipsis)
    return (shown.padded(to: labelWidth) + Self.gap + text).withoutTrailingBlanks
  }
}

extension CalendarSpan {
  /// The last day with an instant before another, counted from 0.
  fileprivate func lastDay(before end: Timestamp) -> Int {
    let local = zone.local(at: end)
    let midnight = zone.instant(of: local.advanced(bySeconds: -local.secondOfDay))
    return day(of: end) - (end == midnight ? 1 : 0)
  }
}
