import Lottie
import Testing

struct CheckTests {
  private static func animation(
    top: String = "", layers: String = "", out: String = "60.0000024438501"
  ) -> [UInt8] {
    Array(
      """
      {"v":"5.4.2","fr":29.9700012207031,"ip":0,"op":\(out),"w":256,"h":128,"nm":"Rose"\(top),
      "layers":[\(layers)]}
      """.utf8)
  }

  private static let solid =
    ##"{"ty":1,"sw":9,"sh":9,"sc":"#ff0000","ks":{},"ip":0,"op":60,"st":0}"##

  @Test func `the summary says what the file says`() throws {
    let bytes = Self.animation(layers: "\(Self.solid),\(Self.solid)")
    let report = Lottie.check(bytes)
    #expect(report.findings == [])
    let summary = try #require(report.summary)
    #expect(summary.bodymovinVersion == "5.4.2" && summary.name == "Rose")
    #expect(summary.width == 256 && summary.height == 128)
    #expect(summary.frameRateHz == 29.9700012207031 && summary.inPoint == 0)
    #expect(summary.outPoint == 60.0000024438501 && summary.frameCount == 60.0000024438501)
    #expect(summary.durationMs == 2002)
    #expect(summary.layerCount == 2 && summary.layersByType == [.solid: 2])
    #expect(summary.assetCount == 0 && summary.imageCount == 0)
    #expect(summary.byteCount == bytes.count)
  }

  @Test func `a fraction of a pixel is dropped, and rlottie refuses it`() throws {
    let bytes = Array(
      #"{"v":"5.4.2","fr":30,"ip":0,"op":9,"w":256.9,"h":128.0,"layers":[\#(Self.solid)]}"#.utf8)
    let report = Lottie.check(bytes)
    #expect(report.summary?.width == 256 && report.summary?.height == 128)
    #expect(report.findings.map(\.code) == ["top.size-form", "top.size-form"])
    #expect(report.verdict == .accepted)
    #expect(Lottie.check(bytes, CheckPolicy(.rlottie)).verdict == .refused)
  }

  @Test(arguments: ["1e400", "-1e400", "1e300", "-5", "null", "\"60\"", "9223372036854775808"])
  func `numbers beyond reason leave no summary and do no harm`(out: String) {
    let report = Lottie.check(Self.animation(layers: Self.solid, out: out))
    #expect(report.verdict == .refused)
    let duration = report.summary?.durationMs ?? 0
    #expect(duration >= 0)
  }

  @Test func `a finding names its place and what to do`() {
    let report = Lottie.check(
      Self.animation(layers: Self.solid.replacing("\"st\":0", with: "\"st\":0,\"sr\":0")))
    #expect(
      report.findings == [
        Finding(
          code: "layer.stretch", severity: .error, pointer: "/layers/0/sr", line: 2, column: 83,
          extent: 175..<176,
          message: "The time stretch 0 is not a number other than 0: "
            + "set \"sr\" to 1 or the stretch that is meant")
      ])
  }

  @Test func `text of the file is shortened and made harmless`() throws {
    let name = "\\u001b[31m\u{202E}evil" + String(repeating: "x", count: 1_000)
    let report = Lottie.check(Self.animation(top: #","\#(name)":0,"\#(name)":1"#))
    let finding = try #require(report.findings.first { $0.severity == .error })
    #expect(finding.message.hasPrefix(#""\u{1B}[31m\u{202E}evilxxx"#))
    #expect(finding.message.utf8.count < 200)
    #expect(finding.pointer.hasPrefix(#"/\u{1B}[31m\u{202E}evil"#))
    #expect(finding.pointer.utf8.count < 200)
  }

  @Test func `a report is bounded, keeps errors, and says how much it leaves out`() throws {
    let layers = Array(repeating: "{}", count: 5_000).joined(separator: ",")
    var policy = CheckPolicy.gift
    policy.limits.maxFindings = 10
    policy.limits.maxFindingsPerRule = 4
    let report = Lottie.check(Self.animation(layers: layers), policy)
    #expect(report.findings.count == 11)
    #expect(report.findings.filter { $0.severity == .error }.count == 10)
    let last = try #require(report.findings.last)
    #expect(last.code == "check.not-listed")
    #expect(last.message.hasPrefix("14990 more findings"))
  }

  @Test func `layers over the budget are refused and not read`() throws {
    var policy = CheckPolicy.gift
    policy.limits.maxLayers = 3
    let taken = Array(repeating: Self.solid, count: 3).joined(separator: ",")
    #expect(Lottie.check(Self.animation(layers: taken), policy).findings == [])
    let report = Lottie.check(Self.animation(layers: taken + ",{}"), policy)
    #expect(report.findings.map(\.code) == ["budget.layers"])
  }

  @Test func `findings are sorted by place and then by code`() {
    let report = Lottie.check(Self.animation(layers: "{},{\"ty\":99},{}"))
    let places = report.findings.map { ($0.line, $0.column, $0.code) }
    #expect(zip(places, places.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test func `codes are unique and every rule says why and what to do`() {
    #expect(Set(Rule.all.map(\.code)).count == Rule.all.count)
    for rule in Rule.all {
      #expect(rule.code.split(separator: ".").count == 2, "\(rule.code)")
      #expect(!rule.reason.isEmpty && !rule.remedy.isEmpty, "\(rule.code)")
    }
  }

  @Test func `the valid fixtures are accepted`() throws {
    let folder = "\(Material.fixtures)/valid"
    for name in Material.names(in: folder, suffix: ".json")
    where !name.hasSuffix("manifest.json") {
      let report = Lottie.check(try Material.bytes("\(folder)/\(name)"))
      #expect(report.verdict == .accepted, "\(name): \(report.findings)")
    }
  }
}
