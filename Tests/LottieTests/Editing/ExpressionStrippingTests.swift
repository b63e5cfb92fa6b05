import Lottie
import Testing

struct ExpressionStrippingTests {
  @Test(arguments: [
    (#"{"k":1,"x":"a"}"#, #"{"k":1}"#),
    (#"{"x":"a","k":1}"#, #"{"k":1}"#),
    (#"{"k":1,"x":"a","a":0}"#, #"{"k":1,"a":0}"#),
    (#"{"x":"a"}"#, #"{}"#),
    (#"{ "x" : "a" }"#, #"{  }"#),
    ("{\n  \"k\" : 1 ,\n  \"x\" : \"a\"\n}", "{\n  \"k\" : 1\n}"),
    ("{\n  \"x\" : \"a\" ,\n  \"k\" : 1\n}", "{\n  \"k\" : 1\n}"),
    ("{\"a\":0 ,\t\"x\":\"a\"\r\n,\"k\":1}", "{\"a\":0 ,\t\"k\":1}"),
    (#"{"x":"a","x":"b","k":1,"x":"c"}"#, #"{"k":1}"#),
    (#"{"x":"a","x":"b"}"#, #"{}"#),
    (#"{"\u0078":"a","k":1}"#, #"{"k":1}"#),
    (#"{"k":"},\"x\":\"","x":"\",\"k\":\"{"}"#, #"{"k":"},\"x\":\""}"#),
    (#"{"k":{"k":{"x":"1"},"x":"2"},"x":"3"}"#, #"{"k":{"k":{}}}"#),
    (#"{"k":1,"x":["a"]}"#, #"{"k":1}"#),
    (#"{"x":[ 1 , "a"],"k":1}"#, #"{"k":1}"#),
    (#"{"k":1,"x":[[{"x":"a"}],2],"a":{"x":"b"}}"#, #"{"k":1,"a":{}}"#),
    (#"{"x":{"k":1,"x":"a"}}"#, #"{"x":{"k":1}}"#),
    (#"{"x":"3","k":[{"x":"1","k":0},{"k":0,"x":"2"}]}"#, #"{"k":[{"k":0},{"k":0}]}"#),
  ])
  func `an expression goes with one comma and nothing else`(
    text: String, stripped: String
  ) throws {
    #expect(try Editing.text(text, .stripExpressions) == stripped)
    #expect(try Editing.text(stripped, .stripExpressions) == stripped)
  }

  @Test(arguments: [
    #"{"x":1}"#, #"{"x":{"k":1}}"#, #"{"x":[1,2]}"#, #"{"k":"x"}"#, #"{"y":["x","a"]}"#, "{ }",
  ])
  func `what is no expression stays`(text: String) throws {
    let edited = try Lottie.edit(Array(text.utf8), [.stripExpressions])
    #expect(edited.bytes == Array(text.utf8))
    #expect(edited.isUnchanged)
    #expect(edited.steps.map(\.change) == [.strippedExpressions(count: 0)])
  }

  @Test func `how many went is told`() throws {
    let text = #"{"k":{"k":{"x":"1"},"x":"2"},"x":"3"}"#
    #expect(try Editing.change(text, .stripExpressions) == .strippedExpressions(count: 3))
  }

  @Test func `the check finds no code in what was stripped`() throws {
    let text = #"{"layers":[{"ks":{"o":{"a":0,"k":1,"x":"var $bm_rt;"}},"ef":[{"v":{"x":"y"}}]}]}"#
    #expect(Self.hasCode(Array(text.utf8)))
    #expect(!Self.hasCode(try Lottie.edit(Array(text.utf8), [.stripExpressions]).bytes))
  }

  static func hasCode(_ bytes: [UInt8]) -> Bool {
    Lottie.check(bytes).findings.contains { $0.code == "code.expression" }
  }
}
