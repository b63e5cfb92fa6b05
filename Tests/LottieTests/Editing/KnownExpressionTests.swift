import Testing

@testable import Lottie

/// The values were compared with lottie-web, which draws `code.expression/known.json` alike before
/// and after.
struct KnownExpressionTests {
  private static let effects =
    #""ef":[{"ty":5,"nm":"Speed","mn":"S","ix":1,"ef":[{"nm":"Slider","ix":1,"v":{"k":42}}]},"#
    + #"{"ty":5,"nm":"Moving","ix":2,"ef":[{"nm":"Slider","ix":1,"v":"#
    + #"{"a":1,"k":[{"t":0,"s":[0]},{"t":9,"s":[9]}]}}]},"#
    + #"{"ty":5,"nm":"Linked","ix":3,"ef":[{"nm":"Slider","ix":1,"v":"#
    + #"{"k":1,"x":"var $bm_rt; $bm_rt = effect('Speed')('Slider') + time"}}]}]"#
  private static let shapes =
    #""shapes":[{"ty":"gr","nm":"G","it":[{"ty":"el","nm":"E","s":{"k":[3,4]}},"#
    + #"{"ty":"fl","nm":"hidden","hd":true,"o":{"k":5}},{"ty":"tr","r":{"k":6}}]}]"#

  /// Two layers of 30 frames at 30 a second, of which the first has the property as its rotation.
  private static func document(_ property: String) -> String {
    #"{"fr":30,"ip":0,"op":30,"w":80,"h":60,"layers":[{"ty":4,"ind":1,"nm":"A","ip":0,"op":30,"#
      + #""ks":{"r":\#(property)},\#(effects),\#(shapes)},"#
      + #"{"ty":4,"ind":7,"nm":"B","ip":15,"op":30,"#
      + #""ks":{"r":{"k":33},"p":{"k":[8,9,0]}},\#(effects),\#(shapes)}]}"#
  }

  private static func property(_ code: String, _ value: String) -> String {
    #"{"a":0,"k":\#(value),"x":"var $bm_rt;\n$bm_rt = \#(code);"}"#
  }

  @Test(arguments: [
    ("10", "10"), ("value", "2"), ("value + 5", "7"), ("-value * 3 / 4", "-1.5"),
    ("$bm_sum(value, $bm_mul(2, 3))", "8"), ("$bm_neg($bm_div($bm_sub(value, 6), 8))", "0.5"),
    ("effect('Speed')('Slider')", "42"), ("effect('S')(1).value", "42"), ("effect(1)(1)", "42"),
    ("thisLayer(4)('Speed')('Slider')", "42"), ("thisComp.layer('B').effect('Speed')(1)", "42"),
    ("thisComp.layer('B').transform.rotation", "33"), ("thisComp.layer(7).rotation", "33"),
    ("thisComp.layer('B').transform.position[1]", "9"), ("thisComp.width / 2", "40"),
    ("content('G').content('E').size[1]", "4"), ("content('G').transform.rotation", "6"),
    ("clamp(effect('Speed')('Slider'), 50, 10)", "42"), ("Math.round(-2.5)", "-2"),
    ("Math.max(1, Math.floor(2.9))", "2"), ("mod(7, 4)", "3"), ("index + outPoint", "2"),
    ("10; var a = 3, b; b = a * 2; $bm_rt = (b + 1)", "7"),
  ])
  func `a value that never changes is written`(code: String, value: String) throws {
    let text = Self.document(Self.property(code, "2"))
    let baked = Self.document(#"{"a":0,"k":\#(value)}"#)
    #expect(try Editing.text(text, .bakeLoops) == baked.bakingTheOthers)
  }

  @Test(arguments: [
    ("time * 90", 0.0, 90.0), ("$bm_mul(time, -3)", 0, -3), ("5 - time", 5, 4),
    ("effect('Linked')('Slider')", 42, 43), ("(time - inPoint) / 2 + value", 2, 2.5),
  ])
  func `a value that changes evenly becomes two keyframes`(
    code: String, start: Double, end: Double
  ) throws {
    let text = Self.document(Self.property(code, "2"))
    let document = try JSONDocument(reading: Array(try Editing.text(text, .bakeLoops).utf8))
    let property = try #require(Survey(document).properties.first)
    #expect(document.number("a", of: property.node) == 1)
    #expect(document.member("x", of: property.node) == nil)
    let curve = try #require(document.loopCurve(of: property.value))
    #expect(curve.times == [0, 30])
    #expect(curve.value(at: 0) == [start] && curve.value(at: 30) == [end])
  }

  @Test(arguments: [
    ("[1, 2]", "[5,6,7]", "[1,2,7]"), ("[1, 2, 3, 4]", "[5,6]", "[1,2]"),
    ("$bm_sum(value, 1)", "[5,6]", "[6,6]"), ("$bm_sub(1, value)", "[5,6]", "[-4,6]"),
    ("$bm_mul(value, 2)", "[5,6]", "[10,12]"), ("$bm_sum(value, [1, 2])", "[5,6]", "[6,8]"),
    ("value", #"[{"t":0,"s":[1]},{"t":9,"s":[2]}]"#, #"[{"t":0,"s":[1]},{"t":9,"s":[2]}]"#),
    ("3", #"[{"t":0,"s":[1]},{"t":9,"s":[2]}]"#, "3"),
    ("[3, 4]", #"[{"t":0,"s":[1,1]},{"t":9,"s":[2,2]}]"#, "[3,4]"),
  ])
  func `components are set as lottie-web sets them`(
    code: String, value: String, baked: String
  ) throws {
    let text = Self.document(Self.property(code, value))
    #expect(
      try Editing.text(text, .bakeLoops)
        == Self.document(#"{"a":0,"k":\#(baked)}"#).bakingTheOthers)
  }

  @Test(arguments: [
    ("effect('Moving')('Slider')", "2"), ("effect('None')(1)", "2"), ("effect('Speed')", "2"),
    ("thisComp.layer('C').rotation", "2"), ("thisComp.layer('A').transform.rotation", "2"),
    ("content('G').content('hidden').opacity", "2"), ("Math.sin(time)", "2"), ("time * time", "2"),
    ("clamp(time, 0, 1)", "2"), ("1 / 0", "2"), ("[2]", "2"), ("5", "[1,2]"),
    ("value + 5", "[1,2]"),
    ("$bm_mul(value, value)", "[1,2]"), ("abs(2)", "2"), ("undeclared = 3", "2"), ("1 +", "2"),
    ("(1", "2"), ("1; if (time > 1) { $bm_rt = 5 }", "2"), ("'text'", "2"), ("[1, 2][5]", "2"),
    ("value + 1", #"[{"t":0,"s":[1]},{"t":9,"s":[2]}]"#),
    ("[3]", #"[{"t":0,"s":[1,1]},{"t":9,"s":[2,2]}]"#), ("1", #"{"v":[]}"#),
    (String(repeating: "(", count: 900) + "1" + String(repeating: ")", count: 900), "2"),
    ("1" + String(repeating: " + 1", count: 900), "2"),
  ])
  func `an expression whose value is not known stays`(code: String, value: String) throws {
    let text = Self.document(Self.property(code, value))
    #expect(try Editing.text(text, .bakeLoops) == text.bakingTheOthers)
  }

  @Test func `links in a circle stay`() throws {
    let text =
      #"{"fr":30,"ip":0,"op":30,"layers":["#
      + ["B", "A"].enumerated().map { number, other in
        #"{"ty":3,"ind":\#(number),"nm":"\#(["A", "B"][number])","ip":0,"op":30,"ks":{"r":"#
          + Self.property("thisComp.layer('\(other)').rotation", "1") + "}}"
      }.joined(separator: ",") + "]}"
    #expect(try Editing.text(text, .bakeLoops) == text)
  }

  @Test(arguments: [(1, 0.0), (2, 1), (1, 0.5)])
  func `a part of an easing stays in a composition that is shown between its frames`(
    stretch: Int, start: Double
  ) throws {
    let keyframes = #"{"t":0,"s":[0],"i":{"x":0.8,"y":1},"o":{"x":0.2,"y":0}},{"t":20,"s":[9]}"#
    let text =
      #"{"fr":30,"ip":0,"op":60,"layers":[{"ty":0,"refId":"c","ip":0,"op":60,"st":\#(start),"#
      + #""sr":\#(stretch)}],"assets":[{"id":"c","layers":[{"ty":3,"ip":0,"op":60,"ks":{"r":"#
      + #"{"a":1,"k":[\#(keyframes)],"x":"loopOutDuration('cycle', 0.31)"}}}]}]}"#
    let isBaked = try Editing.text(text, .bakeLoops) != text
    #expect(isBaked == (stretch == 1 && start == 0))
    let whole = text.replacing("Duration('cycle', 0.31)", with: "('cycle')")
    #expect(try Editing.text(whole, .bakeLoops) != whole)
  }
}

extension String {
  /// With the sliders that both layers have, and whose expression is known.
  fileprivate var bakingTheOthers: String {
    replacing(
      #"{"k":1,"x":"var $bm_rt; $bm_rt = effect('Speed')('Slider') + time"}"#,
      with: #"{"k":[{"i":{"x":0.833,"y":0.833},"o":{"x":0.167,"y":0.167},"t":0,"s":[42]},"#
        + #"{"t":30,"s":[43],"h":1}],"a":1}"#)
  }
}
