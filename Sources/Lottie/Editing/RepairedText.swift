/// Text without what keeps it from being JSON, and editors write now and then.
///
/// That is a byte-order mark, and commas with nothing after them.
struct RepairedText {
  private(set) var bytes: [UInt8]
  /// What was removed.
  private(set) var counts: [RepairKind: Int] = [:]

  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  init(_ text: [UInt8]) {
    bytes = text
    var cuts: [Splice] = []
    if text.starts(with: Self.mark) {
      cuts.append(Splice(0..<Self.mark.count))
      counts[.byteOrderMark] = 1
    }
    for comma in Self.trailingCommas(text) {
      cuts.append(Splice(comma..<comma + 1))
      counts[.trailingComma, default: 0] += 1
    }
    if !cuts.isEmpty { bytes = text.spliced(cuts) }
  }

  /// The positions of commas outside of strings that a closing bracket follows.
  private static func trailingCommas(_ text: [UInt8]) -> [Int] {
    var commas: [Int] = []
    var comma: Int?
    var isInString = false
    var at = 0
    while at < text.count {
      let byte = text[at]
      if isInString {
        if byte == ASCII.backslash { at += 1 }
        isInString = byte != ASCII.quote
      } else {
        if let comma, byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") {
          commas.append(comma)
        }
        if byte > ASCII.space { comma = byte == ASCII.comma ? at : nil }
        isInString = byte == ASCII.quote
      }
      at += 1
    }
    return commas
  }
}
