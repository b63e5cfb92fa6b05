import Foundation
import Support
import Testing

@testable import giftctl

/// The week of a content team that docs/tour.md shows, on a terminal.
///
/// With `RECORD_TOUR=1` in the environment its answers are written instead of compared: then look
/// at the difference, as it is what people will read.
struct TourTests {
  private static let path = Places.packageRoot + "/docs/tour.md"
  private static let isRecording = ProcessInfo.processInfo.environment["RECORD_TOUR"] == "1"
  /// As wide as the VT100, and every terminal since.
  private static let columns = 80
  /// A reader does each thing with so many commands.
  private static let mostCommands = 2
  /// The year in which the page plans, and one with the same calendar, weekdays and changes of
  /// clocks, that is still to come when the page's has come.
  private static let years = (page: "2027", played: "2055")

  private static func page() throws -> TourPage {
    TourPage(try String(contentsOfFile: path, encoding: .utf8))
  }

  @Test func `a tour of a week goes as its page says`() async throws {
    let page = try Self.page()
    guard !Self.isRecording else {
      let played = try await Self.played(page, in: Self.years.page)
      return try played.text.write(toFile: Self.path, atomically: true, encoding: .utf8)
    }
    let played = try await Self.played(page, in: Self.years.played)
    for (old, new) in zip(page.sections, played.sections) {
      for (old, new) in zip(old.exchanges, new.exchanges) {
        #expect(new.answer == old.answer, "$ \(new.command)")
      }
    }
  }

  @Test func `each task of the tour takes two commands at the most, and no jq`() throws {
    let sections = try Self.page().sections
    #expect(sections.count >= 20)
    for section in sections {
      #expect((1...Self.mostCommands).contains(section.exchanges.count), "\(section.title)")
      #expect(!section.exchanges.contains { $0.command.contains("jq") }, "\(section.title)")
    }
  }

  @Test func `no line of the tour is wider than the terminal`() throws {
    for exchange in try Self.page().sections.flatMap(\.exchanges) {
      for line in ["$ " + exchange.command].flatMap({ $0.split(separator: "\n") })
        + exchange.answer.map({ $0[...] })
      {
        #expect(String(line).displayWidth <= Self.columns, "\(line)")
      }
    }
  }

  /// The page with the answers of a run over databases of its own.
  private static func played(_ page: TourPage, in year: String) async throws -> TourPage {
    var giftctl = try await Giftctl.empty()
    giftctl.environment.merge([
      "GIFT_ACTOR": "ann", "GIFT_TZ": "Europe/Berlin", "GIFT_PAGER": "cat",
      "ELSEWHERE": try await Giftctl.empty().database,
    ]) { $1 }
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/fixtures", withDestinationPath: Places.packageRoot + "/fixtures")
    return try await TerminalShell.with(giftctl, columns: columns, rows: 30, in: folder) { shell in
      try await page.played { exchange in
        let keys = exchange.keys.replacing(years.page, with: year)
        let answer = try await shell.enter(keys, answering: exchange.typed)
        let lines = (keys.contains("\t") ? ["$ " + answer.line] : []) + answer.lines
        return lines.map { $0.replacing(year, with: years.page) }
      }
    }
  }
}
