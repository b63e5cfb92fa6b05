import Lottie
import Testing

struct JSONDocumentTests {
  private static func read(_ text: String) throws(JSONError) -> JSONDocument {
    try JSONDocument(reading: Array(text.utf8))
  }

  /// As much as there can be of what the reader marks: names to look for, unusual numbers, objects
  /// that repeat a name.
  @Test func `no text has more marks than there is room for`() throws {
    let object = #"{"k":0e0,"k":0e0}"#
    let list = "[" + Array(repeating: object, count: 500).joined(separator: ",") + "]"
    let nested = (0..<200).reduce("0e0") { inner, _ in #"{"k":\#(inner),"k":0e0}"# }
    let pairs = (0..<10).reduce("0e0") { inner, _ in #"{"k":\#(inner),"k":\#(inner)}"# }
    for text in [object, list, nested, pairs, "0e0", "[0e0]", "null", #"{"k":0e0,"k":0e0,"#] {
      let report = Lottie.check(Array(text.utf8))
      #expect(report.verdict == .refused)
    }
  }

  @Test(arguments: [
    ("0", 0), ("-0", -0.0), ("1", 1), ("-12.5", -12.5), ("1e3", 1000), ("2.5E-2", 0.025),
    ("29.9700012207031", 29.9700012207031), ("0.1", 0.1),
    ("9007199254740993", 9_007_199_254_740_992),
    ("123456789012345678901234567890", 1.2345678901234568e29),
    ("0.30000000000000004", 0.30000000000000004), ("1e400", .infinity), ("-1e400", -.infinity),
    ("2.2250738585072014e-308", 2.2250738585072014e-308), ("1e-400", 0),
  ])
  func `a number has the value that Swift gives it`(text: String, value: Double) throws {
    let json = try Self.read(text)
    #expect(json.double(of: .root) == value)
    #expect(json.written(.root).elementsEqual(text.utf8))
  }

  @Test(arguments: [
    (#""""#, ""), (#""a""#, "a"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
    (#""\u00e4""#, "ä"), (#""\ud83d\ude00""#, "😀"), (#""\u0000""#, "\0"), (#""日本""#, "日本"),
  ])
  func `a string has the value that its escapes mean`(text: String, value: String) throws {
    #expect(try Self.read(text).text(of: .root) == value)
  }

  @Test func `members and elements are walked in the order of the text`() throws {
    let json = try Self.read(#"{"b": [1, [2, 3], {}], "a": {"c": null}, "b": 4}"#)
    let members = json.members(of: .root).map { json.text(of: $0.key) ?? "" }
    #expect(members == ["b", "a", "b"])
    let array = try #require(json.member("b", of: .root))
    #expect(json.elements(of: array).map(json.kind) == [.number, .array, .object])
    #expect(json.elements(of: .root).map(json.kind) == [])
  }

  @Test(arguments: [
    ("", ""), ("w", "w"), ("longest8", "longest8"), ("animations", "animations"),
    (#"anim\u0061tions"#, "animations"), (#"a\u0000"#, "a\u{0}"), ("é", "é"),
  ])
  func `a member is found by a name of any length, among others that have no key`(
    text: String, name: String
  ) throws {
    let json = try Self.read(#"{"generator": 1, "customData": 2, "\#(text)": 7}"#)
    let value = try #require(json.member(named: name, of: .root))
    #expect(json.double(of: value) == 7)
    #expect(json.member(named: "generators", of: .root) == nil)
  }

  @Test(arguments: ["w", "masks", "a", "\u{0}", "longest8"])
  func `a member is found by the name that its escapes mean`(name: String) throws {
    let escaped = name.unicodeScalars.map { scalar in
      let digits = String(scalar.value, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
    let json = try Self.read("{\"\(escaped.joined())\": 7}")
    let (key, value) = try #require(json.members(of: .root).first { _ in true })
    #expect(json.text(of: key) == name)
    #expect(json.double(of: value) == 7)
    if name == "w" { #expect(json.member("w", of: .root) == value) }
  }

  @Test(arguments: [
    (0, "", 1, 1), (1, "/ä", 2, 3), (2, "/ä", 2, 8), (3, "/ä/0", 2, 9), (4, "/ä/1", 3, 1),
    (5, "/ä/1/a~1b~0", 3, 2), (6, "/ä/1/a~1b~0", 3, 10), (7, "/", 4, 1), (8, "/", 4, 5),
  ])
  func `each node has its pointer, line and column`(
    index: Int, pointer: String, line: Int, column: Int
  ) throws {
    let json = try Self.read("{\n  \"ä\": [1,\n{\"a/b~\": 2}],\n\"\": \"😀\"}")
    var nodes: [NodeID] = []
    var node = NodeID.root
    while nodes.count < json.nodeCount {
      nodes.append(node)
      node = json.nodeAfter(node)
    }
    #expect(json.pointer(of: nodes[index]) == pointer)
    let place = json.place(of: nodes[index])
    #expect(place.line == line && place.column == column)
  }

  @Test(arguments: [
    ("{\"a\": 1,}", JSONFault.trailingComma, 7), ("[1 2]", .unexpected, 3), ("\"\\x\"", .escape, 1),
    ("[1", .unclosed, 2), ("tru", .unclosed, 3), ("01", .number, 0), ("1 1", .trailingData, 2),
  ])
  func `a fault is thrown with its place`(text: String, fault: JSONFault, offset: Int) {
    #expect(throws: JSONError.malformed(fault, offset: offset)) { try Self.read(text) }
  }

  /// Places are counted eight bytes at a time; each line feed and each scalar of several bytes
  /// has to be right wherever among the eight it falls.
  @Test func `places of a text on many lines are those that counting each byte gives`() throws {
    for shift in 0..<9 {
      let gap = String(repeating: " ", count: shift)
      let text = gap + "[\n1,\n\n\"äü€\",2,\r\n \"😀😀😀\", \t3,\n" + gap + "\"é\",4,5]\n"
      let json = try Self.read(text)
      var node = NodeID.root
      for _ in 0..<json.nodeCount {
        defer { node = json.nodeAfter(node) }
        let offset = json.range(of: node).lowerBound
        let lines = Array(text.utf8.prefix(offset)).split(
          separator: 0x0A, omittingEmptySubsequences: false)
        let last = try #require(lines.last)
        let place = json.place(of: node)
        #expect(place.line == lines.count)
        #expect(place.column == String(decoding: last, as: UTF8.self).unicodeScalars.count + 1)
      }
    }
  }

  @Test func `a limit takes as much as it says and refuses more`() throws {
    var limits = JSONLimits()
    limits.maxDepth = 2
    limits.maxNodes = 5
    limits.maxStringBytes = 3
    limits.maxDigits = 4
    limits.maxBytes = 20
    let taken = ["[[]]", "[1,2,3,4]", "\"abc\"", "1234", "[\"a\",\"b\",\"cd\", 1]  "]
    for text in taken {
      #expect(throws: Never.self) { try JSONDocument(reading: Array(text.utf8), limits: limits) }
    }
    let refused: [(String, JSONError)] = [
      ("[[[]]]", .exceeds(.depth, limit: 2, offset: 2)),
      ("[1,2,3,4,5]", .exceeds(.nodes, limit: 5, offset: 9)),
      ("\"abcd\"", .exceeds(.stringBytes, limit: 3, offset: 0)),
      ("12345", .exceeds(.digits, limit: 4, offset: 0)),
      ("                    1", .exceeds(.bytes, limit: 20, offset: 0)),
    ]
    for (text, error) in refused {
      #expect(throws: error) { try JSONDocument(reading: Array(text.utf8), limits: limits) }
    }
  }
}
