import Lottie
import Testing

/// `fixtures/lottie/invalid/CODE/*.json`: small files, each with that code as its only error.
///
/// A `limits.txt` beside them sets limits of the check, one `name number` a line.
struct InvalidFixtureTests {
  static let folder = "\(Material.fixtures)/invalid"
  static let files = Material.names(in: folder, suffix: ".json")

  @Test(arguments: files)
  func `a fixture breaks the rule of its folder and no other`(file: String) throws {
    let code = String(file.prefix { $0 != "/" })
    let report = Lottie.check(
      try Material.bytes("\(Self.folder)/\(file)"), limits: try Self.limits(of: code))
    #expect(report.verdict == .refused)
    let errors = Set(report.findings.filter { $0.severity == .error }.map(\.code))
    #expect(errors == [code])
  }

  @Test(arguments: Rule.all.filter { $0.severity == .error }.map(\.code))
  func `every error has a fixture`(code: String) {
    #expect(Self.files.contains { $0.hasPrefix(code + "/") })
  }

  @Test func `every folder is named after an error`() throws {
    let codes = Set(Rule.all.filter { $0.severity == .error }.map(\.code))
    let folders = Self.files.compactMap { $0.split(separator: "/").first.map(String.init) }
    #expect(Set(folders).subtracting(codes) == [])
  }

  private static func limits(of code: String) throws -> CheckLimits {
    var limits = CheckLimits()
    let file = "\(folder)/\(code)/limits.txt"
    guard Material.exists(file) else { return limits }
    for line in try Material.lines(file) {
      let words = line.split(separator: " ")
      let value = try #require(words.count == 2 ? Int(words[1]) : nil)
      switch words[0] {
      case "maxBytes": limits.maxBytes = value
      case "maxNodes": limits.json.maxNodes = value
      case "maxStringBytes": limits.json.maxStringBytes = value
      default: Issue.record("unknown limit \(words[0])")
      }
    }
    return limits
  }
}
