import Lottie
import Testing

/// The edits that rules name for their findings.
struct RuleFixTests {
  private static let corpus = Material.sharedFolder("corpus")
  private static let files =
    corpus.map { folder in
      Material.names(in: folder, suffix: ".json").map { "\(folder)/\($0)" }
    } ?? []
  /// The fixtures break one rule each.
  private static let fixtures = Material.names(
    in: InvalidFixtureTests.folder, suffix: ".json"
  ).map { "\(InvalidFixtureTests.folder)/\($0)" }

  /// The edits that need no more than the file.
  private static let edits: [(Fix, AnimationEdit)] = [
    (.bakeLoops, .bakeLoops), (.stripExpressions, .stripExpressions), (.repair, .repair),
    (.minify, .minify),
  ]

  private static func codes(_ bytes: [UInt8], _ profile: Profile) -> [String: Int] {
    var policy = CheckPolicy(profile)
    policy.limits.maxGzipBytes = nil
    return Lottie.check(bytes, policy).findings.reduce(into: [:]) { $0[$1.code, default: 0] += 1 }
  }

  @Test func `every edit fixes a rule`() {
    let fixed = Set(Rule.all.flatMap(\.fixes))
    #expect(fixed == Set(Fix.allCases))
    #expect(Rule.all.count { !$0.fixes.isEmpty } == 42)
  }

  /// A number with a fraction that counts is no integer, whatever an edit does.
  private static func isBeyondEdits(_ file: String, _ code: String, _ edit: Fix) -> Bool {
    edit == .bakeLoops || ["number.integer", "rlottie.integer", "top.size-form"].contains(code)
      || lacking.contains { $0.code == code && file.hasSuffix($0.file) }
  }

  /// Files that lack more than what has a value which all players take without it.
  private static let lacking = [
    (file: "/feature.text/layer.json", code: "structure.incomplete-ios"),
    (file: "/structure.incomplete-web/easing.json", code: "structure.incomplete-web"),
  ]

  @Test(arguments: edits.map(\.0))
  func `an edit takes its findings away, brings none, and is done once`(fix: Fix) throws {
    let edit = try #require(Self.edits.first { $0.0 == fix }).1
    var fixed = 0
    for file in Self.files + Self.fixtures {
      let bytes = try Material.bytes(file)
      guard bytes.count < 300_000, let edited = Self.edited(bytes, edit), !edited.isUnchanged else {
        continue
      }
      #expect(Self.edited(edited.bytes, edit)?.isUnchanged == true, "\(file)")
      for profile in [Profile.gift, .rlottie] {
        let (before, after) = (Self.codes(bytes, profile), Self.codes(edited.bytes, profile))
        // What is no JSON has no other findings.
        let isRead = !before.keys.contains { $0.hasPrefix("json.") }
        #expect(!isRead || Set(after.keys).isSubset(of: before.keys), "\(file)")
        for code in before.keys
        where Rule.all.contains(where: { $0.code == code && $0.fixes.contains(fix) }) {
          let isLess = after[code] == nil || Self.isBeyondEdits(file, code, fix)
          #expect(isLess, "\(file): \(code)")
          fixed += before[code, default: 0] - after[code, default: 0]
        }
      }
    }
    #expect(fixed > 0 || fix == .minify)
  }

  private static func edited(_ bytes: [UInt8], _ edit: AnimationEdit) -> EditedAnimation? {
    // Files that are not JSON are among the fixtures.
    try? Lottie.edit(bytes, [edit])
  }
}
