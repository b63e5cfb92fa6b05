/// The line around a place in a file, cut to a window, and a mark below the place.
///
/// Bodymovin writes an animation as one line of megabytes: only the bytes near the place are read.
/// Characters that hide or reorder text are escaped, and tabs are shown as blanks, so that the mark
/// is where it should be.
struct SourceExcerpt {
  /// The window's width in columns: with the margin and the ellipses it fits into 80.
  static let columns = 70
  /// How many of them are before the place.
  static let columnsBefore = 26
  /// The bytes read to each side: a character of one column rarely has more than four.
  private static let bytesAside = 4 * columns

  /// The part of the line, with an ellipsis where it was cut.
  let text: String
  /// How many columns are before the mark.
  let indent: Int
  /// `^~~~`, below the whole extent if it fits into the window, else below its beginning.
  let mark: String

  /// Nil where the line is empty; `extent` counts bytes.
  init?(_ bytes: [UInt8], at extent: Range<Int>) {
    let place = min(extent.lowerBound, bytes.count)
    let start = Self.start(of: place, in: bytes)
    let end = Self.end(of: place, in: bytes)
    guard start.offset < end.offset else { return nil }
    var before = Cells(bytes[start.offset..<place])
    var meant = Cells(bytes[place..<max(place, min(extent.upperBound, end.offset))])
    var after = Cells(bytes[(place + meant.byteCount)..<end.offset])
    // If the rest of the line is short, more of its beginning is shown.
    let rest = meant.width + after.width
    let isCutBefore =
      before.keepLast(max(Self.columnsBefore, Self.columns - rest)) || start.isCut
    let room = Self.columns - before.width
    let isWhole = extent.upperBound <= end.offset && meant.width <= room
    let markWidth = isWhole && !extent.isEmpty ? meant.width : (meant + after).firstWidth
    let isCutInside = meant.keepFirst(room)
    let isCutAfter = isCutInside || after.keepFirst(room - meant.width) || end.isCut
    text =
      (isCutBefore ? "…" : "") + before.text + meant.text + (isCutInside ? "" : after.text)
      + (isCutAfter ? "…" : "")
    indent = (isCutBefore ? 1 : 0) + before.width
    mark = "^" + String(repeating: "~", count: max(1, markWidth) - 1)
  }

  /// Where the line begins, or as far before the place as is read.
  private static func start(of place: Int, in bytes: [UInt8]) -> (offset: Int, isCut: Bool) {
    var start = max(0, place - bytesAside)
    if let end = bytes[start..<place].lastIndex(of: UInt8(ascii: "\n")) { return (end + 1, false) }
    guard start > 0 else { return (0, false) }
    while start < place, bytes[start] & 0xC0 == 0x80 { start += 1 }
    return (start, true)
  }

  /// Where the line ends, without its line end, or as far after the place as is read.
  private static func end(of place: Int, in bytes: [UInt8]) -> (offset: Int, isCut: Bool) {
    var end = min(bytes.count, place + bytesAside)
    if let lineFeed = bytes[place..<end].firstIndex(of: UInt8(ascii: "\n")) {
      let hasReturn = lineFeed > place && bytes[lineFeed - 1] == UInt8(ascii: "\r")
      return (hasReturn ? lineFeed - 1 : lineFeed, false)
    }
    guard end < bytes.count else { return (end, false) }
    while end > place, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return (end, true)
  }
}

/// Characters as a terminal shows them, each with its columns.
private struct Cells {
  private var cells: [(text: String, width: Int)]
  /// The bytes of the file that they represent.
  let byteCount: Int

  init(_ bytes: ArraySlice<UInt8>) {
    byteCount = bytes.count
    cells = String(decoding: bytes, as: UTF8.self).map { character in
      let text = character == "\t" ? "  " : visible(String(character), limit: .max)
      return (text, text.displayWidth)
    }
  }

  private init(_ cells: [(text: String, width: Int)]) {
    self.cells = cells
    byteCount = 0
  }

  static func + (left: Cells, right: Cells) -> Cells { Cells(left.cells + right.cells) }

  var text: String { cells.map(\.text).joined() }
  var width: Int { cells.reduce(0) { $0 + $1.width } }
  var firstWidth: Int { cells.first?.width ?? 0 }

  /// Drops all after the first `columns`; returns whether there was more.
  mutating func keepFirst(_ columns: Int) -> Bool {
    let kept = Self.count(cells, within: columns)
    defer { cells.removeLast(cells.count - kept) }
    return kept < cells.count
  }

  /// Drops all before the last `columns`; returns whether there was more.
  mutating func keepLast(_ columns: Int) -> Bool {
    let kept = Self.count(cells.reversed(), within: columns)
    defer { cells.removeFirst(cells.count - kept) }
    return kept < cells.count
  }

  private static func count(
    _ cells: some Sequence<(text: String, width: Int)>, within columns: Int
  ) -> Int {
    var width = 0
    var count = 0
    for cell in cells {
      width += cell.width
      guard width <= columns else { return count }
      count += 1
    }
    return count
  }
}
