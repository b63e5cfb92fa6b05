import Lottie
import Testing

struct SharedMaterialTests {
  static let hostile = Material.sharedFolder("hostile")
  static let corpus = Material.sharedFolder("corpus")

  static let hostileFiles = Material.names(in: hostile, suffix: ".json")

  /// Verdicts that the players' own readers have corrected since the list was made.
  private static let corrected = [
    // lottie-android reads past the end of the list of numbers (LottieCompositionParser).
    "v_two_parts.json": "reject",
    // lottie-web's canvas throws (CVContextData).
    "precomp_chain_40.json": "reject",
    // lottie-web throws: keyframes have no handles, a group's transform no opacity.
    "keyframes_no_io.json": "reject", "path_empty.json": "reject",
    "path_morph_len_differs.json": "reject",
    // lottie-web looks for a file of that name (ImagePreloader).
    "image_e0_data.json": "reject",
    // The players of gifts read a number; rlottie alone refuses it.
    "w_float.json": "warn",
  ]

  @Test(arguments: hostileFiles)
  func `a hostile file gets the verdict that is expected`(file: String) throws {
    let folder = try #require(Self.hostile)
    let rows = try Material.rows("\(folder)/expected.csv")
    let expected = try #require(rows.first { $0[0] + ".json" == file })
    let report = Lottie.check(try Material.bytes("\(folder)/\(file)"))
    switch Self.corrected[file] ?? expected[1] {
    case "reject": #expect(report.verdict == .refused)
    case "accept": #expect(report.verdict == .accepted)
    case "warn":
      #expect(report.verdict == .accepted)
      #expect(report.findings.contains { $0.severity == .warning })
    default: Issue.record("unknown verdict \(expected[1])")
    }
  }

  /// What may refuse a file that a player draws: code, files outside, what another player of gifts
  /// refuses, and budgets.
  private static let justified: Set<String> = [
    "code.expression", "asset.external", "asset.absolute", "asset.remote", "asset.traversal",
    // lottie-ios refuses the file.
    "structure.incomplete-ios",
    // lottie-android throws.
    "reference.missing", "top.version-form", "structure.colour-code", "structure.one-component",
    // lottie-web throws.
    "keyframe.alone", "layer.camera",
    // lottie-web fetches the font for every viewer.
    "code.remote-font",
    "number.range",
  ]

  @Test func `the profile of the specification refuses nothing that rlottie draws`() throws {
    guard let corpus = Self.corpus else { return }
    let drawn = try Material.rows("\(corpus)/index.csv").filter { $0.contains("ok") }
    for row in drawn where !row[0].hasPrefix("\"") {
      let report = Lottie.check(try Material.bytes("\(corpus)/\(row[0])"), CheckPolicy(.spec))
      #expect(report.verdict == .accepted, "\(row[0])")
    }
  }

  @Test func `what rlottie draws is refused for a reason only`() throws {
    guard let corpus = Self.corpus else { return }
    var refusals: [String: [String]] = [:]
    var count = 0
    for row in try Material.rows("\(corpus)/index.csv") where row.contains("ok") {
      guard !row[0].hasPrefix("\"") else { continue }
      count += 1
      let report = Lottie.check(try Material.bytes("\(corpus)/\(row[0])"))
      for code in Set(report.findings.filter { $0.severity == .error }.map(\.code)) {
        refusals[code, default: []].append(row[0])
      }
    }
    #expect(count > 0)
    for (code, files) in refusals.sorted(by: { $0.key < $1.key }) {
      print("refused by \(code): \(files.count)")
      #expect(Self.justified.contains(code) || code.hasPrefix("budget."), "\(files)")
    }
  }
}
