import DrawProtocol
import Foundation
import Support
import Testing

@Suite(.serialized) struct DrawCheckTests {
  private let giftctl = Giftctl(over: "host=/nowhere")
  private static let valid = Places.packageRoot + "/fixtures/lottie/valid"

  /// An animation that rlottie does not draw, and the finding about it.
  struct Sample: Sendable, CustomTestStringConvertible {
    let code: String
    /// What the finding's message contains.
    let words: String
    /// What the layer is.
    let layer: String
    var end = "30"
    var assets = ""

    var testDescription: String { "\(code), \(words)" }
    var text: String {
      """
      {"v":"5.5.7","fr":30,"ip":0,"op":\(end),"w":64,"h":64,"nm":"","ddd":0,"assets":[\(assets)],\
      "layers":[{"ddd":0,"ind":1,\(layer),"nm":"","sr":1,"ao":0,"ip":0,"op":\(end),"st":0,"bm":0}]}
      """
    }
  }

  private static let transform = """
    "o":{"a":0,"k":100},"r":{"a":0,"k":0},"p":{"a":0,"k":[32,32]},"a":{"a":0,"k":[0,0]},\
    "s":{"a":0,"k":[100,100]}
    """
  private static let ellipse = """
    {"ty":"el","s":{"a":0,"k":[40,40]},"p":{"a":0,"k":[0,0]},"nm":""}
    """
  /// A dash of negative length, with which rlottie never comes to the end of a line.
  private static let dashes = """
    {"ty":"st","c":{"a":0,"k":[1,0,0,1]},"o":{"a":0,"k":100},"w":{"a":0,"k":4},"lc":1,"lj":1,\
    "d":[{"n":"d","v":{"a":0,"k":-5}},{"n":"g","v":{"a":0,"k":-5}}],"nm":""}
    """
  private static let copies = """
    {"ty":"rp","c":{"a":0,"k":1000000},"o":{"a":0,"k":0},"m":1,"tr":{"ty":"tr",\(transform),\
    "so":{"a":0,"k":100},"eo":{"a":0,"k":100}}}
    """

  private static func shapes(_ items: String...) -> String {
    let list = (items + ["{\"ty\":\"tr\"}"]).joined(separator: ",")
    return "\"ty\":4,\"shapes\":[{\"ty\":\"gr\",\"it\":[\(list)]}],\"ks\":{\(transform)}"
  }

  static let samples = [
    Sample(
      code: "draw.blank", words: "as rlottie draws no images outside the file",
      layer: "\"ty\":2,\"refId\":\"i\",\"ks\":{\(transform)}",
      assets: "{\"id\":\"i\",\"w\":9,\"h\":9,\"u\":\"\",\"p\":\"i.png\",\"e\":0}"),
    Sample(
      code: "draw.blank", words: "Nothing is visible in any frame:", layer: shapes(ellipse)),
    Sample(
      code: "draw.refused", words: "rlottie refuses",
      layer: "\"ty\":4,\"shapes\":[\(ellipse)],\"ks\":null"),
    Sample(code: "draw.memory", words: "out of memory", layer: shapes(ellipse, copies)),
    Sample(
      code: "draw.late", words: "out of time at frame 0:", layer: shapes(ellipse, dashes)),
    Sample(
      code: "draw.late", words: "of more than 72000 frames are not drawn:", layer: shapes(ellipse),
      end: "72001"),
  ]

  @Test(arguments: samples, ["rlottie": "error", "gift": "warning"])
  func `what rlottie does not draw is an error for rlottie, and a warning for others`(
    _ sample: Sample, _ profile: (key: String, value: String)
  ) async throws {
    let outcome = try await giftctl.run(
      ["check", "--draw", "--json", "--profile", profile.key, "-"],
      input: Array(sample.text.utf8))
    let report = try JSONValue(text: outcome.outputText)["files"]?.values.first
    let findings = try #require(report?["findings"]?.values)
    let found = findings.filter { $0["code"]?.string?.hasPrefix("draw.") == true }
    #expect(found.map { $0["code"]?.string } == [sample.code])
    #expect(found.first?["message"]?.string?.contains(sample.words) == true)
    #expect(found.first?["severity"]?.string == profile.value)
    if profile.value == "error" { #expect(outcome.exitCode == 4) }
  }

  @Test func `rlottie's own profiles make an error of it, all others a warning`() async throws {
    let rules = try await giftctl.json("check", "--rules")["rules"]?.values ?? []
    let drawn = rules.filter { $0["code"]?.string?.hasPrefix("draw.") == true }
    #expect(drawn.count == 5)
    for rule in drawn {
      for profile in ["rlottie", "telegram", "gift", "ios", "android", "web", "spec"] {
        let severity = ["rlottie", "telegram"].contains(profile) ? "error" : "warning"
        #expect(rule["severity"]?[profile]?.string == severity)
      }
    }
  }

  @Test func `a crash is reported with its frame`() async throws {
    let outcome = try await pretending(
      [
        DrawHello(.jailed(landlock: 0), renderer: Renderer(buildID: [])).bytes,
        DrawLoaded.loaded(
          DrawnAnimation(width: 1, height: 1, frameCount: 2, frameRateHz: 30)
        ).bytes,
        FrameHeader(frame: 0, size: FrameSize(clampingWidth: 64, height: 64)).bytes,
        [UInt8](repeating: 1, count: 64 * 64 * 4),
      ], "kill -SEGV $$")
    #expect(outcome.exitCode == 0)
    #expect(outcome.outputText.contains("warning: rlottie crashes at frame 1 [draw.crashed]"))
  }

  @Test func `without a jail nothing is drawn, and one sentence says so`() async throws {
    let obstacle = JailObstacle(step: .seccomp, error: 1)
    let outcome = try await pretending(
      [DrawHello(.noJail(obstacle), renderer: Renderer(buildID: [])).bytes], "exit 3")
    #expect(outcome.exitCode == 1)
    #expect(outcome.output.isEmpty)
    #expect(
      outcome.errorText.split(separator: "\n").joined(separator: " ")
        == "giftctl: Nothing is drawn, as giftdraw cannot jail itself here: the system refuses its "
        + "seccomp filter (Operation not permitted).")
  }

  @Test func `a drawing that is killed costs one file, and exit 1`() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let script = try folder.program(
      "giftdraw",
      """
      if mkdir "$(dirname "$0")/first" 2>/dev/null; then kill -KILL $$; fi
      exec '\(try Places.builtProduct("giftdraw"))'
      """)
    let files = ["rose", "crown", "heart"].map { "\(Self.valid)/\($0).json" }
    let outcome = try await giftctl.run(
      ["check", "--draw", "--draw-with", script, "--json"] + files)
    #expect(outcome.exitCode == 1)
    let reports = try #require(try JSONValue(text: outcome.outputText)["files"]?.values)
    #expect(reports.count == 3)
    let refused = reports.filter { $0["verdict"]?.string == "refused" }
    #expect(refused.count == 1)
    let findings = try #require(refused.first?["findings"]?.values)
    #expect(findings.map { $0["code"]?.string } == ["file.not-drawn"])
    #expect(findings.first?["message"]?.string?.contains("ended by signal 9") == true)
  }

  @Test func `a missing giftdraw is named, and is not taken for a bad file`() async throws {
    let outcome = try await giftctl.run(
      "check", "--draw", "--draw-with", "nowhere", Self.valid + "/rose.json")
    #expect(outcome.exitCode == 1)
    #expect(outcome.errorText.contains("/nowhere"))
  }

  @Test func `good files have the same reports as without drawing, in the same order`()
    async throws
  {
    let drawn = try await giftctl.run("check", "--draw", Self.valid)
    let read = try await giftctl.run("check", Self.valid)
    #expect(drawn.outputText == read.outputText)
    #expect(drawn.exitCode == read.exitCode)
  }

  @Test func `the catalogue's versions are drawn as files are`() async throws {
    let outcome = try await Giftctl.unchanging().run("check", "--catalogue", "--draw", "--quiet")
    #expect(outcome.exitCode == 0)
    #expect(outcome.errorText.isEmpty)
  }

  @Test func `a file that cannot be read is reported among those that are drawn`() async throws {
    let files = ["rose", "nowhere", "heart"].map { "\(Self.valid)/\($0).json" }
    let outcome = try await giftctl.run(["check", "--draw", "--json"] + files)
    #expect(outcome.exitCode == 2)
    let verdicts = try JSONValue(text: outcome.outputText)["files"]?.values.map {
      $0["verdict"]?.string
    }
    #expect(verdicts == ["accepted", "refused", "accepted"])
  }

  @Test(arguments: [
    "--draw", "--draw --rules", "--draw --explain draw.late", "--draw --compare x y",
    "--draw-with x y",
  ])
  func `what does not go together with drawing is said, and exit 64`(_ line: String) async throws {
    let outcome = try await giftctl.run(["check"] + line.split(separator: " ").map(String.init))
    #expect(outcome.exitCode == 64)
  }

  /// Checks a rose with a program that sends `messages`, and then runs `end`, instead of giftdraw.
  private func pretending(_ messages: [[UInt8]], _ end: String) async throws -> ProcessOutcome {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let script = try folder.giftdraw(sending: messages, end)
    return try await giftctl.run(
      "check", "--draw", "--draw-with", script, Self.valid + "/rose.json")
  }
}
