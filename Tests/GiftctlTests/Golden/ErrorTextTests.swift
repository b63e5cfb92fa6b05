import Testing

@testable import giftctl

/// Every error of `giftctl`, as `Golden/texts/errors-80.txt` and `errors-120.txt` have them.
struct ErrorTextTests {
  /// Enums inside errors that no sentence tells apart.
  private static let silent: Set = [
    "ExitStatus", "JSONError", "JSONFault", "Severity", "Verdict",
  ]

  @Test(arguments: GoldenText.widths)
  func `errors read as recorded, and fit the terminal`(_ width: Int) throws {
    let style = try TimeStyle(arguments: ["--tz", "UTC"], environment: [:])
    let pages = try TimeStyle.$current.withValue(style) { try Self.pages(width) }
    try GoldenText("errors", width: width).expect(pages)
    for page in pages {
      for line in page.lines where line.count > width {
        Issue.record("\(page.heading): wider than \(width): \(line)")
      }
    }
  }

  @Test func `every case of every error has a sample`() throws {
    let met = Set(try ErrorSamples().all().flatMap(EnumCase.all))
    let types = Set(met.map(\.type)).subtracting(Self.silent)
    let declared = try EnumCase.declared().filter { types.contains($0.type) }
    #expect(Set(declared.map(\.type)).isSuperset(of: ["CommandError", "StoreError.WaitKind"]))
    let missing = declared.subtracting(met).map { "\($0.type).\($0.name)" }.sorted()
    #expect(missing == [])
  }

  /// A page for each case, with all that is said of it.
  private static func pages(_ width: Int) throws -> [GoldenText.Page] {
    var pages: [GoldenText.Page] = []
    for error in try ErrorSamples().all() {
      let message = error.userMessage
      let cases = EnumCase.all(in: error).filter { !silent.contains($0.type) }
      let path = cases.prefix(3).map { "\($0.type).\($0.name)" }.joined(separator: ", ")
      let heading = "# \(path) [exit \(message.status.rawValue), \(message.code)]"
      let lines = message.lines.flatMap { $0.wrapped(to: width) }
      if let last = pages.last, last.heading == heading {
        pages[pages.count - 1] = .init(heading: heading, lines: last.lines + [""] + lines)
      } else {
        pages.append(.init(heading: heading, lines: lines))
      }
    }
    return pages
  }
}
