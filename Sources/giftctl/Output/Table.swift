/// Rows under headings, each column as wide as its widest cell on a terminal.
struct Table {
  enum Column {
    case left
    case right
    /// As `left`, and cut where all columns together are too wide.
    case flexible
    /// The same for what people type, which is cut last.
    case name
  }

  private static let gap = "  "

  private let headings: [String]
  private let columns: [Column]
  private var rows: [[String]] = []

  /// A table with these columns and no rows.
  init(_ columns: [(heading: String, column: Column)]) {
    headings = columns.map(\.heading)
    self.columns = columns.map(\.column)
  }

  /// One more row; it has a cell for each column.
  mutating func add(_ cells: [String]) {
    precondition(cells.count == headings.count, "a row has a cell for each column")
    rows.append(cells)
  }

  /// The lines, headings first, without blanks at their ends; no longer than `limit`, if there is
  /// one, as far as flexible columns can give way.
  func lines(fitting limit: Int?) -> [String] {
    let all = [headings] + rows
    let natural = headings.indices.map { column in
      all.map { $0[column].displayWidth }.max() ?? 0
    }
    let widths = limit.map { fitted(natural, to: $0) } ?? natural
    return all.map { row in
      let cells = row.indices.map { laidOut(row[$0], widths[$0], columns[$0]) }
      return cells.joined(separator: Self.gap).withoutTrailingBlanks
    }
  }

  /// The widths, of which the largest flexible ones give way first.
  private func fitted(_ natural: [Int], to limit: Int) -> [Int] {
    var widths = natural
    var excess = widths.reduce(0, +) + Self.gap.count * (widths.count - 1) - limit
    while excess > 0 {
      let flexible = widths.indices.filter { widths[$0] > columns[$0].leastWidth }
      guard let widest = flexible.max(by: { widths[$0] < widths[$1] }) else { break }
      widths[widest] -= 1
      excess -= 1
    }
    return widths
  }

  private func laidOut(_ cell: String, _ width: Int, _ column: Column) -> String {
    switch column {
    case .left: cell.padded(to: width)
    case .right: String(repeating: " ", count: width - cell.displayWidth) + cell
    case .flexible, .name: cell.cut(to: width).padded(to: width)
    }
  }
}

extension Table.Column {
  /// To how many columns it may be cut.
  fileprivate var leastWidth: Int {
    switch self {
    case .left, .right: .max
    case .flexible: 6
    case .name: 12
    }
  }
}

extension String {
  /// With blanks after it that fill so many columns.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - displayWidth))
  }

  /// The text in at most so many columns, with an ellipsis for what is left out.
  func cut(to width: Int) -> String {
    guard displayWidth > width else { return self }
    let ellipsis = CalendarStyle.current.ellipsis
    var text = ""
    var free = width - 1
    for character in self {
      free -= character.displayWidth
      guard free >= 0 else { break }
      text.append(character)
    }
    return text + String(ellipsis)
  }

  /// Without the blanks at its end.
  var withoutTrailingBlanks: String { String(reversed().drop { $0 == " " }.reversed()) }

  /// The text in lines of at most so many columns, broken at blanks.
  ///
  /// All but the first begin two columns further in. A word that is longer has a line of its own.
  func wrapped(to width: Int?) -> [String] {
    guard let width, displayWidth > width else { return [self] }
    let indent = String(prefix { $0 == " " }) + "  "
    var lines: [String] = []
    var line = String(prefix { $0 == " " })
    var isEmpty = true
    for word in split(separator: " ") {
      let gap = isEmpty ? 0 : 1
      if !isEmpty, line.displayWidth + gap + String(word).displayWidth > width {
        lines.append(line)
        (line, isEmpty) = (indent, true)
      }
      line += (isEmpty ? "" : " ") + word
      isEmpty = false
    }
    return lines + [line]
  }
}
