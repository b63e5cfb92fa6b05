import Lottie
import Testing

struct ShapeFeatureTests {
  @Test(arguments: [
    PlayerCase.shapes(
      "\(Drawn.path),\(Drawn.path),{\"ty\":\"mm\",\"mm\":2}", "feature.merge-paths"),
    .shapes("\(Drawn.path),\(Drawn.path),{\"ty\":\"mm\",\"mm\":1}"),
    .shapes("\(Drawn.path),{\"ty\":\"mm\",\"mm\":2}"),
    .shapes("\(Drawn.path),\(Drawn.path),{\"ty\":\"mm\",\"mm\":2,\"hd\":true}"),
    .shapes(
      Drawn.group("\(Drawn.path),\(Drawn.path)") + ",{\"ty\":\"mm\",\"mm\":2}",
      "feature.merge-paths"),
    .shapes(repeater("3"), "feature.repeater"),
    .shapes(repeater("1")),
    .shapes(#"{"ty":"op","a":{"a":0,"k":3}}"#, "feature.offset-path"),
    .shapes(#"{"ty":"op","a":{"a":0,"k":0}}"#),
    .shapes(#"{"ty":"pb","a":{"a":0,"k":30}}"#, "feature.pucker-bloat"),
    .shapes(#"{"ty":"pb","a":{"a":0,"k":0}}"#),
    .shapes(#"{"ty":"tw","a":{"a":0,"k":30}}"#, "feature.twist"),
    .shapes(#"{"ty":"tw","a":{"a":0,"k":0}}"#),
    .shapes(#"{"ty":"zz","s":{"a":0,"k":10},"r":{"a":0,"k":3}}"#, "feature.zig-zag"),
    .shapes(#"{"ty":"zz","s":{"a":0,"k":0},"r":{"a":0,"k":3}}"#),
    .shapes(#"{"ty":"zz","s":{"a":0,"k":10},"hd":true}"#, "feature.hidden-modifier"),
    .shapes(#"{"ty":"zz","s":{"a":0,"k":0},"hd":true}"#),
    .shapes(Drawn.group(repeater("3"), more: #","hd":true"#)),
    .shapes(#"{"ty":"fl","c":{"a":0,"k":[255,0,0,1]},"o":{"a":0,"k":9}}"#, "feature.colour-bytes"),
    .shapes(Drawn.group(Drawn.group(repeater("3")), more: #","hd":true"#)),
  ])
  func `what players do not know is named`(of: PlayerCase) {
    #expect(of.reported() == of.codes)
  }

  @Test(arguments: [
    PlayerCase.shapes("\(Drawn.path),\(Drawn.trim),\(Drawn.stroke)"),
    .shapes("\(Drawn.path),\(Drawn.path),\(Drawn.trim(to: 100)),\(Drawn.stroke)"),
    .shapes(
      "\(Drawn.path),\(Drawn.path),\(Drawn.trim),\(Drawn.stroke)", "feature.trim-simultaneous"),
    .shapes(
      [Drawn.group(Drawn.path), Drawn.group(Drawn.path), Drawn.trim, Drawn.stroke]
        .joined(separator: ","), "feature.trim-simultaneous"),
    .shapes(
      "\(Drawn.path),\(Drawn.path),"
        + Drawn.trim.replacing(#""m":1"#, with: #""m":2"#) + ",\(Drawn.stroke)"),
  ])
  func `a trim works on one path, or on several in turn`(of: PlayerCase) {
    #expect(of.reported() == of.codes)
  }

  @Test func `shapes of a hidden layer are not looked at`() {
    let layer = PlayerCase.layers(
      #"{"ty":4,"ind":1,"ks":{},"ip":0,"op":60,"st":0,"hd":true,"shapes":[\#(Self.repeater("3"))]}"#
    )
    #expect(layer.reported() == [])
  }

  private static func repeater(_ copies: String) -> String {
    #"{"ty":"rp","c":{"a":0,"k":\#(copies)},"o":{"a":0,"k":0},"tr":{"ty":"tr"}}"#
  }
}
