import Lottie
import Testing

/// What is foretold although the file is accepted, or refused for another player only.
struct WarningTests {
  private static let solid = ##""ty":1,"sw":9,"sh":9,"sc":"#ff0000""##
  private static let ellipse = #"{"ty":"el","p":{"k":[0,0]},"s":{"k":[9,9]}}"#

  private static func position(_ out: String, _ inward: String) -> PlayerCase {
    .layers(
      #"{\#(solid),"ks":{"p":{"a":1,"k":[{"t":0,"s":[0,0],"o":{"x":0,"y":\#(out)},"#
        + #""i":{"x":1,"y":\#(inward)}},{"t":9,"s":[9,9]}]}},"ip":0,"op":9,"st":0}"#)
  }

  private static func gradient(_ stops: String) -> PlayerCase {
    .shapes(
      ellipse
        + #",{"ty":"gf","o":{"k":100},"s":{"k":[0,0]},"e":{"k":[9,0]},"t":1,"g":{"p":2,"#
        + #""k":{"k":[\#(stops)]}}}"#)
  }

  private static func text(_ members: String, glyphs: String) -> PlayerCase {
    .text(
      #""d":{"k":[{"t":0,"s":{"t":"aa","f":"A","s":9,"j":0,"tr":0\#(members)}}]},"p":{},"#
        + #""m":{"a":{"k":[0,0]}},"a":[]"#,
      top: PlayerCase.font + #","chars":[\#(glyphs)]"#)
  }

  private static func glyph(_ letter: String, _ shape: String) -> String {
    #"{"ch":"\#(letter)","size":9,"style":"Bold","w":9,"fFamily":"Arial","data":{"shapes":["#
      + #"{"ty":"gr","it":[\#(shape)]}]}}"#
  }

  @Test(arguments: [
    (position("[0,0]", "[1,1,0.5]"), "feature.easing-by-axis", false),
    (position("[0,1]", "[1,1]"), "feature.easing-by-axis", true),
    (position("0", "1"), "feature.easing-by-axis", false),
    (gradient("0,1,0,0,1,0,0,1"), "canvas.gradient", false),
    (gradient("0,1,0,0,1.5,0,0,1"), "canvas.gradient", true),
    (text("", glyphs: glyph("a", Drawn.path)), "canvas.text", false),
    (text("", glyphs: glyph("b", Drawn.path)), "canvas.text", true),
    (text("", glyphs: glyph("a", Drawn.rectangle)), "canvas.text", true),
    (text(#","sz":[99,99]"#, glyphs: glyph("a", Drawn.path)), "canvas.text", true),
    (
      .layers(
        #"{\#(solid),"ks":{"o":{"a":1,"k":[{"t":0,"s":[0],"h":1},{"t":9,"s":9}]}},"#
          + #""ip":0,"op":9,"st":0}"#
      ), "keyframe.number", true
    ),
    (.layers(#"{\#(solid),"ks":{"o":{"k":101}},"ip":0,"op":9,"st":0}"#), "number.opacity", true),
    (.layers(#"{\#(solid),"ks":{"o":{"k":100}},"ip":0,"op":9,"st":0}"#), "number.opacity", false),
    (
      .shapes(
        #"{"ty":"sr","sy":1,"p":{"k":[0,0]},"r":{"k":0},"pt":{"k":5},"or":{"k":9},"#
          + #""os":{"k":0},"ir":{"k":0},"is":{"k":0}},"# + Drawn.fill), "shape.star-radius", true
    ),
    (
      .layers(
        #"{\#(solid),"ks":{},"ip":0,"op":9,"st":0,"hasMask":true,"masksProperties":[{"mode":"a","#
          + #""o":{"k":100},"x":{"k":0},"#
          + #""pt":{"k":{"c":false,"v":[[0,0]],"i":[[0,0]],"o":[[0,0]]}}}]}"#
      ), "feature.mask-open", true
    ),
  ])
  func `what players draw otherwise is foretold`(of: PlayerCase, code: String, isTold: Bool) {
    let report = Lottie.check(Array(of.json.utf8))
    #expect(report.verdict == .accepted, "\(report.findings)")
    #expect(report.findings.contains { $0.code == code && $0.severity == .warning } == isTold)
  }
}
