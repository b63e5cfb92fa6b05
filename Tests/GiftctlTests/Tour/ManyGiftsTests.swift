import GiftDomain
import Support
import Testing

@testable import giftctl

/// 300 gifts with names of every script on a terminal of 80 and of 60 columns.
@Suite(.serialized) struct ManyGiftsTests {
  /// A column of a table: its heading, and whether cells end below the heading's end.
  private struct Column {
    let heading: String
    var isRight = false

    static let list = [
      Column(heading: "ORDER", isRight: true), Column(heading: "GIFT"),
      Column(heading: "PRICE", isRight: true), Column(heading: "CATEGORY"),
      Column(heading: "VER", isRight: true), Column(heading: "STATUS"), Column(heading: "NAME"),
    ]
    static let history = [
      Column(heading: "CHANGE", isRight: true), Column(heading: "AT"), Column(heading: "WHO"),
      Column(heading: "LOGIN"), Column(heading: "VERB"), Column(heading: "WHAT"),
    ]
    static let turns = [
      Column(heading: "TURN", isRight: true), Column(heading: "WHEN"), Column(heading: "GIFTS"),
    ]
    static let rotations = [
      Column(heading: "ROTATION"), Column(heading: "SHAPE"), Column(heading: "STATUS"),
    ]
  }

  private static let tables: [(command: String, columns: [Column])] = [
    ("list", Column.list), ("list --all --sort price", Column.list),
    ("list --at 2050-01-01 --search وردة", Column.list),
    ("history --limit 20", Column.history), ("history gift-2", Column.history),
    ("rotation list", Column.rotations), ("rotation plan autumn", Column.turns),
    ("rotation plan --weeks 520", [Column(heading: "ROTATION")] + Column.turns),
  ]
  private static let texts = [
    "show gift-1", "show \(ManyGifts.id(7))", "next 5", "calendar", "calendar --weeks 50",
    "rotation show autumn", "history -v --limit 5", "diff", "diff --from 0 --to 1",
    "diff --plans --from 0 --to now", "diff --from now --to 2100-03-01",
  ]

  /// The gifts, with two rotations and a few changes.
  private static func giftctl(_ folder: TemporaryFolder) async throws -> Giftctl {
    let giftctl = try await Giftctl.empty()
    try ManyGifts.write(to: folder)
    try await giftctl.done("import", folder.path)
    let long = "a-rotation-with-" + String(repeating: "long", count: 12)
    for (name, lineup) in [
      ("autumn", "gift-1,gift-2,gift-3"), (long, "gift-4,\(ManyGifts.id(57))"),
    ] {
      try await giftctl.done(
        "rotation", "add", name, "--tz", "UTC", "--first", "Tue 10:00", "--every", "1w",
        "--lineup", lineup)
    }
    for index in 0..<6 {
      try await giftctl.done(
        "add", "gift-2", "--name", "en=\(ManyGifts.name(index))", "--as", "薔薇\(index) وردة",
        "-m", String(repeating: "why 玫瑰 ", count: 20) + "\(index)")
    }
    return giftctl
  }

  @Test(arguments: 0..<6)
  func `a name of the manifest is as long as a name may be, and as wide as is counted`(
    _ index: Int
  ) throws {
    let name = ManyGifts.name(index)
    #expect(name.displayWidth == ManyGifts.columns(index))
    #expect(try GiftName(name).text == name)
    #expect(throws: DomainError.self) { try GiftName(name + " " + ManyGifts.letter(index)) }
  }

  @Test func `300 gifts fit terminals of 80 and 60 columns, in aligned columns, through a pager`()
    async throws
  {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let giftctl = try await Self.giftctl(folder)
    try await TerminalShell.with(giftctl, columns: 80, rows: 30, in: folder) { shell in
      try await Self.expectPaged(&shell)
      for columns in [80, 60] {
        _ = try await shell.enter("stty cols \(columns)")
        for command in Self.tables.map(\.command) + Self.texts {
          let answer = try await shell.enter("giftctl \(command)")
          #expect(answer.exitCode == 0, "\(command)")
          for line in answer.lines {
            #expect(line.displayWidth <= columns, "\(command): \(line)")
            #expect(!line.unicodeScalars.contains { $0.isTrick }, "\(command)")
          }
          guard let table = Self.tables.first(where: { $0.command == command }) else { continue }
          Self.expectAligned(answer.lines, table.columns, command)
        }
      }
    }
  }

  /// What is longer than the screen goes through the pager; ids are whole as long as names can be
  /// cut.
  private static func expectPaged(_ shell: inout TerminalShell) async throws {
    _ = try await shell.enter("export GIFT_PAGER=\"sed 's/^/paged: /'\"")
    let long = try await shell.enter("giftctl list").lines
    #expect(long.count == ManyGifts.count + 2)
    #expect(long.allSatisfy { $0.hasPrefix("paged: ") })
    // Some ids are so long that names alone cannot make room.
    #expect(long.contains { $0.contains(/\ gift-7-long\w+…\ .*\ .{1,5}…$/) })
    let short = try await shell.enter("giftctl list --search gift-11").lines
    #expect(short.count == 13)
    for line in short.dropFirst().dropLast() {
      #expect(line.contains(/^\ *\d+\ \ gift-\d+\ .*…$/), "\(line)")
    }
    _ = try await shell.enter("export GIFT_PAGER=cat")
  }

  @Test(arguments: ["\u{202E}", "\u{202A}", "\u{2066}", "\u{2069}", "\u{7}", "\u{1B}[31m"])
  func `a name that would turn text around is refused, and shown by its number`(
    _ trick: String
  ) async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let giftctl = try await Giftctl.unchanging()
    let number = try #require(trick.unicodeScalars.first).value
    _ = try folder.write(
      "manifest.json",
      #"{"gifts":[{"id":"odd","price":1,"names":{"en":"a\u\#(String(format4(number)))b"}}]}"#)
    try await TerminalShell.with(giftctl, columns: 80, rows: 30, in: folder) { shell in
      let answer = try await shell.enter("giftctl import .")
      #expect(answer.exitCode != 0)
      #expect(!answer.lines.joined().unicodeScalars.contains { $0.isTrick })
      let escape = "\\u{" + String(number, radix: 16, uppercase: true) + "}"
      #expect(answer.lines.joined().uppercased().contains(escape.uppercased()))
    }
  }

  /// Four hexadecimal digits.
  private func format4(_ number: UInt32) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }

  /// Each cell begins, or ends, in the display column of its heading, and blanks are before it.
  private static func expectAligned(
    _ lines: [String], _ columns: [Column], _ command: String
  ) {
    let headings = (lines.first ?? "").matches(of: /\S+(?:\ \S+)*/)
    guard headings.count == columns.count else {
      Issue.record("\(command): \(lines.first ?? "")")
      return
    }
    // The last line of a list is a sum.
    for line in lines.dropFirst() where !line.contains(/^\d+ of\ /) {
      let cells = Self.cells(line)
      // A cell of several lines goes on below itself, beside blanks.
      let goesOn = line.hasPrefix("     ")
      for (heading, column) in zip(headings, columns) {
        // A heading is cut like its column.
        #expect(column.heading.hasPrefix(heading.output.prefix { $0 != "…" && $0 != "," }))
        let start = String(lines[0][..<heading.range.lowerBound]).displayWidth
        let end = start + String(heading.output).displayWidth
        let gap = column.isRight ? end..<(end + 2) : max(0, start - 2)..<start
        let edge = column.isRight ? end - 1 : start
        let between = cells.enumerated().filter { gap.contains($0.offset) }.map(\.element)
        #expect(between.allSatisfy { $0 == " " }, "\(command), \(column.heading): \(line)")
        #expect(
          goesOn || edge < cells.count && cells[edge] != " ",
          "\(command), \(column.heading): \(line)")
      }
    }
  }

  /// What is in each display column: of a wide character, itself twice.
  private static func cells(_ line: String) -> [Character] {
    line.flatMap { Array(repeating: $0, count: $0.displayWidth) }
  }
}

extension Unicode.Scalar {
  /// Whether a terminal does something else with it than to show it.
  fileprivate var isTrick: Bool {
    properties.generalCategory == .control || (0x202A...0x202E).contains(value)
      || (0x2066...0x2069).contains(value)
  }
}
