import Foundation
import Support
import Testing

@testable import giftctl

/// A name, and how many columns a terminal gives it.
struct WideName: CustomTestStringConvertible {
  let text: String
  let columns: Int
  var testDescription: String { text }

  static let all = [
    WideName(text: "plain", columns: 5), WideName(text: "مريم", columns: 4),
    WideName(text: "محمد بن علي", columns: 11), WideName(text: "王小明", columns: 6),
    WideName(text: "김철수", columns: 6), WideName(text: "テディベア", columns: 10),
    WideName(text: "ﾃﾃﾞｨ", columns: 4), WideName(text: "🧸", columns: 2),
    WideName(text: "👩‍👩‍👧‍👦 team", columns: 7), WideName(text: "🇯🇵", columns: 2),
    WideName(text: "❤️", columns: 2), WideName(text: "👍🏽", columns: 2),
    WideName(text: "e\u{301}te\u{301}", columns: 3), WideName(text: "שָׁלוֹם", columns: 4),
    WideName(text: "हिन्दी", columns: 5), WideName(text: "ไทย", columns: 3),
    WideName(text: "น้ำ", columns: 2), WideName(text: "\u{1112}\u{1161}\u{11AB}", columns: 2),
    WideName(text: "1️⃣", columns: 2),
  ]
}

@Suite(.serialized) struct TableTests {
  @Test(arguments: [
    ("\u{1B}[1ma\u{1B}[0m", "\u{1B}[1ma\u{1B}[0m"), ("\u{1B}[8mb", "\\u{1b}[8mb"),
    ("\u{1B}[31", "\\u{1b}[31"), ("\u{9B}31m", "\\u{9b}31m"), ("a\u{1B}", "a\\u{1b}"),
    ("\u{1B}]0;title\u{7}", "\\u{1b}]0;title\\u{7}"), ("a\n\tb\rc", "a\n\tb\\u{d}c"), ("", ""),
  ])
  func `a terminal takes no orders from a line but our colours`(line: String, shown: String) {
    #expect(Terminal.harmless(line) == shown)
  }

  @Test func `columns of names are cut last, and no table is wider than the terminal`() {
    var table = Table([("ID", .name), ("PRICE", .right), ("NAME", .flexible)])
    let id = String(repeating: "i", count: 40)
    table.add([id, "1,000", String(repeating: "玫", count: 80)])
    for (columns, hasID) in [(80, true), (55, true), (54, false), (20, false)] {
      let lines = table.lines(fitting: columns)
      #expect(lines.map(\.displayWidth).allSatisfy { $0 <= columns })
      #expect(lines[1].hasPrefix(id) == hasID)
    }
  }

  @Test(arguments: WideName.all)
  func `text is broken at blanks, and words that are too long where the line ends`(
    _ name: WideName
  ) {
    let text = "  name " + String(repeating: name.text, count: 30) + " and more"
    for columns in [20, 40, 60] {
      let lines = text.wrapped(to: columns)
      #expect(lines.map(\.displayWidth).allSatisfy { $0 <= columns })
      #expect(lines.joined().filter { $0 != " " } == text.filter { $0 != " " })
    }
  }

  @Test func `colours take no columns where text is broken`() {
    let text = "\u{1B}[31mred\u{1B}[0m green blue"
    #expect(text.wrapped(to: 14) == [text])
    #expect(text.wrapped(to: 13) == ["\u{1B}[31mred\u{1B}[0m green", "  blue"])
  }

  @Test func `columns behind a name of any script stand where they stand without it`()
    async throws
  {
    let giftctl = try await Giftctl.stocked()
    // An author's name takes nothing invisible, such as what joins a family.
    let names = WideName.all.filter { name in
      !name.text.unicodeScalars.contains { $0 == "\u{200D}" || $0 == "\u{FE0F}" }
    }
    for (index, name) in names.enumerated() {
      try await giftctl.done("add", "rose", "--price", "\(20 + index)", "--as", name.text)
    }
    let lines = try await giftctl.done("history", "--limit", "100").lines
    let heading = try #require(lines.first)
    let next = try #require(heading.range(of: "LOGIN")).lowerBound
    let expected = heading[..<next].count
    for name in names {
      let line = try #require(lines.first { $0.contains("  \(name.text)  ") })
      let place = try #require(line.range(of: "  \(name.text)  "))
      let rest = line[place.upperBound...]
      let blanks = rest.prefix { $0 == " " }.count
      #expect(line[..<place.lowerBound].count + 2 + name.columns + 2 + blanks == expected)
    }
  }

  @Test func `a list keeps its columns whatever the names, which come last`() async throws {
    let giftctl = try await Giftctl.stocked()
    for (gift, name) in [("rose", "وردة"), ("heart", "玫瑰花"), ("teddy", "🧸👩‍👩‍👧‍👦")] {
      try await giftctl.done("add", gift, "--name", "en=\(name)")
    }
    let all = try await giftctl.done("list", "--all").lines
    #expect(all.last == "12 of 12 gifts")
    let lines = all.dropLast()
    #expect(lines.count == 13)
    let heading = try #require(lines.first)
    let nameColumn = heading.count - "NAME".count
    #expect(heading.hasSuffix("  NAME"))
    for line in lines {
      let before = line.prefix(nameColumn)
      #expect(before.hasSuffix("  "))
      #expect(!line.dropFirst(nameColumn).hasPrefix(" "))
      #expect(!line.hasSuffix(" "))
    }
    #expect(lines.contains { $0.hasSuffix("  وردة") })
  }
}
