/// Rows under headings, each column as wide as its widest cell on a terminal.
struct Table {
  enum Alignment {
    case left
    case right
  }

  private let headings: [String]
  private let alignments: [Alignment]
  private var rows: [[String]] = []

  /// A table with these columns and no rows.
  init(_ columns: [(heading: String, alignment: Alignment)]) {
    headings = columns.map(\.heading)
    alignments = columns.map(\.alignment)
  }

  /// One more row; it has a cell for each column.
  mutating func add(_ cells: [String]) {
    precondition(cells.count == headings.count, "a row has a cell for each column")
    rows.append(cells)
  }

  /// The lines, headings first, without blanks at their ends.
  var lines: [String] {
    let all = [headings] + rows
    let widths = headings.indices.map { column in
      all.map { $0[column].displayWidth }.max() ?? 0
    }
    return all.map { row in
      let cells = row.indices.map { padded(row[$0], to: widths[$0], alignments[$0]) }
      return cells.joined(separator: "  ").withoutBlanksBehind
    }
  }

  private func padded(_ cell: String, to width: Int, _ alignment: Alignment) -> String {
    switch alignment {
    case .left: cell.padded(to: width)
    case .right: String(repeating: " ", count: width - cell.displayWidth) + cell
    }
  }
}

extension String {
  /// With blanks after it that fill so many columns.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - displayWidth))
  }

  /// Without the blanks at its end.
  var withoutBlanksBehind: String { String(reversed().drop { $0 == " " }.reversed()) }
}
