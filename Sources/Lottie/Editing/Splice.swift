/// A part of a text and its replacement.
package struct Splice: Sendable, Hashable {
  /// Byte offsets in the original text; empty for an insertion.
  package let range: Range<Int>
  /// The new bytes.
  package let replacement: [UInt8]

  init(_ range: Range<Int>, _ replacement: [UInt8] = []) {
    self.range = range
    self.replacement = replacement
  }

  init(at offset: Int, _ insertion: String) {
    self.init(offset..<offset, Array(insertion.utf8))
  }

  /// The number of bytes by which the text grows; negative if it shrinks.
  var growth: Int { replacement.count - range.count }
}

extension [UInt8] {
  /// The bytes after all splices, which must ascend and not overlap.
  func spliced(_ splices: [Splice]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(splices.reduce(count) { $0 + Swift.max($1.growth, 0) })
    var at = 0
    for splice in splices {
      precondition(splice.range.lowerBound >= at, "splices overlap")
      result += self[at..<splice.range.lowerBound]
      result += splice.replacement
      at = splice.range.upperBound
    }
    result += self[at...]
    return result
  }
}

extension [Splice] {
  /// The splices in the order of the text.
  func inOrder() -> [Splice] { sorted { $0.range.lowerBound < $1.range.lowerBound } }
}
