import Support
import Testing

/// Text for a test, whose description is short and harmless.
struct HostileText: CustomTestStringConvertible, ExpressibleByStringLiteral {
  let text: String

  init(stringLiteral text: String) { self.text = text }
  init(_ part: String, times: Int) { text = String(repeating: part, count: times) }

  var testDescription: String {
    text.unicodeScalars.prefix(20).map { $0.escaped(asASCII: true) }.joined()
  }
}

@Suite(.serialized) struct HostileTextTests {
  /// Text that plays tricks: bells, escape codes, line ends, overrides, nothing visible, too much.
  static let refused: [HostileText] = [
    "a\u{7}b", "a\u{1B}[31mb", "a\nb", "a\u{2028}b", "a\u{202E}b", "a\u{2066}b", "\u{200B}",
    " a", "", "a\u{FFFE}b", HostileText("x", times: 10_000), HostileText("👩‍👩‍👧‍👦", times: 81),
  ]

  @Test(arguments: refused)
  func `text that plays tricks is refused, and not repeated raw`(_ hostile: HostileText)
    async throws
  {
    let text = hostile.text
    let giftctl = try await Giftctl.unchanging()
    let before = try await giftctl.rows()
    let commands = [
      ["add", "rose", "--name", "en=\(text)"], ["add", text, "--name", "en=A", "--price", "1"],
      ["add", "rose", "--name", "\(text)=A"], ["add", "rose", "--tag", text],
      ["add", "rose", "--category", text], ["show", text], ["publish", "rose", "--from", text],
      ["list", "--at", text], ["add", "rose", "--price", "11", "--as", text + "\u{7}"],
    ]
    for words in commands {
      let outcome = try await giftctl.run(words)
      #expect(outcome.exitCode == 64)
      #expect(outcome.output.isEmpty)
      #expect(outcome.errors.count < 2_000)
      let shown = outcome.errorText.unicodeScalars
      #expect(shown.allSatisfy { $0 == "\n" || !$0.playsTricks })
    }
    #expect(try await giftctl.rows() == before)
  }

  @Test(
    arguments: [
      "Robert'); DROP TABLE gift;--", "$1", "\\\"{}", "%00%s", "<script>alert(1)</script>",
      "../../etc/passwd", "NULL", "--json", "وردة", "👩‍👩‍👧‍👦", "{a,b}", "e\u{301}",
      HostileText("👩‍👩‍👧‍👦", times: 25), HostileText("薔", times: 80),
    ] as [HostileText])
  func `a name that only looks dangerous is kept as it is`(_ hostile: HostileText) async throws {
    let name = hostile.text
    let giftctl = try await Giftctl.stocked()
    try await giftctl.done("add", "rose", "--name", "fr=\(name)")
    let shown = try await giftctl.json("show", "rose")["gift"]?["names"]?["fr"]?.string
    #expect(shown.map { Array($0.utf8) } == Array(name.utf8))
    #expect(try await giftctl.done("show", "rose").outputText.contains(name))
    let exported = try await giftctl.done("export", "-")
    let other = try await Giftctl.empty()
    try await other.done("import", "-", input: exported.output)
    #expect(try await other.rows() == giftctl.rows())
  }

  @Test(arguments: [
    "..", "../rose", "a/b", "rose/", ".", "a--b", "a_b", "rosé", "ROSE", "ｒｏｓｅ", " rose", "rose ",
    "%00", "rose;ls", "a", "-rose", "rose-", String(repeating: "a", count: 65), "🌹", "rose\u{0301}",
  ])
  func `an id is a slug and nothing else`(_ id: String) async throws {
    let giftctl = try await Giftctl.unchanging()
    for verb in ["show", "publish", "add"] {
      let outcome = try await giftctl.run(verb, id)
      #expect(outcome.exitCode == 64)
      #expect(outcome.output.isEmpty)
    }
  }
}

extension Unicode.Scalar {
  fileprivate var playsTricks: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value)
    }
  }
}
