import Support
import Testing

@Suite(.serialized) struct HostileManifestTests {
  /// What a manifest says, the exit code, and a part of the answer.
  static let manifests: [(text: String, exitCode: Int32, says: String)] =
    ["../secret.json", "/etc/passwd", "a/../../secret.json", "a//b.json", "", "a/", "x\\u0000y"]
    .map { (gift("\"file\":\"\($0)\",\"names\":{\"en\":\"A\"},\"price\":1"), 1, "is not a file") }
    + [
      ("", 64, "not valid JSON"), ("[]", 64, "manifest"), ("null", 64, "manifest"),
      ("\"x\"", 64, "manifest"), ("{}", 64, "gifts"),
      ("{\"gifts\":{}}", 64, "gifts (line 1, column 10) is not a list"),
      ("{\"gifts\":[5]}", 64, "gift 1 (line 1, column 11) is not an object"),
      ("{\"gifts\":[{}]}", 64, "id"),
      ("{\"gifts\":[{\"id\":5}]}", 64, "gift 1, id (line 1, column 17)"),
      (gift("\"price\":\"ten\""), 64, "\"rose\": price (line 1, column 32)"),
      (gift("\"prices\":10"), 64, "prices (line 1, column 24) is unknown: did you mean price?"),
      (gift("\"price\":1,\"price\":2"), 64, "price (line 1, column 34) appears twice"),
      (gift("\"names\":{\"en\":\"A\",\"EN\":\"B\"}"), 64, "given twice"),
      (gift("\"publish\":true,\"from\":\"soon\""), 64, "soon"),
      (gift("\"price\":1.5"), 64, "is not a whole number"), (gift("\"price\":1e999"), 64, ""),
      (gift("\"price\":99999999999999999999"), 64, ""), (gift("\"price\":-1"), 64, "from 0"),
      (gift("\"names\":[\"Rose\"]"), 64, "names"), (gift("\"publish\":\"yes\""), 64, "publish"),
      (gift("\"names\":{\"en\":\"a\\u202Eb\"}"), 64, "\\u{202e}"),
      (gift("\"names\":{\"en\":\"a\\u0000b\"}"), 64, "\\u{0}"),
      (gift("\"names\":{\"e\":\"a\"}"), 64, "BCP 47"), (gift("\"tags\":[\"A B\"]"), 64, "tag"),
      (gift("\"publish\":true,\"until\":\"soon\""), 64, "soon"),
      (gift("\"publish\":true,\"until\":\"2001-01-01T00:00:00Z\""), 64, "not after"),
      ("{\"gifts\":[{\"id\":\"rose\"},{\"id\":\"rose\"}]}", 64, "is the second of this id"),
      ("{\"gifts\":[{\"id\":\"../rose\"}]}", 64, "lower-case"),
      ("{\"gifts\":[" + many(10_001) + "]}", 64, "10,001 gifts"),
      (String(repeating: "[", count: 1_000_000), 64, "manifest"),
      (String(repeating: " ", count: 17 * 1_048_576), 4, "at most 16,777,216"),
    ]

  private static func gift(_ members: String) -> String {
    "{\"gifts\":[{\"id\":\"rose\",\(members)}]}"
  }

  private static func many(_ count: Int) -> String {
    (0..<count).map { "{\"id\":\"g\($0)\"}" }.joined(separator: ",")
  }

  @Test(arguments: manifests.indices)
  func `a manifest that cannot be meant is refused in words, and nothing is stored`(
    _ index: Int
  ) async throws {
    let manifest = Self.manifests[index]
    let giftctl = try await Giftctl.unchanging()
    let before = try await giftctl.rows()
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    _ = try folder.write("manifest.json", manifest.text)
    let outcome = try await giftctl.run("import", folder.path, "--yes")
    #expect(outcome.exitCode == manifest.exitCode, "\(manifest.text.prefix(100))")
    #expect(outcome.output.isEmpty)
    #expect(outcome.errorText.hasPrefix("giftctl: "))
    #expect(outcome.errorText.contains(manifest.says), "\(manifest.text.prefix(100))")
    #expect(outcome.errors.count < 10_000)
    #expect(try await giftctl.rows() == before)
  }

  @Test(arguments: [
    "{\"format\":\"gift-catalogue-9\",\"changes\":[],\"gifts\":[]}\n", "{\"format\":5}", "{", "[]",
  ])
  func `an archive that cannot be meant is refused in words`(_ text: String) async throws {
    let giftctl = try await Giftctl.empty()
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    _ = try folder.write("archive.jsonl", text)
    let outcome = try await giftctl.run("import", folder.path)
    #expect(outcome.exitCode == 1)
    #expect(outcome.errorText.hasPrefix("giftctl: The archive cannot be read: "))
    #expect(try await giftctl.rows().isEmpty)
  }

  /// Each edits one number or letter of a real archive.
  @Test(arguments: [
    ("\"number\":1,", "\"number\":2,"), ("\"actor\":\"tester\"", "\"actor\":\"\\u0007\""),
    ("\"verb\":\"import\"", "\"verb\":\"steal\""), ("\"gift\":\"rose\"", "\"gift\":\"heart\""),
    ("\"gift\":\"rose\"", "\"gift\":\"../rose\""), ("\"price\":10,", "\"price\":-10,"),
    ("\"since\":1,", "\"since\":7,"), ("\"asset\":\"", "\"asset\":\"0"),
    ("eyJ2Ijoi", "eyJ3Ijoi"), ("\"base64\":\"", "\"base64\":\"*"),
    ("\"file\":\"animations/", "\"file\":\"animations/../"), ("{\"edit\":{", "{\"edits\":{"),
  ])
  func `an archive that somebody edited does not get in`(
    _ part: String, _ forged: String
  ) async throws {
    let exported = try await Giftctl.unchanging().done("export", "-").outputText
    let text = exported.replacing(part, with: forged, maxReplacements: 1)
    try #require(text != exported)
    let giftctl = try await Giftctl.empty()
    let outcome = try await giftctl.run("import", "-", input: Array(text.utf8))
    #expect(outcome.exitCode != 0)
    #expect(outcome.errorText.hasPrefix("giftctl: "))
    #expect(try await giftctl.rows().isEmpty)
  }
}
