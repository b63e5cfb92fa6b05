import Support
import Testing

/// `giftctl show --picture`, on terminals of many kinds.
@Suite(.serialized) struct ShowPictureTests {
  private static let kitty = "\u{1B}_Ga=T,"
  private static let sixel = "\u{1B}P0;1;0q"
  private static let iTerm = "\u{1B}]1337;File=inline=1;"
  private static let trueColour = "\u{1B}[0m\u{1B}[38;2;"
  private static let indexed = "\u{1B}[0m\u{1B}[38;5;"

  @Test(arguments: [
    (["TERM": "xterm-kitty"], kitty), (["KITTY_WINDOW_ID": "1"], kitty),
    (["TERM_PROGRAM": "iTerm.app"], iTerm), (["LC_TERMINAL": "iTerm2"], iTerm),
    (["TERM": "mlterm"], sixel), (["TERM": "foot"], sixel),
    (["TERM": "xterm-256color"], trueColour), (["COLORTERM": "truecolor"], trueColour),
    (["TERM": "xterm"], indexed),
    (["TERM": "tmux-256color", "KITTY_WINDOW_ID": "1", "LC_TERMINAL": "iTerm2"], indexed),
    (["TERM": "xterm-kitty", "STY": "1"], kitty),
    (["TERM": "alacritty", "KITTY_WINDOW_ID": "1"], indexed),
  ])
  func `the poster is drawn below the text, by the best way that the terminal has`(
    _ variables: [String: String], _ start: String
  ) async throws {
    var giftctl = try await Giftctl.unchanging()
    giftctl.environment.merge(["TERM": "xterm"].merging(variables) { $1 }) { $1 }
    let outcome = try await giftctl.runOnTerminal(
      "stty rows 30 cols 90; giftctl show rose --picture")
    #expect(outcome.exitCode == 0)
    let text = outcome.outputText.replacing("\r\n", with: "\n")
    #expect(text.hasPrefix("rose: Rose\n"))
    let picture = try #require(text.split(separator: "last change 1\n").last)
    #expect(picture.hasPrefix(start))
    #expect(picture.hasSuffix("\n"))
  }

  @Test func `blocks keep the aspect, and fit the terminal`() async throws {
    var giftctl = try await Giftctl.unchanging()
    giftctl.environment["TERM"] = "xterm-256color"
    for (rows, columns, lines, width) in [(30, 90, 24, 48), (12, 90, 9, 18), (60, 20, 10, 20)] {
      let outcome = try await giftctl.runOnTerminal(
        "stty rows \(rows) cols \(columns); PAGER=cat giftctl show rose@1 --picture")
      let drawn = outcome.outputText.split(whereSeparator: \.isNewline)
        .filter { $0.contains("\u{1B}[0m") }.map(Self.withoutColours)
      #expect(drawn.count == lines)
      #expect(drawn.allSatisfy { $0.count == width && $0.allSatisfy("▀▄ ".contains) })
    }
  }

  /// A line without the sequences that choose colours, each of which ends with m.
  private static func withoutColours(_ line: Substring) -> String {
    let parts = line.split(separator: "\u{1B}", omittingEmptySubsequences: false)
    return String(parts[0])
      + parts.dropFirst().map { $0.drop { $0 != "m" }.dropFirst() }.joined()
  }

  @Test(arguments: [
    (["NO_COLOR": "1"], "NO_COLOR is set"), (["TERM": "dumb"], "this terminal shows no colours"),
    (["TERM": "vt100"], "this terminal shows no colours"),
  ])
  func `a terminal without colours gets a sentence, and all the rest`(
    _ variables: [String: String], _ reason: String
  ) async throws {
    var giftctl = try await Giftctl.unchanging()
    giftctl.environment.merge(variables) { $1 }
    let outcome = try await giftctl.runOnTerminal("giftctl show rose --picture")
    #expect(outcome.exitCode == 0)
    #expect(outcome.outputText.contains("rose: Rose\r\n"))
    let words = outcome.outputText.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      words.hasSuffix(
        "giftctl: The poster is not shown, as \(reason). To save it: giftctl poster rose@1 -o "
          + "rose.png"))
    #expect(!outcome.output.contains(0x1B))
  }

  @Test func `into a pipe the text is as ever, and standard error says what is missing`()
    async throws
  {
    let giftctl = try await Giftctl.unchanging()
    let plain = try await giftctl.done("show", "rose")
    let outcome = try await giftctl.done("show", "rose", "--picture")
    #expect(outcome.outputText == plain.outputText)
    #expect(outcome.errorText.contains("as standard output is not a terminal."))
  }

  @Test func `a picture does not go with JSON`() async throws {
    let outcome = try await Giftctl.unchanging().run("show", "rose", "--picture", "--json")
    #expect(outcome.exitCode == 64)
    #expect(try outcome.json()["error"]?["code"] == "usage")
  }

  @Test func `the live version is shown, then the latest, and a named one before both`()
    async throws
  {
    let giftctl = try await Giftctl.stocked()
    try await giftctl.done("add", "rose", Fixtures.file("heart"))
    func shown(_ words: String...) async throws -> String {
      try await giftctl.run(["show", "--picture"] + words).errorText
    }
    #expect(try await shown("rose").contains("rose@1"))
    #expect(try await shown("rose@2").contains("rose@2"))
    #expect(try await shown("rose", "--version", "2").contains("rose@2"))
    try await giftctl.done("retire", "rose", "--yes")
    #expect(try await shown("rose").contains("rose@2"))
    #expect(try await shown("rose", "--at", "1").contains("rose@1"))
  }

  @Test func `why there is no poster is said, and the rest is shown`() async throws {
    let giftctl = try await Giftctl.stocked()
    try await giftctl.done(
      "add", "rose", "-", "--draw-with", "/nowhere", input: Fixtures.bytes("rose", blanks: 1))
    let undrawn = try await giftctl.done("show", "rose@2", "--picture")
    #expect(
      undrawn.errorText
        == "giftctl: rose version 2 is not drawn yet. To draw it: giftctl pictures update\n")
    let blank = Array(
      (#"{"v":"5.7.4","fr":60,"ip":0,"op":60,"w":9,"h":9,"assets":[],"#
        + ##""layers":[{"ty":1,"sw":9,"sh":9,"sc":"#ff0000","##
        + #""ks":{"p":{"a":0,"k":[99,99]}},"ip":0,"op":60,"st":0}]}"#).utf8)
    try await giftctl.done("add", "rose", "-", input: blank)
    let nothing = try await giftctl.done("show", "rose@3", "--picture")
    #expect(nothing.outputText.hasPrefix("rose: version 3 of Rose\n"))
    #expect(
      nothing.errorText
        == "giftctl: There are no pictures of rose version 3: nothing is visible in any frame.\n")
    let poster = try await giftctl.run("poster", "rose@3", "-o", "-")
    #expect(poster.exitCode == 4)
    #expect(poster.errorText == nothing.errorText)
  }
}
