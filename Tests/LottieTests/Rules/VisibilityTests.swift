import Lottie
import Testing

/// Animations in which nothing can ever be seen.
struct VisibilityTests {
  private static let drawn = ##""ty":1,"sw":9,"sh":9,"sc":"#ff0000""##
  private static let ellipse = #"{"ty":"el","p":{"k":[0,0]},"s":{"k":[9,9]}}"#
  private static let time = #""ip":0,"op":9,"st":0"#

  private static func solid(_ opacity: String) -> String {
    #"{\#(drawn),"ks":{"o":\#(opacity)},\#(time)}"#
  }

  private static func shapes(_ paint: String) -> String {
    #"{"ty":4,"ks":{},\#(time),"shapes":[{"ty":"gr","it":[\#(ellipse),\#(paint),{"ty":"tr"}]}]}"#
  }

  private static func isInvisible(_ layers: String, top: String = "") -> Bool {
    let report = Lottie.check(
      Array(
        #"{"v":"5.7.4","fr":60,"ip":0,"op":60,"w":9,"h":9\#(top),"layers":[\#(layers)]}"#.utf8))
    return report.findings.contains { $0.code == "top.invisible" }
  }

  @Test(arguments: [
    (#"{"k":0}"#, true), (#"{"k":[0]}"#, true), (#"{"k":-5}"#, false), (#"{"k":0.1}"#, false),
    (#"{"k":[0,0]}"#, false),
    (#"{"a":1,"k":[{"t":0,"s":[0],"h":1},{"t":5,"s":[0]}]}"#, true),
    (#"{"a":1,"k":[{"t":0,"s":[0],"e":[0],"h":1},{"t":5}]}"#, true),
    (#"{"a":1,"k":[{"t":0,"s":[0],"h":1},{"t":5,"s":[1]}]}"#, false),
    (#"{"a":1,"k":[{"t":0,"s":[0],"e":[1],"h":1},{"t":5}]}"#, false),
    // Something else may replace the value.
    (#"{"k":0,"x":"var $bm_rt = 100;"}"#, false), (#"{"sid":"o"}"#, false),
    (#"{"k":0,"sid":"o"}"#, false), (#"{"k":[]}"#, false), (#"{}"#, false),
  ])
  func `a layer is invisible if it is transparent all the time`(
    _ opacity: String, _ isInvisible: Bool
  ) {
    #expect(Self.isInvisible(Self.solid(opacity)) == isInvisible)
    let fill = #"{"ty":"fl","c":{"k":[1,0,0]},"o":\#(opacity)}"#
    #expect(Self.isInvisible(Self.shapes(fill)) == isInvisible)
    #expect(!Self.isInvisible(Self.solid(opacity) + "," + Self.solid(#"{"k":100}"#)))
  }

  @Test func `a layer is invisible if it is hidden, outside the time, or nothing that draws`() {
    let cases: [(String, Bool)] = [
      (#"{\#(Self.drawn),"ks":{},\#(Self.time),"hd":true}"#, true),
      (#"{\#(Self.drawn),"ks":{},\#(Self.time),"hd":false}"#, false),
      (#"{\#(Self.drawn),"ks":{},"ip":62,"op":90,"st":0}"#, true),
      (#"{\#(Self.drawn),"ks":{},"ip":60,"op":90,"st":0}"#, false),
      (#"{\#(Self.drawn),"ks":{},"ip":-9,"op":-2,"st":0}"#, true),
      (#"{\#(Self.drawn),"ks":{},"ip":-9,"op":0,"st":0}"#, false),
      (#"{"ty":3,"ks":{},\#(Self.time)}"#, true),
      // Other rules cover types that nobody knows.
      (#"{"ty":99,"ks":{},\#(Self.time)}"#, false),
      (#"{"ty":4,"ks":{},\#(Self.time),"shapes":[],"ef":[{"ty":22}]}"#, false),
      (Self.shapes(#"{"ty":"no"}"#), false),
      (Self.shapes(#"{"ty":"tm","s":{"k":0},"e":{"k":9},"o":{"k":0}}"#), true),
    ]
    for (layer, isInvisible) in cases {
      #expect(Self.isInvisible(layer) == isInvisible, "\(layer)")
    }
  }

  @Test func `a composition is as visible as what is in it, however deep`() {
    let draw = { (id: String) in
      #"{"ty":0,"refId":"\#(id)","w":9,"h":9,"ks":{},\#(Self.time)}"#
    }
    let assets = { (layers: String) in
      #","assets":[{"id":"a","layers":[\#(draw("b"))]},{"id":"b","layers":[\#(layers)]}]"#
    }
    #expect(!Self.isInvisible(draw("a"), top: assets(Self.solid(#"{"k":100}"#))))
    #expect(Self.isInvisible(draw("a"), top: assets(Self.solid(#"{"k":0}"#))))
    #expect(Self.isInvisible(draw("a"), top: assets("")))
    // Another rule covers a cycle, and an asset that does not exist.
    #expect(!Self.isInvisible(draw("a"), top: assets(draw("a"))))
    #expect(!Self.isInvisible(draw("c"), top: assets("")))
  }
}
