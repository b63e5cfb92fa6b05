import Support
import Testing

/// A file, and what the mark under its finding has to stand below.
struct MarkedFile: CustomTestStringConvertible {
  let testDescription: String
  let bytes: [UInt8]
  /// The text above the mark.
  let marked: String

  init(_ name: String, _ text: String, marks marked: String) {
    testDescription = name
    bytes = Array(text.utf8)
    self.marked = marked
  }

  private static let long = String(repeating: "{\"a\":[1,2,3]},", count: 50_000)
  private static let top = "\"v\":\"5.7.4\",\"ip\":0,\"op\":9,\"w\":9,\"h\":9,\"layers\":[]"

  static let all = [
    MarkedFile("short", "[1,]", marks: ","),
    MarkedFile("second line", "[1,\n  2,\n  ]", marks: ","),
    MarkedFile("CRLF", "{\"a\":1,\r\n \"b\" 2}\r\n", marks: "2"),
    MarkedFile("tabs", "{\t\"a\"\t:\t1,\t}", marks: ","),
    MarkedFile("wide", "{\"玫瑰花\":\"テディ 김철수\",}", marks: ","),
    MarkedFile("emoji", "{\"❤️ 👍🏽 🌹\":\"🧸\",}", marks: ","),
    MarkedFile("combining", "{\"e\u{301}te\u{301}\":\"हिन्दी שָׁלוֹם\",}", marks: ","),
    MarkedFile("Arabic", "{\"وردة\":\"مريم\",}", marks: ","),
    MarkedFile("override", "{\"a\u{202E}b\u{200B}\":1,}", marks: ","),
    MarkedFile("control character", "[\"a\u{1}b\"]", marks: "\\u{1}"),
    MarkedFile("byte-order mark", "\u{FEFF}{}", marks: "\\u{feff}"),
    MarkedFile("one long line", "[\(long)nul,\(long)1]", marks: "n"),
    MarkedFile("long line before", "[\(long)]", marks: ","),
    MarkedFile("end of the text", "[\(long)1", marks: ""),
    MarkedFile("value", "{\"fr\":-12.5,\(top)}", marks: "-12.5"),
    MarkedFile("wide value", "{\"fr\":\"玫瑰\",\(top)}", marks: "\"玫瑰\""),
    MarkedFile("value of many lines", "{\"fr\":{\n\"a\":1},\(top)}", marks: "{"),
    MarkedFile("value beyond the window", "{\"fr\":[\(long)1],\(top)}", marks: "["),
  ]
}

@Suite(.serialized) struct CheckTextTests {
  private let giftctl = Giftctl(over: "host=/nowhere")

  @Test func `a report is no wider than the terminal`() async throws {
    var giftctl = giftctl
    giftctl.environment["TERM"] = "dumb"
    let outcome = try await giftctl.runOnTerminal(
      "stty cols 80; cd '\(Places.packageRoot)'; "
        + "giftctl check fixtures/lottie/invalid/shape.type-order/fill.json")
    #expect(outcome.exitCode == 4)
    let text = outcome.outputText
    #expect(text.contains("json:5:57: error: The type comes\r\n  after \"c\" [shape.type-order]"))
    #expect(text.contains("skip what comes\r\n       before the type."))
    #expect(text.split(separator: "\r\n").allSatisfy { $0.count <= 80 })
  }

  @Test(arguments: [
    (["loopOut()", "loopIn('cycle')"], "expressions: 2 only loop"),
    (
      ["loopOut()", "time", "value"], "expressions: 1 only loops; others drive opacity of 2 layers"
    ),
    (["time"], "expressions: they drive opacity of 1 layer"),
    (
      ["var $bm_rt = 2", "var $bm_rt = wiggle(1, 2)", "var $bm_rt = value", "time"],
      "expressions: 1 gives the value in the file; 1 gives another known value; "
        + "1 is random; "
        + "others drive opacity of 1 layer"
    ),
    (["var $bm_rt = 1"], "expressions: 1 gives the value in the file; it looks the same without"),
  ])
  func `a report says in one line what expressions drive`(
    code: [String], line: String
  ) async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let layers = code.map { #"{"ty":3,"ip":0,"op":9,"ks":{"o":{"k":1,"x":"\#($0)"}}}"# }
    let text =
      #"{"v":"5.7.4","fr":9,"ip":0,"op":9,"w":9,"h":9,"layers":["#
      + layers.joined(separator: ",") + "]}"
    let outcome = try await giftctl.run("check", try folder.write("a.json", Array(text.utf8)))
    #expect(outcome.lines.contains("  \(line)"))
  }

  @Test(arguments: MarkedFile.all)
  func `the mark stands below what is meant, in a window of the line`(
    _ file: MarkedFile
  ) async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let outcome = try await giftctl.run("check", try folder.write("a.json", file.bytes))
    #expect(outcome.exitCode == 4)
    let lines = outcome.lines
    let mark = try #require(lines.firstIndex { $0.contains(#/^ +\| +\^~*$/#) })
    #expect(lines[mark - 1].contains(#/^ *[0-9]+ \| /#))
    #expect(columns(of: lines[mark - 1]) <= 80)
    let from = try #require(lines[mark].firstIndex(of: "^"))
    let indent = lines[mark][..<from].count
    let (before, meant) = split(lines[mark - 1], indent, lines[mark].count - indent)
    #expect(columns(of: before) == indent)
    #expect(meant == file.marked)
    #expect(!outcome.outputText.unicodeScalars.contains("\u{202E}"))
  }

  @Test func `more than three findings of a rule are folded, and --all shows every one`()
    async throws
  {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let layers = Array(repeating: "1", count: 50).joined(separator: ",")
    let file = try folder.write(
      "a.json",
      "{\"v\":\"5.7.4\",\"fr\":9,\"ip\":0,\"op\":9,\"w\":9,\"h\":9,\"layers\":[\(layers)]}")
    let some = try await giftctl.run("check", file)
    let code = try #require(some.lines.first?.firstMatch(of: /\[(\S+)\]$/)?.output.1)
    #expect(some.lines.count { $0.hasSuffix("[\(code)]") } == 3)
    #expect(some.outputText.contains("… and at least 17 more of \(code) (--all shows them)"))
    let all = try await giftctl.run("check", file, "--all")
    #expect(all.lines.count { $0.hasSuffix("[\(code)]") } == 50)
    #expect(!all.outputText.contains("more of"))
    #expect(all.lines.count { $0.contains(" = why: ") } == 1)
  }

  @Test func `each file ends with its verdict, and several with a line for all`() async throws {
    let files = [Fixtures.file("rose"), Fixtures.refused]
    let lines = try await giftctl.run(["check"] + files).lines
    #expect(lines.contains { $0.hasPrefix(files[0] + ": accepted: ") && $0.contains("512×512") })
    #expect(lines.contains { $0.hasPrefix(files[1] + ": refused: 1 error") })
    #expect(lines.last?.hasPrefix("2 files: 1 accepted, 1 refused; 1 error") == true)
    let one = try await giftctl.run("check", files[0]).lines
    #expect(one.last?.hasPrefix(files[0] + ": accepted") == true)
  }

  @Test func `--quiet shows the errors of refused files, their names and the total`() async throws {
    let files = [Fixtures.file("rose"), Fixtures.refused]
    let outcome = try await giftctl.run(["check", "--quiet"] + files)
    #expect(outcome.exitCode == 4)
    #expect(!outcome.outputText.contains("rose.json"))
    #expect(!outcome.outputText.contains(": note: "))
    #expect(outcome.lines.suffix(2).first == "refused: \(files[1])")
    #expect(outcome.lines.last?.hasPrefix("2 files: 1 accepted, 1 refused; 1 error") == true)
    #expect(try await giftctl.run("check", "--quiet", files[0]).output.isEmpty)
  }

  @Test(arguments: [([], false), (["-v"], true), (["--all"], true), (["-v", "--quiet"], false)])
  func `notes, which no player of the profile minds, are shown when asked for`(
    options: [String], areShown: Bool
  ) async throws {
    let outcome = try await giftctl.run(["check", Fixtures.file("heart")] + options)
    #expect(outcome.outputText.contains(": note: ") == areShown)
    #expect(outcome.outputText.contains("1 note (check -v shows notes)") == options.isEmpty)
  }

  @Test func `a report that is longer than the terminal goes to the pager`() async throws {
    var giftctl = giftctl
    giftctl.environment["GIFT_PAGER"] = "sed s/^/page:/"
    giftctl.environment["NO_COLOR"] = "1"
    let outcome = try await giftctl.runOnTerminal(
      "stty rows 4 cols 80; cd '\(Places.packageRoot)'; "
        + "giftctl check fixtures/lottie/valid/rose.json fixtures/lottie/valid/heart.json -v")
    #expect(outcome.exitCode == 0)
    #expect(outcome.outputText.contains("page:fixtures/lottie/valid/rose.json: accepted"))
    #expect(outcome.outputText.contains("page:2 files: 2 accepted"))
  }

  @Test func `--summary tells what is heavy, and which images are the same`() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let image = { (id: String) in
      #"{"id":"\#(id)","w":9,"h":9,"u":"","e":1,"p":"data:image/png;base64,"#
        + String(repeating: "A", count: 400) + #""}"#
    }
    let inner = #"{"ty":3,"nm":"Wing \#(String(repeating: "g", count: 500))"},{"ty":3,"nm":"b"}"#
    let text =
      #"{"v":"5.7.4","fr":9,"ip":0,"op":9,"w":9,"h":9,"layers":[{"ty":3,"nm":"light"}],"#
      + #""assets":[\#(image("a")),{"id":"c","layers":[\#(inner)]},\#(image("b"))]}"#
    let path = try folder.write("a.json", Array(text.utf8))
    let lines = try await giftctl.run("check", "--summary", path).lines
    #expect(lines.contains { $0.hasSuffix("the same: a, b") })
    let heavy = try #require(lines.firstIndex { $0.hasPrefix("  heavy ") })
    let parts = lines[heavy...].map { $0.dropFirst(12).prefix(15) }
    #expect(parts == ["composition \"c\"", "image \"a\": 29 %", "image \"b\": 29 %"])
    #expect(lines[heavy].contains(" % in its layer \"Wing g"))
    let json = try await giftctl.run("check", "--summary", "--json", path).outputText
    #expect(json.contains(#""sameImages":[["a","b"]]"#) && json.contains(#""kind":"composition""#))
  }

  @Test func `--summary tells what each animation is`() async throws {
    let plain = try await giftctl.done("check", Fixtures.file("rose")).lines
    let lines = try await giftctl.done("check", Fixtures.file("rose"), "--summary").lines
    #expect(Array(lines.prefix(plain.count)) == plain)
    let headings = lines.dropFirst(plain.count).map { $0.dropFirst(2).prefix { $0 != " " } }
    #expect(
      Set(["layers", "shapes", "vertices", "keyframes", "bytes"]).isSubset(
        of: headings.map(String.init)))
  }

  /// The first `indent` columns, and the next `width`.
  private func split(
    _ line: Substring, _ indent: Int, _ width: Int
  ) -> (before: Substring, meant: String) {
    var end = line.startIndex
    while end < line.endIndex, columns(of: line[..<end]) < indent { line.formIndex(after: &end) }
    var upper = end
    while upper < line.endIndex, columns(of: line[end..<upper]) < width {
      line.formIndex(after: &upper)
    }
    return (line[..<end], String(line[end..<upper]))
  }

  /// How many columns a terminal gives the text, for the scripts of these tests.
  private func columns(of text: Substring) -> Int {
    text.reduce(0) { columns, character in
      let isWide = character.unicodeScalars.contains { scalar in
        (0x1100...0x115F).contains(scalar.value) || (0x2E80...0xD7A3).contains(scalar.value)
          || scalar.value == 0xFE0F || scalar.properties.isEmojiPresentation
      }
      let marks = character.unicodeScalars.count {
        $0.properties.generalCategory == .nonspacingMark
      }
      return columns + (isWide ? 2 : character.unicodeScalars.count - marks)
    }
  }
}
