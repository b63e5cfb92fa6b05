import Foundation
import Support
import Testing

@Suite(.serialized) struct TransferTests {
  /// A catalogue with a past, a present and a future.
  private func eventful() async throws -> Giftctl {
    let giftctl = try await Giftctl.stocked()
    try await giftctl.done("add", "rose", Fixtures.file("heart"), "--name", "ja=薔薇")
    try await giftctl.done("publish", "rose", "--from", "+1w", "--until", "+2w")
    try await giftctl.done("retire", "heart", "--yes")
    try await giftctl.done("rollback", "heart")
    try await giftctl.done(
      "rotation", "add", "spring", "--tz", "Europe/London", "--first", "2100-03-02 10:00",
      "--every", "3w", "--lineup", "crown,diamond")
    return giftctl
  }

  @Test(arguments: [true, false])
  func `an export into an empty database gives every row again, and twice is once`(
    _ isStream: Bool
  ) async throws {
    let source = try await eventful()
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let place = isStream ? "-" : folder.path + "/export"
    let exported = try await source.done("export", place)
    let target = try await Giftctl.empty()
    let restored = try await target.done("import", place, input: isStream ? exported.output : [])
    #expect(restored.outputText == "restored 12 gifts, 6 changes\n")
    #expect(try await target.rows() == source.rows())
    let again = try await target.run(
      ["import", place, "--json"], input: isStream ? exported.output : [])
    #expect(try again.json()["outcome"] == "unchanged")
    #expect(try await target.run("export", "-").output == source.run("export", "-").output)
  }

  @Test func `a byte of a stream that is damaged or missing is found and named`() async throws {
    let source = try await Giftctl.empty()
    for gift in ["rose", "heart"] {
      try await source.done(
        "add", gift, Fixtures.file(gift), "--name", "en=\(gift)", "--price", "1")
    }
    let stream = try await source.done("export", "-").output
    let target = try await Giftctl.empty()
    let before = try await target.rows()
    let places = stream.indices.dropLast()
    var draws = SplitMix64(seed: 1)
    for step in 0..<40 {
      let place =
        step % 2 == 0 ? places.count / 40 * step : Int.random(in: places, using: &draws)
      var damaged = stream
      damaged[place] ^= 1
      for (input, what) in [(damaged, "damaged"), (Array(stream[..<place]), "cut")] {
        let outcome = try await target.run("import", "-", input: input)
        #expect(outcome.exitCode == 1 || outcome.exitCode == 64, "\(what) at \(place)")
        let said = outcome.errorText
        let names = ["animation", "archive", "manifest", "Line ", "change ", "standard input"]
        #expect(names.contains { said.contains($0) }, "\(what) at \(place): \(said)")
        #expect(said.split(separator: "\n").count == 1)
      }
    }
    #expect(try await target.rows() == before)
    try await target.done("import", "-", input: stream)
    #expect(try await target.rows() == source.rows())
  }

  @Test func `a byte that is changed in any file of a folder is found, and the file is named`()
    async throws
  {
    let source = try await Giftctl.empty()
    for gift in ["rose", "heart"] {
      try await source.done(
        "add", gift, Fixtures.file(gift), "--name", "en=\(gift)", "--price", "1")
    }
    try await source.done(
      "rotation", "add", "spring", "--tz", "Europe/London", "--first", "2100-03-02 10:00",
      "--every", "3w", "--lineup", "rose,heart")
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try await source.done("export", folder.path + "/export")
    let export = try folder.folder("export")
    let files = try FileManager.default.subpathsOfDirectory(atPath: export.path)
      .filter { $0.contains(".json") }.sorted()
    // The history, and of each animation, as it is and in two codings.
    #expect(files.count == 1 + 2 * 3)
    let target = try await Giftctl.empty()
    let before = try await target.rows()
    var draws = SplitMix64(seed: 2)
    for file in files {
      let bytes = [UInt8](try Data(contentsOf: URL(filePath: export.path + "/" + file)))
      // An animation and its compressed copies have the digest of the animation in their names.
      let name = try #require(file.split(separator: "/").last?.prefix { $0 != "." })
      // The fifth byte of gzip is one that no decoder looks at.
      let places = (0..<(name == "archive" ? 12 : 2)).map { _ in
        Int.random(in: bytes.indices, using: &draws)
      }
      for place in [4] + places {
        var damaged = bytes
        damaged[place] ^= 1 << Int.random(in: 0..<8, using: &draws)
        _ = try export.write(file, damaged)
        let outcome = try await target.run("import", export.path)
        #expect(outcome.exitCode == 1, "\(file) at \(place)")
        #expect(outcome.errorText.contains(name), "\(file) at \(place): \(outcome.errorText)")
        #expect(outcome.errorText.split(separator: "\n").count == 1)
      }
      _ = try export.write(file, bytes)
    }
    #expect(try await target.rows() == before)
    try await target.done("import", export.path)
    #expect(try await target.rows() == source.rows())
  }

  @Test func `an export of the live set brings it back as new gifts`() async throws {
    let source = try await eventful()
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let exported = try await source.done("export", folder.path + "/live", "--live")
    #expect(exported.errorText.contains("\n  rose: version 2 from "))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names == ["live"])
    let target = try await Giftctl.empty()
    try await target.done("import", folder.path + "/live")
    let stream = try await source.done("export", "-", "--live")
    let other = try await Giftctl.empty()
    try await other.done("import", "-", input: stream.output)
    // The manifest has no file of the version that comes, so the one before it stays.
    let live = try await source.liveGifts().map { gift in
      gift["id"] == "rose" ? gift.merging(["until": nil]) { _, new in new } : gift
    }
    #expect(live.count == 12)
    #expect(try await target.liveGifts() == live)
    #expect(try await other.liveGifts() == live)
  }

  @Test func `an archive goes into no database that has a history of its own`() async throws {
    let exported = try await eventful().done("export", "-")
    let other = try await Giftctl.stocked()
    let before = try await other.rows()
    let outcome = try await other.run("import", "-", "--json", input: exported.output)
    #expect(outcome.exitCode == 3)
    #expect(try outcome.json()["error"]?["code"] == "history_differs")
    #expect(try await other.rows() == before)
  }

  @Test func `one bad file refuses a whole import, and every bad one is listed`() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    _ = try folder.write("good.json", try Fixtures.bytes("rose"))
    _ = try folder.write("bad.json", "{\"v\":\"5.7.4\",}")
    _ = try folder.write(
      "manifest.json",
      """
      {"gifts":[{"id":"good","file":"good.json","names":{"en":"Good"},"price":1},
      {"id":"bad","file":"bad.json","names":{"en":"Bad"},"price":1},
      {"id":"lost","file":"lost.json","names":{"en":"Lost"},"price":1},
      {"id":"Shouted","names":{"en":"Shouted"},"price":1}]}
      """)
    let giftctl = try await Giftctl.empty()
    let before = try await giftctl.rows()
    let outcome = try await giftctl.run("import", folder.path)
    #expect(outcome.exitCode == 4)
    #expect(outcome.errorText.contains("3 gifts have problems"))
    for word in ["\"bad\"", "json.trailing-comma", "\"lost\"", "\"Shouted\""] {
      #expect(outcome.errorText.contains(word))
    }
    #expect(!outcome.errorText.contains("\"good\""))
    #expect(try await giftctl.rows() == before)
  }

  @Test func `an import over existing gifts needs --yes off a terminal, a harmless one does not`()
    async throws
  {
    let giftctl = try await Giftctl.stocked()
    try await giftctl.done("import", Fixtures.folder)
    try await giftctl.done("add", "rose", "--price", "11")
    let before = try await giftctl.rows()
    let error = try await giftctl.json("import", Fixtures.folder, exiting: 64)["error"]
    #expect(error?["message"]?.string?.contains("(rose)") == true)
    #expect(try await giftctl.rows() == before)
    try await giftctl.done("import", Fixtures.folder, "--yes")
    #expect(try await giftctl.json("show", "rose")["gift"]?["price"] == 10)
  }
}

extension Giftctl {
  /// What is live, as it stands, apart from versions that are not.
  fileprivate func liveGifts() async throws -> [[String: JSONValue?]] {
    let gifts = try await json("list")["gifts"]?.values ?? []
    return gifts.map { gift in gift.standing.filter { $0.key != "latestVersion" } }
  }
}
