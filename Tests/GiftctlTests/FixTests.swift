import Foundation
import Support
import Testing

@Suite(.serialized) struct FixTests {
  private let giftctl = Giftctl(over: "host=/nowhere")
  private static let invalid = Places.packageRoot + "/fixtures/lottie/invalid"

  @Test func `every fix that a check prints takes the finding away`() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let files = folder.path + "/files"
    try FileManager.default.copyItem(atPath: Self.invalid + "/code.expression", toPath: files)
    let document = try await giftctl.json("check", files, exiting: 4)
    let reports = document["files"]?.values ?? []
    let fixes = reports.compactMap { $0["fix"]?.string }
    #expect(!reports.isEmpty && fixes.count == reports.count)
    for (number, fix) in fixes.enumerated() {
      let line = "cd '\(folder.path)'; giftctl() { \"$0\" \"$@\"; }; \(fix)"
      let outcome = try await runProcess(
        "sh", ["-c", line, try Places.builtProduct("giftctl")],
        environment: giftctl.environment, limit: .seconds(60))
      #expect(outcome.exitCode == 0, "\(number): \(fix): \(outcome.errorText)")
      #expect(!outcome.outputText.contains("code.expression"))
    }
  }

  @Test(arguments: [
    (#"{"ty":13,"ind":2,"ks":{},"ip":0,"op":9,"st":0}"#, " --drop-layer /layers/1 "),
    (
      #"{"ty":13,"ind":2,"ks":{"o":{"a":0,"k":9,"x":"1"}},"ip":0,"op":9,"st":0}"#,
      " --drop-layer /layers/1 --strip-expressions "
    ),
    // Another layer needs it.
    (#"{"ty":13,"ind":2,"ks":{},"ip":0,"op":9,"st":0},{"ty":3,"parent":2,"ks":{},"st":0}"#, nil),
  ])
  func `a layer that no player shows can be dropped, unless another one needs it`(
    _ layers: String, _ options: String?
  ) async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let file = try folder.write("it's mine.json", Self.animation(layers))
    let outcome = try await giftctl.run("check", file)
    let fix = outcome.lines.first { $0.hasPrefix("  fix: ") }
    let quoted = "'\(file.replacing("'", with: "'\\''"))'"
    let output = quoted.replacing(".json", with: ".fixed.json")
    #expect(fix == options.map { "  fix: giftctl edit \(quoted)\($0)-o \(output)" })
    _ = try folder.write("it's mine.fixed.json", "{}")
    let next = try await giftctl.run("check", file).lines.first { $0.hasPrefix("  fix: ") }
    #expect(
      next.map { String($0) } == fix.map { String($0).replacing(".fixed.", with: ".fixed-2.") })
  }

  @Test(arguments: [
    (#""ks":{"r":{"a":1,"k":[KEYS],"x":"loopOut()"}},"st":0"#, " --bake-loops ", 4),
    (
      #""ks":{"r":{"a":1,"k":[KEYS],"x":"loopOut()"},"o":{"k":1,"x":"wiggle()"}},"st":0"#,
      " --bake-loops --strip-expressions ", 4
    ),
    (#""ks":{"r":{"k":1,"x":"wiggle()"}}"#, " --strip-expressions --repair ", 4),
    (#""ks":{}"#, " --repair ", 4), (#""ks":{},"st":0"#, nil, 0),
  ])
  func `each finding that an edit takes away has the command`(
    _ members: String, _ options: String?, _ status: Int32
  ) async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let keys = #"{"t":0,"s":[1],"h":1},{"t":5,"s":[2]}"#
    let solid = ##""ty":1,"sw":9,"sh":9,"sc":"#ff0000""##
    let layer = #"{"ddd":0,\#(solid),"ip":0,"op":9,\#(members.replacing("KEYS", with: keys))}"#
    let file = try folder.write("a.json", Self.animation(layer))
    let checked = try await giftctl.json("check", file, exiting: status)["files"]?[0]
    let fix = checked?["fix"]?.string
    #expect(fix == options.map { "giftctl edit \(file)\($0)-o \(folder.path)/a.fixed.json" })
    let findings = checked?["findings"]?.values.filter { $0["fix"] != nil } ?? []
    #expect(findings.isEmpty == (options == nil))
    for finding in findings {
      let command = try #require(finding["fix"]?.string)
      let isCode = finding["code"] == "code.expression"
      #expect(command.contains(isCode ? "s -o" : "--repair -o"))
      #expect(!command.contains(isCode ? "--repair" : "--strip-expressions"))
    }
    guard options != nil else { return }
    let words = try #require(fix).split(separator: " ").dropFirst().map(String.init)
    let outcome = try await giftctl.run(words)
    #expect(outcome.outputText.contains("a.fixed.json: accepted"))
  }

  @Test(arguments: [true, false])
  func `images that lie beside the file are embedded from there`(_ isThere: Bool) async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let external = try Data(contentsOf: URL(filePath: Self.invalid + "/asset.external/file.json"))
    let file = try folder.write("a.json", [UInt8](external))
    let name = try #require(
      String(decoding: external, as: UTF8.self).firstMatch(of: /"p": ?"([^"]+)"/)?.output.1)
    if isThere { _ = try folder.write(String(name), Self.pixel) }
    let fix = try await giftctl.json("check", file, exiting: 4)["files"]?[0]?["fix"]?.string
    let from = isThere ? folder.path : "FOLDER"
    #expect(fix == "giftctl edit \(file) --embed-images \(from) -o \(folder.path)/a.fixed.json")
  }

  @Test func `a fix has the options of the check, and is broken between them alone`() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let name = folder.path + "/a gift --draft of a designer.json"
    try FileManager.default.copyItem(
      atPath: Self.invalid + "/code.expression/in-opacity.json", toPath: name)
    var giftctl = giftctl
    giftctl.environment["COLUMNS"] = "60"
    let outcome = try await giftctl.run("check", name, "--profile", "web", "--max-bytes", "5000")
    let lines = try #require(outcome.outputText.firstRange(of: "  fix: ")).lowerBound
    #expect(
      outcome.outputText[lines...] == """
          fix: giftctl edit '\(name)' \\
                   --strip-expressions --profile web \\
                   --max-bytes 5000 \\
                   -o '\(name.replacing(".json", with: ".fixed.json"))'

        """)
  }

  @Test func `an add that is refused says the fix, too`() async throws {
    let giftctl = try await Giftctl.unchanging()
    let file = Self.invalid + "/code.expression/in-opacity.json"
    let outcome = try await giftctl.run("add", "rose", file)
    #expect(outcome.exitCode == 4)
    #expect(outcome.errorText.contains("fix: giftctl edit \(file) --strip-expressions -o "))
  }

  private static func animation(_ layers: String) -> String {
    #"{"v":"5.7.4","fr":9,"ip":0,"op":9,"w":9,"h":9,"layers":["#
      + #"{"ty":4,"ind":1,"ks":{},"ip":0,"op":9,"st":0,"shapes":[]},\#(layers)]}"#
  }

  /// A PNG of one pixel.
  private static let pixel = [UInt8](
    Data(
      base64Encoded: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGA"
        + "WjR9awAAAABJRU5ErkJggg==") ?? Data())
}
