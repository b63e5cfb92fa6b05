import Lottie
import Testing

struct EngineTests {
  @Test(arguments: [
    PlayerCase.shapes("\(Drawn.path),\(Drawn.trim),\(Drawn.fill)", "engine.trim-fill"),
    .shapes("\(Drawn.path),\(Drawn.fill),\(Drawn.trim)", "engine.trim-fill"),
    .shapes("\(Drawn.trim),\(Drawn.path),\(Drawn.fill)"),
    .shapes(
      "\(Drawn.path),\(Drawn.trim),\(Drawn.rectangle),\(Drawn.fill)",
      "feature.trim-simultaneous"),
    .shapes("\(Drawn.path),\(Drawn.trim(to: 100)),\(Drawn.fill)"),
    .shapes(
      "\(Drawn.path),\(Drawn.trim(to: 50, more: #","hd":true"#)),\(Drawn.fill)",
      "feature.hidden-modifier"),
    .shapes("\(Drawn.path),\(Drawn.trim),\(Drawn.stroke)"),
    .shapes("\(Drawn.group(Drawn.path)),\(Drawn.trim),\(Drawn.fill)", "engine.trim-fill"),
    .shapes("\(Drawn.group("\(Drawn.path),\(Drawn.fill)")),\(Drawn.trim)", "engine.trim-fill"),
    .shapes("\(Drawn.group("\(Drawn.path),\(Drawn.trim)")),\(Drawn.fill)", "engine.trim-fill"),
    .shapes("\(Drawn.rectangle),\(Drawn.group("\(Drawn.path),\(Drawn.fill)"))"),
  ])
  func `Core Animation trims strokes, not fills`(of: PlayerCase) {
    #expect(of.reported() == of.codes)
  }

  @Test(arguments: [
    PlayerCase.shapes("\(Drawn.path),\(Drawn.corners),\(Drawn.fill)", "feature.rounded-corners"),
    .shapes("\(Drawn.rectangle),\(Drawn.corners),\(Drawn.fill)", "feature.rounded-corners"),
    .shapes(
      "\(Drawn.path),\(Drawn.path),\(Drawn.corners),\(Drawn.fill)",
      "engine.rounded-corners", "feature.rounded-corners"),
    .shapes(#"\#(Drawn.path),\#(Drawn.path),{"ty":"rd","r":{"a":0,"k":0}},\#(Drawn.fill)"#),
    .shapes(
      "\(Drawn.star),\(Drawn.corners),\(Drawn.fill)", "engine.rounded-corners",
      "feature.rounded-corners"),
    .shapes(
      "\(Drawn.group(Drawn.star)),\(Drawn.group(Drawn.star)),\(Drawn.corners)",
      "engine.rounded-corners", "feature.rounded-corners"),
    .shapes("\(Drawn.path),\(Drawn.rectangle),\(Drawn.stroke)", "engine.stroke-paths"),
    .shapes("\(Drawn.path),\(Drawn.path),\(Drawn.stroke)"),
    .shapes("\(Drawn.path),\(Drawn.rectangle),\(Drawn.fill)"),
  ])
  func `Core Animation draws one path, or Bézier paths as one`(of: PlayerCase) {
    #expect(of.reported() == of.codes)
  }

  @Test(arguments: [
    scaled(#"{"a":0,"k":[100,100]}"#, outside: true),
    scaled(#"{"a":0,"k":[100,50]}"#, outside: true, "engine.stroke-scale"),
    scaled(Drawn.animated("[100,100]", "[100,90]"), outside: true, "engine.stroke-scale"),
    scaled(#"{"a":0,"k":[100,50]}"#, outside: false),
  ])
  func `Core Animation scales an inherited stroke by one factor`(of: PlayerCase) {
    #expect(of.reported() == of.codes)
  }

  @Test(arguments: [
    dashed("d", #"{"a":0,"k":5}"#),
    dashed("d", Drawn.animated("[5]", "[9]"), "engine.dashes"),
    dashed("g", Drawn.animated("[5]", "[9]"), "engine.dashes"),
    dashed("o", Drawn.animated("[5]", "[9]")),
    .shapes(
      #"{"ty":"rp","c":\#(Drawn.animated("[1]", "[3]")),"o":{"a":0,"k":0},"tr":{"ty":"tr"}}"#,
      "feature.repeater", "engine.repeater"),
  ])
  func `Core Animation animates neither dash patterns nor numbers of copies`(of: PlayerCase) {
    #expect(of.reported() == of.codes)
  }

  @Test(arguments: [
    remapped(keyframes: 2, frames: 60, layers: 1),
    remapped(keyframes: 3, frames: 60, layers: 1, "engine.time-remap"),
    remapped(keyframes: 2, frames: 60_000, layers: 1, "engine.time-remap-cost"),
    remapped(keyframes: 2, frames: 59_999, layers: 1),
    remapped(keyframes: 2, frames: 6_000, layers: 10, "engine.time-remap-cost"),
    remapped(keyframes: 0, frames: 60_000, layers: 1),
  ])
  func `Core Animation remaps the time of few layers and few frames`(of: PlayerCase) {
    #expect(of.reported() == of.codes)
  }

  private static func scaled(
    _ scale: String, outside: Bool, _ codes: String...
  ) -> PlayerCase {
    let transform = Drawn.transform(scale: scale)
    let shapes =
      outside
      ? "\(Drawn.group("\(Drawn.path),\(transform)")),\(Drawn.stroke)"
      : Drawn.group("\(Drawn.path),\(Drawn.stroke),\(transform)")
    return PlayerCase(json: PlayerCase.shapes(shapes).json, profile: .gift, codes: codes)
  }

  private static func dashed(_ kind: String, _ value: String, _ codes: String...) -> PlayerCase {
    let dashes = #","d":[{"n":"\#(kind)","v":\#(value)},{"n":"g","v":{"a":0,"k":9}}]}"#
    let shapes = "\(Drawn.path),\(Drawn.stroke.dropLast())\(dashes)"
    return PlayerCase(json: PlayerCase.shapes(shapes).json, profile: .gift, codes: codes)
  }

  /// A composition of some layers, shown by a layer whose time is remapped by some keyframes.
  private static func remapped(
    keyframes: Int, frames: Int, layers: Int, _ codes: String...
  ) -> PlayerCase {
    let times = (0..<keyframes).map {
      #"{"t":\#($0),"s":[\#($0)],"i":{"x":[1],"y":[1]},"o":{"x":[0],"y":[0]}}"#
    }.joined(separator: ",")
    let map = keyframes == 0 ? "" : #","tm":{"a":1,"k":[\#(times)]}"#
    let inner = (1...layers).map { #"{"ty":3,"ind":\#($0),"ks":{},"ip":0,"op":9,"st":0}"# }
    return PlayerCase(
      json: """
        {"v":"5.7.4","fr":240,"ip":0,"op":\(frames),"w":512,"h":512,"assets":[
        {"id":"a","layers":[\(inner.joined(separator: ","))]}],"layers":[{"ty":0,"ind":1,
        "refId":"a","w":9,"h":9,"ks":{},"ip":0,"op":9,"st":0\(map)}]}
        """, profile: .gift, codes: codes)
  }
}
