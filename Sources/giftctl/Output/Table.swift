/// Rows under headings, each column as wide as its widest cell on a terminal.
struct Table {
  enum Column {
    case left
    case right
    /// As `left`, and cut where all columns together are too wide.
    case flexible
    /// The same for what people type, which is cut last.
    case name
    /// As `flexible`, but broken at blanks instead of cut.
    case wrapped
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
  /// one, as far as columns can give way.
  func lines(fitting limit: Int?) -> [String] {
    let all = [headings] + rows
    let natural = headings.indices.map { column in
      all.map { $0[column].displayWidth }.max() ?? 0
    }
    let widths = limit.map { fitted(natural, to: $0) } ?? natural
    return all.flatMap { row in
      let cells = row.indices.map { column in
        columns[column] == .wrapped
          ? row[column].wrapped(to: widths[column], indent: 0) : [row[column]]
      }
      return (0..<(cells.map(\.count).max() ?? 0)).map { line in
        cells.indices.map { column in
          let isThere = line < cells[column].count
          return laidOut(isThere ? cells[column][line] : "", widths[column], columns[column])
        }.joined(separator: Self.gap).withoutTrailingBlanks
      }
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
    case .flexible, .name, .wrapped: cell.cut(to: width).padded(to: width)
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
    case .wrapped: 20
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
  /// All but the first begin below what follows the first gap of two blanks or more, if that is in
  /// the first half, else two columns further in. A word that is longer has a line of its own.
  func wrapped(to width: Int?, indent: Int? = nil) -> [String] {
    guard let width, displayWidth > width else { return [self] }
    let margin = String(repeating: " ", count: indent ?? hangingIndent(within: width / 2))
    var lines: [String] = []
    var (line, blanks, hasWord) = ("", 0, false)
    for (number, word) in split(separator: " ", omittingEmptySubsequences: false).enumerated() {
      if number > 0 { blanks += 1 }
      guard !word.isEmpty else { continue }
      let longer = line + String(repeating: " ", count: blanks) + word
      if hasWord, longer.displayWidth > width {
        lines.append(line)
        line = margin + word
      } else {
        line = longer
      }
      (blanks, hasWord) = (0, true)
    }
    return lines + [line]
  }

  /// The column of what follows the first gap in the line, if that is not beyond `limit`.
  private func hangingIndent(within limit: Int) -> Int {
    let blanks = prefix { $0 == " " }.count
    guard let gap = dropFirst(blanks).firstRange(of: "  ") else { return blanks + 2 }
    let column =
      String(self[..<gap.lowerBound]).displayWidth
      + self[gap.lowerBound...].prefix { $0 == " " }.count
    return column <= limit ? column : blanks + 2
  }
}
