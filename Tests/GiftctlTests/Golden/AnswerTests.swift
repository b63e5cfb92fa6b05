import Support
import Testing

/// What the verbs of `giftctl` answer, as `Golden/texts/answers-80.txt` and `answers-120.txt` have
/// it.
@Suite(.serialized) struct AnswerTests {
  /// How many sessions run at once.
  private static let atOnce = 4

  @Test(arguments: GoldenText.widths)
  func `verbs answer as recorded, and fit the terminal`(_ width: Int) async throws {
    let pages = try await Self.pages(width)
    try GoldenText("answers", width: width).expect(pages)
    for page in pages {
      for line in page.lines where Self.isTooWide(line, width) {
        Issue.record("\(page.heading): wider than \(width): \(line)")
      }
    }
  }

  @Test func `every verb is in a session`() async throws {
    let steps = AnswerSession.all.flatMap(\.steps)
    for words in try await HelpPageTests.commands(of: "giftctl") where words.count > 1 {
      let command = words.joined(separator: " ")
      #expect(steps.contains { $0.contains(command + " ") || $0.hasSuffix(command) }, "\(command)")
    }
  }

  /// What people read has to fit: not what was typed, nor JSON, nor what goes to psql, nor the
  /// lines of a check, which editors read.
  private static func isTooWide(_ line: String, _ width: Int) -> Bool {
    guard !["$ ", "{"].contains(where: line.hasPrefix) else { return false }
    let text = line.hasPrefix("! ") ? line.dropFirst(2) : line[...]
    let isForPrograms = text.contains(
      #/: (accepted|refused|error|warning|note): | = (why|do): |host='/#)
    // Addresses are copied, and stay in one piece.
    if text.hasPrefix("    /v1/") { return false }
    return !isForPrograms && text.count > width
  }

  private static func pages(_ width: Int) async throws -> [GoldenText.Page] {
    let sessions = AnswerSession.all.filter { $0.widths.contains(width) }
    return try await withThrowingTaskGroup(of: (Int, GoldenText.Page).self) { group in
      var pages: [Int: GoldenText.Page] = [:]
      for (index, session) in sessions.enumerated() {
        if index >= atOnce, let (index, page) = try await group.next() { pages[index] = page }
        group.addTask {
          let page = try await session.page(width)
          return (index, page)
        }
      }
      for try await (index, page) in group { pages[index] = page }
      return sessions.indices.compactMap { pages[$0] }
    }
  }
}
