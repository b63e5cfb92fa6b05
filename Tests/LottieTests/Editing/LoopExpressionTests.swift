import Lottie
import Testing

struct LoopExpressionTests {
  private static let keyframes = #"{"t":0,"s":[1],"h":1},{"t":10,"s":[2]}"#

  private static func document(_ property: String, layer: String = "") -> String {
    #"{"fr":30,"ip":0,"op":25,"layers":[{"ip":0,"op":25\#(layer),"ks":{"r":\#(property)}}]}"#
  }

  @Test(arguments: [
    #"var $bm_rt;\n$bm_rt = loopOut('cycle');"#, #"var $bm_rt;\r\n$bm_rt = loopOut('Cycle', 0);"#,
    #"$bm_rt=loopOut(\"CYCLE\")"#, "loopOut()", " thisProperty . loopOut ( ) ; ",
    #"var $bm_rt;$bm_rt = thisProperty.loopOut('cycle' , 1) ;\n"#,
    "loopOutDuration('cycle', 0.334)",
    #"loopOut\u0028'cycle')"#,
    #"var $bm_rt;\nif (thisProperty.numKeys > 1) {\n    $bm_rt = thisProperty.loopOut('cycle');\n"#
      + #"} else {\n    $bm_rt = value;\n}"#,
    "if(numKeys>1){loopOut()}else{value}",
  ])
  func `an expression that is a loop becomes keyframes`(code: String) throws {
    let text = Self.document("{\"a\":1,\"k\":[\(Self.keyframes)],\"x\":\"\(code)\"}")
    let baked = try Editing.text(text, .bakeLoops)
    #expect(!baked.contains("\"x\""))
    guard case .bakedLoops(count: 1, let more) = try Editing.change(text, .bakeLoops) else {
      Issue.record("no loop")
      return
    }
    #expect(more > 1)
    #expect(
      baked.hasPrefix(#"{"fr":30,"ip":0,"op":25,"layers":[{"ip":0,"op":25,"ks":{"r":{"a":1,"#))
  }

  @Test(arguments: [#""a":1,"#, #""a":0,"#, ""])
  func `a property that says how many keyframes it has counts them by its flag`(
    flag: String
  ) throws {
    let code = "if (thisProperty.numKeys > 1) { loopOut() } else { value }"
    let text = Self.document("{\(flag)\"k\":[\(Self.keyframes)],\"x\":\"\(code)\"}")
    let stays = Self.document("{\(flag)\"k\":[\(Self.keyframes)]}")
    #expect((try Editing.text(text, .bakeLoops) == stays) == (flag != #""a":1,"#))
  }

  @Test(arguments: [
    "", "loopOut", "loopOut(", "loopOut('cycle'", "loopOut('cycle',)", "loopOut('cycle', -1)",
    "loopOut('cycle', 1.5)", "loopOut('cycles')", "loopOut(1)", "loopOut('cycle') + 1",
    "loopOut('cycle'); value", "var $bm_rt; $bm_rt = loopOut", "var x; x = loopOut()",
    "$bm_rt = [loopOut()]", "loopouts()", "loopOut('cycle', 1e9)", "loopOut('cycle', 1.2.3)",
    "valueAtTime(1)", "// loopOut()", "this.loopOut()", "loopOut('cycle, 1)", "smooth()",
    "if (numKeys > 2) { loopOut() } else { value }", "if (numKeys > 1) { loopOut() }",
    "if (numKeys > 1) { loopOut() } else { 1 }", "if (numKeys > 1) { value } else { loopOut() }",
    "if (numKeys > 1) { loopOut() } else { value } value", "if (numKeys > 1) loopOut(); else value",
  ])
  func `any other expression stays`(code: String) throws {
    let text = Self.document("{\"a\":1,\"k\":[\(Self.keyframes)],\"x\":\"\(code)\"}")
    #expect(try Editing.text(text, .bakeLoops) == text)
    #expect(try Editing.change(text, .bakeLoops) == .bakedLoops(count: 0, keyframeCount: 0))
  }

  @Test(arguments: [
    (
      #"{"a":1,"k":[\#(Self.keyframes)],"x":"loopOut()","ix":3}"#,
      #"{"a":1,"k":[{"t":0,"s":[1],"h":1},{"t":10,"s":[2],"h":1},{"t":10.00000001,"s":[1],"h":1},"#
        + #"{"t":20,"s":[1],"h":1}],"ix":3}"#
    ),
    (
      #"{ "x" : "loopOut('pingpong')", "k" : [ {"t":0,"s":[1],"h":1} , {"t":30,"s":[2]} ] }"#,
      #"{ "k" : [ {"t":0,"s":[1],"h":1} , {"t":30,"s":[2]} ] }"#
    ),
    (#"{"a":0,"k":7,"x":"loopOut()"}"#, #"{"a":0,"k":7}"#),
    (#"{"a":0,"k":[7,8],"x":"loopIn()"}"#, #"{"a":0,"k":[7,8]}"#),
    (#"{"a":1,"k":[{"t":3,"s":[7]}],"x":"loopOut()"}"#, #"{"a":1,"k":[{"t":3,"s":[7]}]}"#),
    (
      #"{"k":[{"t":5,"s":[1],"i":{"x":1,"y":1},"o":{"x":0,"y":0}},{"t":15,"s":[2]}],"#
        + #""x":"loopIn('offset')"}"#,
      #"{"k":[{"i":{"x":1,"y":1},"o":{"x":0,"y":0},"t":-5,"s":[0]},"#
        + #"{"t":5,"s":[1],"i":{"x":1,"y":1},"o":{"x":0,"y":0}},{"t":15,"s":[2]}]}"#
    ),
    (
      #"{"k":[{"t":5,"s":[1],"e":[3],"i":{"x":1,"y":1},"o":{"x":0,"y":0}},{"t":15}],"#
        + #""x":"loopOut('offset')"}"#,
      #"{"k":[{"t":5,"s":[1],"e":[3],"i":{"x":1,"y":1},"o":{"x":0,"y":0}},"#
        + #"{"i":{"x":1,"y":1},"o":{"x":0,"y":0},"t":15,"s":[3],"e":[5]},"#
        + #"{"t":25,"s":[5],"h":1}]}"#
    ),
  ])
  func `what is not made new stays byte for byte`(property: String, baked: String) throws {
    #expect(try Editing.text(Self.document(property), .bakeLoops) == Self.document(baked))
  }

  @Test(arguments: [
    #"{"a":1,"k":[{"t":0,"s":[{"v":[],"i":[],"o":[]}]},{"t":9,"s":[{"v":[]}]}],"x":"loopOut()"}"#,
    #"{"a":0,"k":{"v":[],"i":[],"o":[]},"x":"loopOut()"}"#,
    #"{"a":1,"k":[{"t":0,"s":[1]},{"t":0,"s":[2]}],"x":"loopOut()"}"#,
    #"{"a":1,"k":[{"t":9,"s":[1]},{"t":0,"s":[2]}],"x":"loopOut()"}"#,
    #"{"a":1,"k":[{"t":0,"s":[1]},{"t":9,"s":[2,3]}],"x":"loopOut()"}"#,
    #"{"a":1,"k":[{"t":0,"s":[1]},{"t":9}],"x":"loopOut()"}"#,
    #"{"a":1,"k":[{"t":0,"s":[1]},{"t":9,"s":[2]}],"x":"loopOutDuration('cycle', 0.3)"}"#,
    #"{"a":1,"k":[{"t":0,"s":[1]},7],"x":"loopOut()"}"#, #"{"x":"loopOut()"}"#,
    #"{"a":1,"k":[{"t":0,"s":[-1e308]},{"t":9,"s":[1e308]}],"x":"loopOut('offset')"}"#,
    #"{"a":1,"k":[{"t":1e300,"s":[1]},{"t":2e300,"s":[2]}],"x":"loopInDuration('cycle', 1)"}"#,
    #"{"a":1,"k":[{"t":0,"s":[1]},{"t":9,"s":[2]}],"x":["loopOut()"]}"#,
  ])
  func `what lottie-web cannot loop stays`(property: String) throws {
    let text = Self.document(property)
    #expect(try Editing.text(text, .bakeLoops) == text)
  }

  @Test(arguments: [
    ("\"op\":25,\"layers\":[{", "\"op\":25,\"layers\":[{"),
    ("\"op\":25,\"layers\":[{", "\"layers\":[{"),
  ])
  func `a loop in no layer, or in one without a span, stays`(old: String, new: String) throws {
    let loop = #"{"a":1,"k":[\#(Self.keyframes)],"x":"loopOut()"}"#
    let text = #"{"fr":30,"ip":0,"op":25,"layers":[{"ks":{"r":\#(loop)}}],"slots":{"a":\#(loop)}}"#
      .replacing(old, with: new)
    #expect(try Editing.text(text, .bakeLoops) == text)
  }

  /// The times of the last keyframes tell how far a loop was followed.
  @Test(arguments: [
    (#"{"ip":0,"op":25,"ind":1,LOOP}"#, 20.0),
    (#"{"ip":0,"op":95,"ind":1,LOOP}"#, 50),
    (#"{"ip":0,"op":25,"ind":1,LOOP},{"ip":0,"op":60,"parent":1}"#, 50),
    (#"{"ip":0,"op":25,"ind":1,LOOP},{"ip":0,"op":45,"parent":1}"#, 40),
    (#"{"ip":31,"op":45,"ind":1,LOOP}"#, 40),
  ])
  func `a loop goes on while its layer, or a layer that it moves, shows`(
    layers: String, last: Double
  ) throws {
    let loop = #""ks":{"r":{"a":1,"k":[\#(Self.keyframes)],"x":"loopOut()"}}"#
    let list = layers.replacing("LOOP", with: loop)
    let text = #"{"fr":30,"ip":0,"op":60,"layers":[\#(list)]}"#
    let baked = try Editing.text(text, .bakeLoops)
    let times = baked.matches(of: /"t":([0-9.]+)/).compactMap { Double($0.output.1) }
    #expect(times.max() == last)
    #expect(times == times.sorted())
  }

  @Test func `a loop of time is followed in the composition that its layer is in`() throws {
    let tm = #"{"a":1,"k":[{"t":0,"s":[0],"h":1},{"t":10,"s":[1]}],"x":"loopOut()"}"#
    let text =
      #"{"fr":30,"ip":0,"op":60,"assets":[{"id":"a","layers":[{"ty":0,"ip":0,"op":18,"#
      + #""tm":\#(tm)}]}],"layers":[]}"#
    let baked = try Editing.text(text, .bakeLoops)
    #expect(baked.contains(#"{"t":10,"s":[1],"h":1},{"t":10.00000001,"s":[0],"h":1}]}}]}]"#))
  }

  @Test func `more keyframes than the limit are refused, with the place`() {
    let loop = #"{"a":1,"k":[{"t":0,"s":[1],"h":1},{"t":0.002,"s":[2]}],"x":"loopOut()"}"#
    #expect(
      throws: EditError.tooManyKeyframes(
        pointer: "/layers/0/ks/r", limit: AnimationEdit.mostBakedKeyframes)
    ) { try Editing.text(Self.document(loop), .bakeLoops) }
    let early = #"{"a":1,"k":[{"t":20,"s":[1],"h":1},{"t":20.002,"s":[2]}],"x":"loopIn('offset')"}"#
    #expect(
      throws: EditError.tooManyKeyframes(
        pointer: "/layers/0/ks/r", limit: AnimationEdit.mostBakedKeyframes)
    ) { try Editing.text(Self.document(early), .bakeLoops) }
  }

  @Test func `many loops that would exceed the file's limit are refused before they are written`() {
    let loop = #"{"a":1,"k":[{"t":0,"s":[1],"h":1},{"t":0.01,"s":[2]}],"x":"loopOut()"}"#
    let loops = Array(repeating: loop, count: 2_000).joined(separator: ",")
    let text = #"{"fr":30,"ip":0,"op":25,"layers":[{"ip":0,"op":25,"ef":[\#(loops)]}]}"#
    #expect(throws: EditError.tooLarge(limit: JSONLimits().maxBytes)) {
      try Editing.text(text, .bakeLoops)
    }
  }

  @Test(arguments: [1e300, -1e300, 3e9])
  func `times beyond what players take do not keep an edit`(time: Double) throws {
    let loop = #"{"a":1,"k":[{"t":\#(time),"s":[1]},{"t":1e301,"s":[2]}],"x":"loopIn()"}"#
    _ = try Editing.text(Self.document(loop), .bakeLoops)
    _ = try Editing.text(Self.document(loop).replacing("loopIn", with: "loopOut"), .bakeLoops)
    let text = Self.document(loop).replacing("\"ip\":0", with: "\"ip\":-1e300")
    _ = try Editing.text(text, .bakeLoops)
  }

  @Test func `a loop inside the keyframes of another is left to the next edit`() throws {
    let inner = #"{"a":1,"k":[\#(Self.keyframes)],"x":"loopOut()"}"#
    let text = Self.document(
      #"{"a":1,"k":[{"t":0,"s":[1],"h":1},{"t":10,"s":[2],"q":\#(inner)}],"x":"loopOut()"}"#)
    #expect(try Editing.change(text, .bakeLoops) == .bakedLoops(count: 1, keyframeCount: 2))
  }
}
