import Foundation
import Support
import Testing

/// `giftctl verify`: what was recorded is what is there, byte for byte, or is named.
@Suite(.serialized) struct VerifyTests {
  @Test func `a catalogue that is as it was recorded is proven, and not written`() async throws {
    let giftctl = try await Giftctl.stocked()
    try await giftctl.done("add", "rose", Fixtures.file("heart"), "--price", "12")
    try await giftctl.done("undo", "2")
    let before = try await giftctl.rows()
    let proven = try await giftctl.done("verify")
    #expect(proven.outputText.hasPrefix("proven: 3 changes, the bytes of "))
    let document = try await giftctl.json("verify")
    #expect(document["changes"] == 3)
    #expect(document["findings"]?.values.isEmpty == true)
    #expect(try await giftctl.rows() == before)
    let empty = try await Giftctl.empty().done("verify")
    #expect(empty.outputText == "proven: 0 changes, the bytes of 0 assets\n")
  }

  /// What an owner does by hand, and what is found.
  @Test(arguments: [
    (
      ["ALTER TABLE definition DISABLE TRIGGER USER", "UPDATE definition SET price = price + 1"],
      "the rows of change 1 do not match its digest"
    ),
    (
      ["ALTER TABLE change DISABLE TRIGGER USER", "UPDATE change SET actor = 'anna'"],
      "change 1 does not match its digest"
    ),
    (
      [
        "ALTER TABLE asset DROP CONSTRAINT asset_is_named_by_its_bytes",
        "UPDATE asset SET bytes = bytes || '\\x20' WHERE sha256 = "
          + "(SELECT asset FROM animation_version WHERE gift = 'rose')",
      ],
      "is not what its digest says"
    ),
    (
      ["UPDATE asset_coding SET bytes = '\\x00' WHERE coding = 'gzip'"],
      "a compressed copy of the animation"
    ),
  ])
  func `an alteration by hand is found and named`(
    _ statements: [String], _ sentence: String
  ) async throws {
    let giftctl = try await Giftctl.stocked()
    for sql in statements { try await giftctl.sql(sql) }
    let outcome = try await giftctl.run("verify")
    #expect(outcome.exitCode == 1)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errorText.contains(sentence), "\(outcome.errorText)")
    let document = try await giftctl.json("verify", exiting: 1)
    #expect(document["findings"]?.values.isEmpty == false)
  }

  @Test func `an archive is proven without a database, and each altered file is named`()
    async throws
  {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let archive = folder.path + "/copy"
    try await Giftctl.unchanging().done("export", archive)
    let giftctl = Giftctl(over: "host=/nowhere")
    #expect(try await giftctl.done("verify", archive).outputText.hasPrefix("proven: 1 change, "))
    let files = try FileManager.default.contentsOfDirectory(atPath: archive + "/animations")
      .filter { $0.hasSuffix(".json") }.sorted()
    for file in files.prefix(2) {
      let url = URL(filePath: archive + "/animations/" + file)
      try (Data(contentsOf: url) + Data(" ".utf8)).write(to: url)
    }
    let altered = try await giftctl.run("verify", archive)
    #expect(altered.exitCode == 1)
    #expect(altered.errorText.split(separator: "\n").count == 2)
    for file in files.prefix(2) {
      #expect(altered.errorText.contains(file.prefix(64)), "\(altered.errorText)")
    }
    let text = URL(filePath: archive + "/archive.jsonl")
    try Data(contentsOf: text).dropLast(100).write(to: text)
    #expect(try await giftctl.run("verify", archive).errorText.contains("cut off"))
    #expect(try await giftctl.run("verify", Fixtures.folder).exitCode == 64)
    #expect(try await giftctl.run("verify", folder.path + "/nowhere").exitCode == 2)
  }
}
