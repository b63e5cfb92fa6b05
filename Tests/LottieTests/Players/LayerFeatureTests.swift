import Lottie
import Testing

struct LayerFeatureTests {
  @Test(arguments: [
    PlayerCase.layer(#""ao":1"#, "feature.auto-orient"),
    .layer(#""ao":0"#),
    .layer(#""ao":1,"hd":true"#),
    .layer(#""ddd":1"#, "feature.three-dimensional"),
    .layer(#""ddd":0,"hd":false"#),
    .layer(#""bm":0"#),
    .layer(#""bm":16"#, "feature.blend-mode"),
    .layer(#""bm":6"#, "feature.blend-mode-rare"),
    .layer(#""sr":2"#),
    .layers(PlayerCase.null, top: #","slots":{"a":{"p":{"a":0,"k":1}}}"#, "feature.slots"),
    .layers(PlayerCase.null, top: #","slots":{}"#),
    .layers(
      #"{"ty":3,"ind":1,"ks":{},"ip":0,"op":9,"st":0},"#
        + #"{"ty":3,"ind":2,"ks":{},"ip":0,"op":9,"st":0,"tt":3}"#, "feature.luma-matte"),
    .layers(
      #"{"ty":3,"ind":1,"ks":{},"ip":0,"op":9,"st":0},"#
        + #"{"ty":3,"ind":2,"ks":{},"ip":0,"op":9,"st":0,"tt":7}"#, "feature.matte-unknown"),
    .layers(
      #"{"ty":3,"ind":1,"ks":{},"ip":0,"op":9,"st":0},"#
        + #"{"ty":3,"ind":2,"ks":{},"ip":0,"op":9,"st":0,"tt":2}"#),
  ])
  func `layers are drawn otherwise for what players do not know`(of: PlayerCase) {
    #expect(of.reported() == of.codes)
  }

  @Test(arguments: [
    mask(#""mode":"a""#), mask(#""mode":"s""#),
    mask(#""mode":"n","x":{"a":0,"k":9}"#, "feature.mask-none"),
    mask(#""mode":"a","x":{"a":0,"k":0},"f":{"a":0,"k":[0,0]},"o":{"a":0,"k":50}"#),
    mask(#""mode":"i""#, "feature.mask-intersect"),
    mask(#""mode":"l""#, "feature.mask-mode"),
    mask(#""mode":"d""#, "feature.mask-mode"),
    mask(#""mode":"f""#, "feature.mask-mode"),
    mask(#""mode":"a","x":{"a":0,"k":9}"#, "feature.mask-expansion"),
    mask(#""mode":"a","x":\#(Drawn.animated("[0]", "[5]"))"#, "feature.mask-expansion"),
    mask(#""mode":"a","f":{"a":0,"k":[0,9]}"#, "feature.mask-feather"),
    mask(#""mode":"a","f":\#(Drawn.animated("[0,0]", "[0,5]"))"#, "feature.mask-feather"),
  ])
  func `masks add, subtract and, but for the web, intersect`(of: PlayerCase) {
    #expect(of.reported() == of.codes)
  }

  @Test(arguments: [
    effect(#""ty":21,"en":1"#, "feature.effect"),
    effect(#""ty":21,"en":0"#, "feature.effect-disabled"),
    effect(#""ty":26,"en":0"#),
    effect(#""ty":24"#, "feature.effect"),
    effect(#""ty":25"#, "feature.effect-drop-shadow"),
    effect(#""ty":28"#, "feature.effect-layer"),
    effect(#""ty":5,"mn":"ADBE Geometry2""#, "feature.effect-layer"),
    effect(#""ty":29"#, "feature.effect-blur"),
    effect(#""ty":26"#, "feature.effect-unknown"),
    effect(#""ty":5,"mn":"ADBE Wave Warp""#, "feature.effect-unknown"),
    effect(#""ty":5,"mn":"ADBE Slider Control""#),
    effect(#""ty":5,"mn":"Pseudo/9f2""#),
    effect(#""ty":0"#),
    .layer(#""ef":[]"#),
    .layer(#""sy":[{"ty":1,"nm":"Drop Shadow"}]"#, "feature.layer-style"),
    .layer(#""sy":[]"#),
  ])
  func `each effect says which players draw it`(of: PlayerCase) {
    #expect(of.reported() == of.codes)
  }

  @Test(arguments: [
    PlayerCase.layer(#""bm":16"#, in: .web),
    .layer(#""ef":[{"ty":25,"nm":"Shadow"}]"#, in: .ios),
  ])
  func `what a profile's players draw is only a note there`(of: PlayerCase) {
    #expect(of.findings().allSatisfy { $0.severity == .note })
  }

  @Test(arguments: [
    transform(#""sk":{"a":0,"k":0},"rx":{"a":0,"k":0}"#),
    transform(#""sk":{"a":0,"k":5}"#, "feature.skew"),
    transform(#""sk":\#(Drawn.animated("[0]", "[5]"))"#, "feature.skew"),
    transform(#""sk":\#(Drawn.animated("[0]", "[0]"))"#),
    transform(#""rx":{"a":0,"k":5},"ry":{"a":0,"k":5}"#, "engine.rotation"),
    .shapes(Drawn.group(#"{"ty":"tr","sk":{"a":0,"k":9}}"#), "feature.skew"),
    .shapes(Drawn.group(#"{"ty":"tr","sk":{"a":0,"k":9}}"#, more: #","hd":true"#)),
  ])
  func `transforms may skew and turn in the plane`(of: PlayerCase) {
    #expect(of.reported() == of.codes)
  }

  private static func mask(_ members: String, _ codes: String...) -> PlayerCase {
    let path = #""pt":{"a":0,"k":{"c":true,"v":[[0,0]],"i":[[0,0]],"o":[[0,0]]}}"#
    let layer = PlayerCase.layer(#""masksProperties":[{"inv":false,\#(path),\#(members)}]"#)
    return PlayerCase(json: layer.json, profile: .gift, codes: codes)
  }

  private static func effect(_ members: String, _ codes: String...) -> PlayerCase {
    let layer = PlayerCase.layer(#""ef":[{\#(members),"nm":"Effect"}]"#)
    return PlayerCase(json: layer.json, profile: .gift, codes: codes)
  }

  private static func transform(_ members: String, _ codes: String...) -> PlayerCase {
    let layer = PlayerCase.layers(
      #"{"ty":3,"ind":1,"ks":{\#(members)},"ip":0,"op":60,"st":0}"#)
    return PlayerCase(json: layer.json, profile: .gift, codes: codes)
  }
}
