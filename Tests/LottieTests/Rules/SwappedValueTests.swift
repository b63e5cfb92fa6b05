import Lottie
import Testing

/// Every value of the fixtures, sound and damaged ones, swapped for values of every kind: one of
/// each place, where places that differ in array indices alone are one.
struct SwappedValueTests {
  /// Files of more bytes hold no places that smaller ones lack, and take long.
  static let largestBytes = 34_000
  static let values = ["null", "{}", "[]", #""""#, #""x""#, "-1", "0", "1e30", "true"]

  /// The members without which there is nothing to play, at the places where they stand.
  static let vital: Set<String> = [
    "", "/layers", "/layers/*", "/layers/*/ty", "/layers/*/shapes", "/layers/*/shapes/*",
    "/layers/*/ip", "/layers/*/op", "/fr", "/ip", "/op", "/w", "/h", "/assets/*",
  ]

  private struct Swap {
    let place: String
    let kind: NodeKind
    let range: Range<Int>
  }

  private static func swaps(_ bytes: [UInt8]) throws -> [Swap] {
    let json = try JSONDocument(reading: bytes)
    var swaps: [String: Swap] = [:]
    var node = NodeID.root
    while node.index < json.nodeCount {
      defer { node = json.nodeAfter(node) }
      guard json.kind(of: node) != .key else { continue }
      let place = json.pointer(of: node).split(separator: "/", omittingEmptySubsequences: false)
        .map { Int($0) == nil ? String($0) : "*" }.joined(separator: "/")
      guard swaps[place] == nil else { continue }
      swaps[place] = Swap(place: place, kind: json.kind(of: node), range: json.range(of: node))
    }
    return swaps.values.sorted { $0.place < $1.place }
  }

  @Test func `a swapped value harms nobody, and the report on it is always the same`() throws {
    var seen: Set<String> = []
    var accepted = 0
    var count = 0
    for file in Material.names(in: Material.fixtures, suffix: ".json")
    where !file.hasPrefix("invalid/json.") && !file.hasSuffix("manifest.json") {
      let bytes = try Material.bytes("\(Material.fixtures)/\(file)")
      guard bytes.count <= Self.largestBytes else { continue }
      for swap in try Self.swaps(bytes) where seen.insert(swap.place).inserted {
        for value in Self.values {
          count += 1
          accepted += Self.verdict(of: value, for: swap, in: bytes) == .accepted ? 1 : 0
        }
      }
    }
    #expect(count > 0)
    print("\(accepted) of \(count) swapped values accepted")
  }

  private static func verdict(of value: String, for swap: Swap, in bytes: [UInt8]) -> Verdict {
    let swapped =
      Array(bytes[..<swap.range.lowerBound] + value.utf8)
      + bytes[swap.range.upperBound...]
    let report = Lottie.check(swapped)
    let again = Lottie.check(swapped)
    #expect(again.verdict == report.verdict && again.findings == report.findings)
    let isContainer = swap.kind == .object || swap.kind == .array
    if isContainer, vital.contains(swap.place), !["{}", "[]"].contains(value) {
      #expect(report.verdict == .refused, "\(value) at \(swap.place)")
    }
    return report.verdict
  }
}
