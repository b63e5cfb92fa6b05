import Lottie
import Testing

/// The summary against the index of the shared corpus, which was made without this checker.
struct CorpusSummaryTests {
  /// Words of the index that mean what a feature means.
  private static let words: [(word: String, feature: Feature)] = [
    ("parent", .parents), ("mask", .masks), ("matte", .mattes), ("star", .stars),
    ("trim", .trimPaths), ("merge", .mergePaths), ("repeater", .repeaters), ("dash", .dashes),
    ("gradfill", .gradientFills), ("gradstroke", .gradientStrokes), ("round", .roundedCorners),
    ("offset", .offsetPaths), ("pucker", .puckerBloat), ("zigzag", .zigZag),
    ("time_remap", .timeRemap), ("stretch", .timeStretch), ("text", .text),
    ("text_animators", .textAnimators), ("chars", .glyphs), ("effects", .effects),
    ("layer_styles", .layerStyles), ("blend", .blendModes), ("autoorient", .autoOrient),
    ("hidden", .hiddenLayers), ("expressions", .expressions), ("slots", .slots),
    ("img_embedded", .embeddedImages), ("img_external", .externalImages),
    ("kf_legacy_e", .legacyKeyframes),
  ]

  /// The files of the index, each with its row; none if there is no corpus.
  private static func rows() throws -> [(file: String, row: [String], folder: String)] {
    guard let folder = Material.sharedFolder("corpus") else { return [] }
    return try Material.rows("\(folder)/index.csv").filter { !$0[0].hasPrefix("\"") }
      .map { ($0[0], $0, folder) }
  }

  @Test func `the summary of a public file says what the index says`() throws {
    var compared = 0
    for (file, row, folder) in try Self.rows() {
      let report = Lottie.check(
        try Material.bytes("\(folder)/\(file)"), CheckPolicy(.spec))
      guard let summary = report.summary else { continue }
      compared += 1
      #expect(summary.byteCount == Int(row[1]), "\(file)")
      #expect(summary.width == Double(row[4]).map { Int($0) }, "\(file)")
      #expect(summary.height == Double(row[5]).map { Int($0) }, "\(file)")
      #expect(summary.frameRateHz == Double(row[6]), "\(file)")
      #expect(summary.inPoint == Double(row[7]), "\(file)")
      #expect(summary.outPoint == Double(row[8]), "\(file)")
      #expect(summary.layerCount == Int(row[9]), "\(file)")
      #expect(summary.layersByType == Self.types(row[10]), "\(file)")
      let counts = Self.counts(row[11])
      for (word, feature) in Self.words {
        #expect(
          summary.features.contains(feature) == (counts[word] != nil), "\(file): \(feature)")
      }
      #expect(summary.imageCount >= counts["img_embedded", default: 0], "\(file)")
    }
    print("compared the summaries of \(compared) public files")
  }

  /// Reads `4:7 0:1`, types by number; one file writes 4.0, and unknown ones are left out.
  private static func types(_ column: String) -> [LayerType: Int] {
    let known = counts(column).compactMap { name, count in
      Double(name).flatMap { LayerType(rawValue: Int($0)) }.map { ($0, count) }
    }
    return Dictionary(uniqueKeysWithValues: known)
  }

  /// Reads `a=1 b:c=2` or `4:7 0:1`: each name with the number after its last `=` or `:`.
  private static func counts(_ column: String) -> [String: Int] {
    var counts: [String: Int] = [:]
    for entry in column.split(separator: " ") {
      guard let mark = entry.lastIndex(where: { $0 == "=" || $0 == ":" }) else { continue }
      counts[String(entry[..<mark])] = Int(entry[entry.index(after: mark)...])
    }
    return counts
  }
}
