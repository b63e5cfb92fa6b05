/// Rows under headings, each column as wide as its widest cell on a terminal.
struct Table {
  enum Column {
    case left
    case right
    /// As `left`, and cut where all columns together are too wide.
    case flexible
    /// The same for what people type or plan by, which is cut last.
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

  /// The widths, of which the largest flexible ones give way first, then those of names, and both
  /// further where that is not enough.
  private func fitted(_ natural: [Int], to limit: Int) -> [Int] {
    var widths = natural
    var excess = widths.reduce(0, +) + Self.gap.count * (widths.count - 1) - limit
    for least in Self.leastWidths {
      while excess > 0 {
        let wide = widths.indices.filter { widths[$0] > columns[$0].leastWidth(of: least) }
        guard let widest = wide.max(by: { widths[$0] < widths[$1] }) else { break }
        widths[widest] -= 1
        excess -= 1
      }
    }
    return widths
  }

  /// To how many columns a cell may be cut, at first and where that is not enough.
  private static let leastWidths = [
    (flexible: 6, wrapped: 20, name: Int.max), (6, 20, 12), (3, 8, 3),
  ]

  private func laidOut(_ cell: String, _ width: Int, _ column: Column) -> String {
    switch column {
    case .left: cell.padded(to: width)
    case .right: String(repeating: " ", count: width - cell.displayWidth) + cell
    case .flexible, .name, .wrapped: cell.cut(to: width).padded(to: width)
    }
  }
}

extension Table.Column {
  /// The fewest columns that it may be cut to.
  fileprivate func leastWidth(of least: (flexible: Int, wrapped: Int, name: Int)) -> Int {
    switch self {
    case .left, .right: .max
    case .flexible: least.flexible
    case .name: least.name
    case .wrapped: least.wrapped
    }
  }
}

extension String {
  /// The text, padded with blanks to `width` columns.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - displayWidth))
  }

  /// The text in at most `width` columns, with an ellipsis for the rest.
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
  var withoutTrailingBlanks: String {
    let last = utf8.lastIndex { $0 != UInt8(ascii: " ") }
    return String(self[..<(last.map(utf8.index(after:)) ?? startIndex)])
  }

  /// The text in lines of at most `width` columns, broken at blanks.
  ///
  /// All but the first begin below what follows the first gap of two blanks or more, if that is in
  /// the first half, else two columns further in. A word that is longer than a line, such as a name
  /// of Chinese, is broken where the line ends. Colours take no columns.
  func wrapped(to width: Int?, indent: Int? = nil) -> [String] {
    guard let width, shownWidth > width else { return [self] }
    let margin = String(repeating: " ", count: indent ?? hangingIndent(within: width / 2))
    var lines: [String] = []
    var (line, blanks, hasWord) = ("", 0, false)
    for (number, word) in split(separator: " ", omittingEmptySubsequences: false).enumerated() {
      if number > 0 { blanks += 1 }
      for (index, piece) in word.pieces(of: width - margin.count).enumerated() {
        let longer = line + String(repeating: " ", count: blanks) + piece
        if hasWord, index > 0 || longer.shownWidth > width {
          lines.append(line)
          line = margin + piece
        } else {
          line = longer
        }
        (blanks, hasWord) = (0, true)
      }
    }
    return lines + [line]
  }

  /// The column of what follows the first gap in the line, if that is not beyond `limit`.
  private func hangingIndent(within limit: Int) -> Int {
    let blanks = prefix { $0 == " " }.count
    guard let gap = dropFirst(blanks).firstRange(of: "  ") else { return blanks + 2 }
    let column =
      String(self[..<gap.lowerBound]).shownWidth
      + self[gap.lowerBound...].prefix { $0 == " " }.count
    return column <= limit ? column : blanks + 2
  }

  /// The same as `displayWidth` but for codes of colours (ECMA-48, section 8.3.117).
  private var shownWidth: Int {
    contains("\u{1B}") ? replacing(/\u{1B}\[\d+m/, with: "").displayWidth : displayWidth
  }
}

extension Substring {
  /// Parts of at most so many columns, but at least of one character; one part, if it is coloured.
  fileprivate func pieces(of width: Int) -> [Substring] {
    guard !contains("\u{1B}") else { return [self] }
    var pieces: [Substring] = []
    var rest = self
    while !rest.isEmpty {
      var used = 0
      let end = rest.firstIndex { character in
        used += character.displayWidth
        return used > width
      }
      let cut = Swift.max(end ?? rest.endIndex, rest.index(after: rest.startIndex))
      pieces.append(rest[..<cut])
      rest = rest[cut...]
    }
    return pieces
  }
}
