import Foundation
import Lottie
import Testing

/// `fixtures/lottie/invalid/CODE/NAME.json`: small files that break that rule, each with
/// `NAME.findings` beside it, the exact report.
///
/// With `RECORD_FINDINGS=1` in the environment the reports are written instead of compared: then
/// `git diff` shows what a change of rules changes.
struct InvalidFixtureTests {
  static let folder = "\(Material.fixtures)/invalid"
  static let files = Material.names(in: folder, suffix: ".json")
  private static let isRecording = ProcessInfo.processInfo.environment["RECORD_FINDINGS"] == "1"

  /// The rules by which `Lottie.check` refuses a file in some profile.
  static let errors = Rule.all.filter { rule in
    !Rule.drawn.contains(rule) && Profile.allCases.contains { rule.severity(in: $0) == .error }
  }

  @Test(arguments: files)
  func `a fixture breaks the rule of its folder, and its report is as written`(
    file: String
  ) throws {
    let code = String(file.prefix { $0 != "/" })
    let expectation = "\(Self.folder)/\(file.dropLast(".json".count)).findings"
    let settings = try Expectation.settings(of: expectation)
    let report = try Expectation.report(
      try Material.bytes("\(Self.folder)/\(file)"), settings)
    let lines = report.findings.map(Expectation.line)
    if Self.isRecording {
      let text = (settings + lines).map { $0 + "\n" }.joined()
      try text.write(toFile: expectation, atomically: true, encoding: .utf8)
    }
    #expect(report.verdict == .refused)
    let refusals = Set(report.findings.filter { $0.severity == .error }.map(\.code))
    #expect(refusals == [code])
    #expect(try Material.lines(expectation).dropFirst(settings.count).map(String.init) == lines)
  }

  @Test(arguments: errors.map(\.code))
  func `every error has a fixture`(code: String) {
    #expect(Self.files.contains { $0.hasPrefix(code + "/") })
  }

  @Test func `what one player of gifts does not stand is an error for gifts`() {
    for rule in Rule.all {
      let strictest = [Profile.ios, .android, .web].map(rule.severity).min()
      #expect(strictest.map { rule.severity(in: .gift) <= $0 } == true, "\(rule.code)")
    }
  }

  @Test func `every folder is named after an error`() throws {
    let folders = Self.files.compactMap { $0.split(separator: "/").first.map(String.init) }
    #expect(Set(folders).subtracting(Self.errors.map(\.code)) == [])
  }
}

/// The file beside a fixture: settings such as `profile telegram` or `max-bytes 100`, one a line,
/// then a line for each finding.
///
/// `gzip-bytes` is the size that the file has under gzip, as far as its check is concerned.
private enum Expectation {
  static func settings(of file: String) throws -> [String] {
    guard Material.exists(file) else { return [] }
    return try Material.lines(file).map(String.init).prefix { $0.first?.isNumber == false }
  }

  static func report(_ bytes: [UInt8], _ settings: [String]) throws -> CheckReport {
    var policy = CheckPolicy.gift
    var gzipByteCount = 0
    for setting in settings {
      let words = setting.split(separator: " ").map(String.init)
      guard words.count == 2 else {
        Issue.record("not a name and a value: \(setting)")
        continue
      }
      switch words[0] {
      case "profile": policy = CheckPolicy(try #require(Profile(rawValue: words[1])))
      case "gzip-bytes": gzipByteCount = try #require(Int(words[1]))
      case let name:
        let budget = try #require(Budget.named(name), "unknown limit \(name)")
        #expect(budget.set(try #require(Double(words[1])), in: &policy.limits))
      }
    }
    return Lottie.check(bytes, policy, compressed: CompressedSizes(gzipByteCount: gzipByteCount))
  }

  static func line(_ finding: Finding) -> String {
    "\(finding.line):\(finding.column) \(finding.severity.rawValue) \(finding.code) "
      + "at \(finding.pointer.isEmpty ? "the file" : finding.pointer): \(finding.message)"
  }
}
