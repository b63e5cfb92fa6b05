import Foundation
import Support
import Testing

/// What README.md and docs/ say that a command answers is what it answers.
@Suite(.serialized) struct DocumentTests {
  /// A command and the lines below it.
  private struct Exchange {
    var command: String
    /// Nil where the page shows none.
    var answer: [Substring]?
  }

  @Test(arguments: [
    ("README.md", 12), ("docs/checker.md", 1), ("docs/cli.md", 7), ("docs/client-protocol.md", 2),
    ("docs/operations.md", 2),
  ])
  func `every command in the documents answers as they say`(
    _ page: String, _ count: Int
  ) async throws {
    let root = Places.packageRoot
    let text = try String(contentsOfFile: root + "/" + page, encoding: .utf8)
    var giftctl = try await page == "README.md" ? Giftctl.empty() : Giftctl.stocked()
    giftctl.environment.merge(["COLUMNS": "80", "LC_ALL": "C.UTF-8"]) { $1 }
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/fixtures", withDestinationPath: root + "/fixtures")
    let exchanges = Self.exchanges(in: text)
    // A giftd of the page is started for each curl that asks it.
    let played = exchanges.filter { !$0.command.hasPrefix("giftd ") }
    #expect(played.count == count)
    for exchange in played {
      let outcome = try await runProcess(
        "bash", ["-c", Self.script(exchange.command)],
        environment: giftctl.environment.merging([
          "GIFTCTL": try Places.builtProduct("giftctl"), "GIFTD": try Places.builtProduct("giftd"),
        ]) { $1 }, folder: folder.path, limit: .seconds(60))
      let answer = (outcome.outputText + outcome.errorText).split(separator: "\n")
      guard let expected = exchange.answer else {
        #expect(outcome.exitCode == 0, "\(page): \(exchange.command): \(outcome.errorText)")
        continue
      }
      #expect(
        Self.plain(answer, of: exchange.command) == Self.plain(expected, of: exchange.command),
        "\(page): \(exchange.command)")
    }
  }

  /// The script that runs a command; the address of a client that is in it becomes that of a giftd,
  /// and its token that of the catalogue.
  private static func script(_ command: String) -> String {
    let functions = "giftctl() { \"$GIFTCTL\" \"$@\"; }"
    guard command.hasPrefix("curl ") else { return "\(functions); \(command)" }
    let local = command.replacing("http://127.0.0.1:8080", with: "$at")
      .replacing(/since=[-0-9a-f]+/, with: "since=$token")
    return """
      : >log
      "$GIFTD" --database "$GIFT_DATABASE" --listen 127.0.0.1:0 --operations-listen '[::1]:0' \
        >log 2>&1 &
      trap 'kill $!; wait' EXIT
      until at=http://$(grep -om 1 '127\\.0\\.0\\.1:[1-9][0-9]*' log); do :; done
      until token=$(curl -sf "$at/v1/catalogue" | grep -o '"catalogue":"[^"]*'); do :; done
      token=${token##*\\"}
      timeout 3 \(local)
      true
      """
  }

  /// Times and how far they are away differ from day to day, and tokens from database to database.
  private static func plain(_ lines: [Substring], of command: String) -> [String] {
    // A page breaks the one line of a response.
    let lines = command.hasPrefix("curl ") ? [lines.joined()[...]] : lines
    return lines.map { line in
      String(line).replacing(
        /(Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d+ [A-Z][a-z]+( \d{4})? \d\d:\d\d/, with: "TIME"
      )
      .replacing(/, in \d+ weeks$/, with: "")
      .replacing(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{1,6}Z/, with: "TIME")
      .replacing(/\d+-[0-9a-f]{12}-\d{16}/, with: "TOKEN")
      .withoutPictures
    }
  }

  /// The commands of a page: after a dollar sign with their answers, and without it alone.
  private static func exchanges(in text: String) -> [Exchange] {
    var exchanges: [Exchange] = []
    var isInside = false
    var isContinued = false
    // Blocks of these languages hold no commands, and are tested elsewhere.
    var isOpen = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        isOpen.toggle()
        isInside = isOpen && !["```swift", "```python", "```html"].contains(line)
      } else if isInside, isContinued {
        exchanges[exchanges.count - 1].command += "\n" + line
        isContinued = line.hasSuffix("\\")
      } else if isInside, line.hasPrefix("$ ") || line.hasPrefix("giftctl ") {
        let hasAnswer = line.hasPrefix("$ ")
        exchanges.append(
          Exchange(command: String(line.dropFirst(hasAnswer ? 2 : 0)), answer: hasAnswer ? [] : nil)
        )
        isContinued = line.hasSuffix("\\")
      } else if isInside, !line.isEmpty, !exchanges.isEmpty {
        exchanges[exchanges.count - 1].answer?.append(line)
      }
    }
    return exchanges.filter { !$0.command.hasPrefix("alias ") }
  }
}
