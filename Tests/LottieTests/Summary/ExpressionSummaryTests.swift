import Testing

@testable import Lottie

struct ExpressionSummaryTests {
  private static func summary(_ layer: String) throws -> ExpressionSummary? {
    let text =
      #"{"v":"5.7.4","fr":30,"ip":0,"op":30,"w":9,"h":9,"layers":[{"ip":0,"op":30,\#(layer)}]}"#
    return try #require(Lottie.check(Array(text.utf8), .gift).summary).expressions
  }

  /// What the expression in an item of a shape layer drives, such as `shape: size`.
  private static func driven(_ item: String) throws -> [String] {
    let driven = try #require(try summary(#""ty":4,"shapes":[{"ty":"gr","it":[\#(item)]}]"#)).driven
    return driven.keys.map { "\($0.owner): \($0.name)" }
  }

  @Test(arguments: [
    (#"{"ty":"rc","s":{"k":[1,1],"x":"time"}}"#, "shape: size"),
    (#"{"ty":"tm","s":{"k":1,"x":"time"}}"#, "shape: start"),
    (#"{"ty":"tr","s":{"k":[1,1],"x":"time"}}"#, "shape: scale"),
    (#"{"ty":"rp","tr":{"s":{"k":[1,1],"x":"time"}}}"#, "shape: scale"),
    (#"{"ty":"st","d":[{"n":"d","v":{"k":1,"x":"time"}}]}"#, "shape: dashes"),
    (#"{"ty":"tw","c":{"k":[1,1],"x":"time"}}"#, "shape: centre"),
    (#"{"ty":"gf","g":{"p":2,"k":{"k":[1],"x":"time"}}}"#, "shape: colours"),
    (#"{"ty":"sh","ks":{"k":{},"x":"time"}}"#, "shape: path"),
    (#"{"ty":"sh","zz":{"k":1,"x":"time"}}"#, "shape: property"),
    (#"{"ty":7,"s":{"k":1,"x":"time"}}"#, "shape: property"),
  ])
  func `an expression drives a property of its shape`(item: String, driven: String) throws {
    #expect(try Self.driven(item) == [driven])
  }

  @Test func `loops are counted apart, and what drives nothing`() throws {
    let summary = try Self.summary(
      #""ty":3,"ks":{"o":{"k":1,"x":"time"},"r":{"k":1,"x":"loopOut()"},"#
        + #""p":{"s":true,"x":{"k":1,"x":"time"},"y":{"k":1,"x":"1"}}},"tm":{"k":1,"x":"2"},"#
        + #""ef":[{"ef":[{"v":{"k":1,"x":"value"}}]}],"masksProperties":[{"o":{"k":1,"x":"0"},"#
        + #""x":{"k":1,"x":"0"}}],"#
        + #""t":{"d":{"k":[],"x":"text"}},"zz":{"x":"code"}"#)
    #expect(summary?.loopCount == 1)
    #expect(summary?.otherCount == 1)
    let driven = summary?.driven.map { "\($0.value) \($0.key.owner) \($0.key.name)" }.sorted()
    #expect(
      driven == [
        "1 effect value", "1 layer opacity", "1 layer time", "1 mask expansion",
        "1 mask opacity", "1 text text",
        "2 layer position",
      ])
  }

  @Test(arguments: [
    ("loopOut()", [1, 0, 0, 0]), ("var $bm_rt = value", [0, 1, 0, 0]),
    ("var $bm_rt = [1]", [0, 1, 0, 0]), ("var $bm_rt = [2]", [0, 0, 1, 0]),
    ("var $bm_rt = [time]", [0, 0, 1, 0]), ("$bm_rt = wiggle(1, 2)", [0, 0, 0, 1]),
    ("$bm_rt = value + random()", [0, 0, 0, 1]), ("$bm_rt = unwiggled(1)", [0, 0, 0, 0]),
  ])
  func `an expression is counted by its kind`(code: String, counts: [Int]) throws {
    let summary = try #require(try Self.summary(#""ty":3,"ks":{"s":{"k":[1],"x":"\#(code)"}}"#))
    let found = [summary.loopCount, summary.idleCount, summary.knownCount, summary.randomCount]
    #expect(found == counts)
    #expect(summary.driven.isEmpty == counts.contains(1))
    #expect(summary.areIdle == (counts[1] == 1))
  }

  @Test func `of very many expressions the first are read`() throws {
    let many = ExpressionSummary.mostRead + 5
    let members = (0..<many).map { #""\#($0)":{"k":1,"x":"a"}"# }.joined(separator: ",")
    let summary = try Self.summary(#""ty":3,"zz":{\#(members)}"#)
    #expect(summary?.count == many && summary?.otherCount == ExpressionSummary.mostRead)
  }

  @Test func `without expressions there is nothing to tell`() throws {
    #expect(try Self.summary(#""ty":3,"ks":{}"#) == nil)
  }
}
