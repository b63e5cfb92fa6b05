import Lottie
import Testing

struct TextEditTests {
  @Test(arguments: [
    (" { } ", "{}"), ("\t{\r\n\"a\" : [ 1 , 2 ]\n}\n", #"{"a":[1,2]}"#),
    (#"{ "a b" : " \" { " }"#, #"{"a b":" \" { "}"#), (#"{ "a\\" : "\\" }"#, #"{"a\\":"\\"}"#),
    (#"{"a":[ ],"b":{ }}"#, #"{"a":[],"b":{}}"#), (#"{"a":"\\\" \\"}"#, #"{"a":"\\\" \\"}"#),
  ])
  func `white space goes outside strings, and only there`(text: String, minified: String) throws {
    #expect(try Editing.text(text, .minify) == minified)
    #expect(try Editing.text(minified, .minify) == minified)
    let byteCount = text.utf8.count - minified.utf8.count
    #expect(try Editing.change(text, .minify) == .minified(byteCount: byteCount))
  }

  @Test(arguments: [
    (#"{"v":"5","nm":"Old" ,"w":1}"#, #"{"v":"5","nm":"Rose" ,"w":1}"#),
    (#"{"nm" : null}"#, #"{"nm" : "Rose"}"#),
    (#"{"n\u006D":["a",1]}"#, #"{"n\u006D":"Rose"}"#),
    (#"{"v":"5","w":1}"#, #"{"nm":"Rose","v":"5","w":1}"#),
    ("{\n  \"v\": 1\n}", "{\n  \"nm\":\"Rose\",\"v\": 1\n}"),
    ("{}", #"{"nm":"Rose"}"#), (" {\n} ", " {\"nm\":\"Rose\"\n} "),
    (#"{"layers":[{"nm":"a"}]}"#, #"{"nm":"Rose","layers":[{"nm":"a"}]}"#),
    (#"{"nm":"Rose"}"#, #"{"nm":"Rose"}"#), (#"{"nm":"\u0052ose"}"#, #"{"nm":"\u0052ose"}"#),
  ])
  func `a new name takes the old one's place, or the first`(text: String, renamed: String) throws {
    #expect(try Editing.text(text, .rename("Rose")) == renamed)
    #expect(try Editing.text(renamed, .rename("Rose")) == renamed)
  }

  @Test(arguments: [
    ("\"", #""\"""#), ("\\", #""\\""#), ("a\nb\r\t", #""a\nb\r\t""#),
    ("\0\u{1}\u{1F}", #""\u0000\u0001\u001f""#),
    ("é😀\u{2028}/", "\"é😀\u{2028}/\""), ("", "\"\""), ("\",\"x\":\"", #""\",\"x\":\"""#),
  ])
  func `a name is escaped where JSON demands it`(name: String, written: String) throws {
    let text = try Editing.text(#"{"nm":"x"}"#, .rename(name))
    #expect(text.utf8.elementsEqual("{\"nm\":\(written)}".utf8))
    let json = try JSONDocument(reading: Array(text.utf8))
    #expect(json.member("nm", of: .root).flatMap { json.text(of: $0) } == name)
  }

  @Test func `a name may be as long as the limit and no longer`() throws {
    let longest = String(repeating: "é", count: AnimationEdit.longestName / 2)
    #expect(try Editing.text("{}", .rename(longest)) == "{\"nm\":\"\(longest)\"}")
    #expect(throws: EditError.nameTooLong(byteCount: 10_000, limit: AnimationEdit.longestName)) {
      try Editing.text("{}", .rename(String(repeating: "x", count: 10_000)))
    }
  }

  @Test func `the old name is told in a form that is safe to print`() throws {
    #expect(
      try Editing.change(#"{"nm":"\u001b[31m"}"#, .rename("a"))
        == .renamed(from: #"\u{1B}[31m"#))
    #expect(try Editing.change("{}", .rename("a")) == .renamed(from: nil))
  }

  @Test func `several edits work one on the other, in the order that is given`() throws {
    let text = #"{ "nm":"a", "layers": [ {"nm":"a","x":"1"}, {"nm":"b","x":"2"} ] }"#
    #expect(
      try Editing.text(text, .dropLayers(["a"]), .stripExpressions, .rename("n"), .minify)
        == #"{"nm":"n","layers":[{"nm":"b"}]}"#)
    #expect(
      try Editing.text(text, .minify, .dropLayers(["/layers/0"]), .dropLayers(["/layers/0"]))
        == #"{"nm":"a","layers":[]}"#)
    #expect(try Editing.text(text) == text)
  }

  @Test(arguments: ["[]", "1", "\"{}\"", "null"])
  func `what is no object is no animation`(text: String) {
    #expect(throws: EditError.noAnimation) { try Editing.text(text, .minify) }
    #expect(throws: EditError.noAnimation) { try Lottie.externalImages(in: Array(text.utf8)) }
  }

  @Test(arguments: [
    ("", JSONFault.empty, 0), ("{\"a\":1,}", .trailingComma, 6), ("{}x", .trailingData, 2),
  ])
  func `what is no JSON is refused with its place`(text: String, fault: JSONFault, offset: Int) {
    #expect(throws: EditError.unreadable(.malformed(fault, offset: offset))) {
      try Editing.text(text, .minify)
    }
  }

  @Test func `nothing grows over the limit`() throws {
    var limits = JSONLimits()
    limits.maxBytes = 13
    let taken = try Lottie.edit(Array("{}".utf8), [.rename("1234")], limits: limits)
    #expect(taken.bytes == Array(#"{"nm":"1234"}"#.utf8))
    #expect(throws: EditError.tooLarge(limit: 13)) {
      try Lottie.edit(Array("{}".utf8), [.rename("12345")], limits: limits)
    }
  }
}
