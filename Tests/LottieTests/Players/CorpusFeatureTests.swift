import Lottie
import Testing

/// What an independent reading of the corpus found in each file, against what the rules report.
struct CorpusFeatureTests {
  private static let features = [
    "repeater": "feature.repeater", "offset": "feature.offset-path",
    "pucker": "feature.pucker-bloat", "zigzag": "feature.zig-zag",
    "autoorient": "feature.auto-orient", "layer_ddd": "feature.three-dimensional",
    "text": "feature.text", "text_animators": "feature.text-animator",
    "layer_styles": "feature.layer-style", "mask_i": "feature.mask-intersect",
  ]

  @Test func `a feature of the corpus is reported where it is, and nowhere else`() throws {
    guard let folder = Material.sharedFolder("corpus") else { return }
    var differing: [String] = []
    for row in try Material.rows("\(folder)/index.csv") where row.count > 11 {
      let path = "\(folder)/\(row[0])"
      guard Material.exists(path) else { continue }
      let present = Set(row[11].split(separator: " ").map { String($0.prefix { $0 != "=" }) })
      let codes = Set(Lottie.check(try Material.bytes(path)).findings.map(\.code))
      guard !codes.contains("check.not-listed") else { continue }
      for (feature, code) in Self.features where present.contains(feature) != codes.contains(code) {
        differing.append("\(row[0]) \(code)")
      }
    }
    #expect(differing == [])
  }
}
