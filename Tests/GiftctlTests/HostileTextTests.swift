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
    "", "a\u{FFFE}b", "a\u{200D}b", "a\u{2800}b",
    HostileText("x", times: 10_000), HostileText("👩‍👩‍👧‍👦", times: 81),
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

  /// A server in the database's place says that it cannot take connections now, and why.
  @Test func `what a server says reaches the terminal without its tricks`() async throws {
    let script = #"""
      import os, socket, struct, subprocess, sys, threading
      message = "no \x9b31m\u202edrow\u200b\x7f\U000e0041 entry"
      body = b"SFATAL\0VFATAL\0C57P03\0M" + message.encode() + b"\0\0"
      listener = socket.create_server(("127.0.0.1", 0))

      def serve():
          while True:
              connection = listener.accept()[0]
              connection.recv(4096)
              connection.sendall(b"E" + struct.pack("!I", len(body) + 4) + body)
              connection.close()

      threading.Thread(target=serve, daemon=True).start()
      port = listener.getsockname()[1]
      os.environ["GIFT_DATABASE"] = f"host=127.0.0.1 port={port} sslmode=disable gssencmode=disable"
      for words in [["list"], ["list", "--json"]]:
          subprocess.run([sys.argv[1]] + words, stderr=subprocess.STDOUT, timeout=60)
      """#
    let outcome = try await runProcess(
      "python3", ["-c", script, try Places.builtProduct("giftctl")], limit: .seconds(120))
    let text = outcome.outputText
    #expect(text.contains(#"no \u{9b}31m\u{202e}drow\u{200b}\u{7f}\u{e0041} entry"#), "\(text)")
    #expect(text.contains(#"no \u009b31m\u202edrow\u200b\u007f\udb40\udc41 entry"#), "\(text)")
    #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || !$0.playsTricks })
  }

  @Test(
    arguments: [
      "Robert'); DROP TABLE gift;--", "$1", "\\\"{}", "%00%s", "<script>alert(1)</script>",
      "../../etc/passwd", "NULL", "--json", "وردة", "👩‍👩‍👧‍👦", "{a,b}", "\u{E9}",
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
