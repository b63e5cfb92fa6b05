import Support
import Testing

@Suite(.serialized) struct CheckConfigurationTests {
  private let giftctl = Giftctl(over: "host=/nowhere")

  @Test func `every budget is an option of check, add and import`() async throws {
    let page = try await giftctl.done("check", "--rules", "--markdown").outputText
    let names = page.matches(of: /\n\| `(m[a-z-]+)` \|/).map(\.output.1)
    #expect(names.count > 20)
    for verb in ["check", "add", "import"] {
      let help = try await giftctl.done(verb, "--help-limits").outputText
      for name in names { #expect(help.contains("--\(name) <"), "\(verb) lacks \(name)") }
    }
  }

  @Test func `options outweigh the file, which outweighs the profile`() async throws {
    try await withConfiguration("{\"limits\":{\"max-side\":100}}") { giftctl, config in
      let rose = Fixtures.file("rose")
      let refused = try await giftctl.json("check", rose, "--config", config, exiting: 4)
      #expect(refused["files"]?[0]?["findings"]?[0]?["code"] == "top.size")
      try await giftctl.done("check", rose, "--config", config, "--max-side", "1000")
      try await giftctl.done("check", rose)
      var giftctl = giftctl
      giftctl.environment["GIFT_CHECK_CONFIG"] = config
      #expect(try await giftctl.run("check", rose).exitCode == 4)
      giftctl.environment["GIFT_CHECK_CONFIG"] = ""
      try await giftctl.done("check", rose)
    }
  }

  @Test func `the file names a profile, and an option another`() async throws {
    let file = Places.packageRoot + "/fixtures/lottie/invalid/shape.dash/negative.json"
    try await withConfiguration("{\"profile\":\"spec\"}") { giftctl, config in
      try await giftctl.done("check", file, "--config", config)
      let outcome = try await giftctl.run("check", file, "--config", config, "--profile", "gift")
      #expect(outcome.exitCode == 4)
    }
  }

  @Test func `add and import take the same`() async throws {
    let giftctl = try await Giftctl.unchanging()
    let before = try await giftctl.rows()
    try await withConfiguration("{\"limits\":{\"max-side\":100}}") { _, config in
      let added = try await giftctl.run("add", "rose", Fixtures.file("heart"), "--config", config)
      #expect(added.exitCode == 4)
      #expect(added.errorText.contains("[top.size]"))
      let imported = try await giftctl.run("import", Fixtures.folder, "--max-side", "100", "--yes")
      #expect(imported.exitCode == 4)
    }
    #expect(try await giftctl.rows() == before)
  }

  @Test func `a budget of compressed bytes is measured`() async throws {
    let rose = Fixtures.file("rose")
    let refused = try await giftctl.run("check", rose, "--max-gzip-bytes", "100")
    #expect(refused.exitCode == 4)
    #expect(refused.outputText.contains("[budget.gzip-bytes]"))
    #expect(try await giftctl.run("check", rose, "--max-gzip-bytes", "10000").exitCode == 0)
    #expect(try await giftctl.run("check", rose, "--profile", "telegram").exitCode != nil)
    let summary = try await giftctl.json("check", rose, "--max-gzip-bytes", "10000")["files"]?[0]?[
      "summary"]
    #expect(summary?.keys.contains("gzipByteCount") == true)
    #expect(summary?.keys.contains("brotliByteCount") == false)
  }

  @Test func `sizes under compression take long, and are told where a summary is asked for`()
    async throws
  {
    let rose = Fixtures.file("rose")
    let sizes: Set = ["gzipByteCount", "brotliByteCount"]
    let plain = try await giftctl.json("check", rose)["files"]?[0]?["summary"]
    let whole = try await giftctl.json("check", rose, "--summary")["files"]?[0]?["summary"]
    #expect(whole?.keys.subtracting(plain?.keys ?? []) == sizes)
    #expect(plain?.keys.isSubset(of: whole?.keys ?? []) == true)
    let text = try await giftctl.done("check", rose, "--summary").outputText
    #expect(text.contains(" under gzip, "))
  }

  /// What is wrong, and its line and column.
  private static let faults: KeyValuePairs<String, String> = [
    "{\"profil\":\"gift\"}": "line 1, column 2: unknown name \"profil\"",
    "{\n \"profile\":\"Gift\"}": "line 2, column 12: profile must be one of gift, ios",
    "{\"profile\":1}": "line 1, column 12: profile must be one of",
    "{\"limits\":[]}": "line 1, column 11: limits must be an object",
    "{\"limits\":{\"max-byte\":1}}": "line 1, column 12: unknown name \"max-byte\"",
    "{\"limits\":{\"max-bytes\":\"1\"}}": "line 1, column 24: max-bytes must be a whole number",
    "{\"limits\":{\"max-bytes\":1.5}}": "line 1, column 24: max-bytes must be a whole number",
    "{\"limits\":{\"max-bytes\":0}}":
      "line 1, column 24: max-bytes must be a whole number from 1",
    "{\"limits\":{\"max-side\":1,\n\"max-side\":2}}":
      "line 2, column 1: \"max-side\" appears twice",
    "[]": "line 1, column 1: the file must be an object",
    "{": "line 1, column 2: it is not JSON (json.unclosed)",
    "": "line 1, column 1: it is not JSON (json.empty)",
  ]

  @Test(arguments: faults.map { (text: $0.key, says: $0.value) })
  func `what a file means to say and does not is refused with its place`(
    _ fault: (text: String, says: String)
  ) async throws {
    try await withConfiguration(fault.text) { giftctl, config in
      let outcome = try await giftctl.run("check", Fixtures.file("rose"), "--config", config)
      #expect(outcome.exitCode == 64)
      #expect(outcome.errorText.contains(fault.says))
      #expect(outcome.output.isEmpty)
    }
  }

  @Test(arguments: ["0", "1.5", "-1", "nan", "inf", "1e300", "many", ""])
  func `a budget that cannot be is refused`(_ value: String) async throws {
    let outcome = try await giftctl.run("check", Fixtures.file("rose"), "--max-layers=\(value)")
    #expect(outcome.exitCode == 64)
    #expect(outcome.errorText.contains("--max-layers"))
  }

  private func withConfiguration(
    _ text: String, _ body: (Giftctl, String) async throws -> Void
  ) async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try await body(giftctl, try folder.write("check.json", text))
  }
}
