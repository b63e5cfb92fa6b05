import Foundation
import Lottie
import Testing

struct LoopBakingTests {
  /// Keyframes of each form that exporters write.
  static let forms: [(name: String, keyframes: String)] = [
    (
      "linear",
      #"{"i":{"x":[0.833],"y":[0.833]},"o":{"x":[0.167],"y":[0.167]},"t":0,"s":[0]},"#
        + #"{"t":12,"s":[360]}"#
    ),
    (
      "eased",
      #"{"i":{"x":0.2,"y":1.1},"o":{"x":0.6,"y":-0.3},"t":3,"s":[10]},"#
        + #"{"i":{"x":[0.5],"y":[1]},"o":{"x":[0.3],"y":[0]},"t":8,"s":[-4]},{"t":20,"s":[10]}"#
    ),
    (
      "per axis",
      #"{"i":{"x":[0.833,0.4],"y":[0.833,1]},"o":{"x":[0.167,0.6],"y":[0.167,0]},"#
        + #""t":2,"s":[100,50]},{"i":{"x":[0.5,0.5],"y":[1,1]},"o":{"x":[0.5,0.5],"y":[0,0]},"#
        + #""t":9,"s":[120,80]},{"t":15,"s":[90,50]}"#
    ),
    (
      "legacy",
      #"{"i":{"x":0.5,"y":1},"o":{"x":0.2,"y":0},"n":"0p5_1_0p2_0","t":1,"s":[5],"e":[9]},"#
        + #"{"i":{"x":0.6,"y":1},"o":{"x":0.3,"y":0},"n":"a","t":7,"s":[9],"e":[4]},{"t":14}"#
    ),
    (
      "spatial",
      #"{"i":{"x":0.6,"y":1},"o":{"x":0.3,"y":0},"t":4,"s":[0,0,0],"to":[10,0,0],"#
        + #""ti":[0,-20,0]},{"i":{"x":0.833,"y":0.833},"o":{"x":0.167,"y":0.167},"t":11,"#
        + #""s":[40,30,0],"to":[0,20,0],"ti":[5,5,0]},{"t":19,"s":[3,7,0]}"#
    ),
    ("hold", #"{"t":0,"s":[1],"h":1},{"t":5,"s":[2],"h":1},{"t":10,"s":[3],"h":1}"#),
    (
      "mixed",
      #"{"t":2,"s":[1],"h":1},{"i":{"x":[0.8],"y":[0.9]},"o":{"x":[0.1],"y":[0.2]},"#
        + #""t":6,"s":[2]},{"t":9,"s":[7],"h":1},{"t":13,"s":[4]}"#
    ),
    (
      "off frames",
      #"{"i":{"x":[0.5],"y":[1]},"o":{"x":[0.3],"y":[0]},"t":0.5,"s":[0]},"#
        + #"{"t":7.25,"s":[8]}"#
    ),
    (
      "thirds",
      #"{"i":{"x":0.5,"y":1},"o":{"x":0.3,"y":0},"t":2.6666666666666665,"s":[0]},"#
        + #"{"i":{"x":0.5,"y":1},"o":{"x":0.3,"y":0},"t":10.333333333333334,"s":[90]},"#
        + #"{"t":18.333333333333332,"s":[0]}"#
    ),
  ]

  static let calls: [String] = ["loopOut", "loopIn"].flatMap { name in
    ["cycle", "pingpong", "offset", "continue"].flatMap { kind in
      [
        "\(name)('\(kind)')", "\(name)(\"\(kind)\", 1)", "\(name)Duration('\(kind)')",
        "\(name)Duration('\(kind)', 0.45)",
      ]
    }
  }

  private static func document(_ keyframes: String, _ code: String) -> String {
    #"{"fr":30,"ip":-40,"op":90,"layers":[{"ind":1,"ip":-33,"op":71,"#
      + #""ks":{"r":{"a":1,"k":[\#(keyframes)],"x":"\#(code)"}}}]}"#
  }

  private static func property(_ text: String) throws -> [String: Any] {
    let json = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let layer = try #require((json?["layers"] as? [[String: Any]])?.first)
    return try #require((layer["ks"] as? [String: Any])?["r"] as? [String: Any])
  }

  /// How lottie-web evaluates the keyframes with that call as their expression.
  private static func web(_ keyframes: String, _ call: String) throws -> WebLoop {
    var web = WebLoop(try property(document(keyframes, ""))["k"])
    let parts = try #require(call.wholeMatch(of: /loop(Out|In)(Duration)?\(.(\w+).(, (.+))?\)/))
    web.direction = parts.output.1.lowercased()
    web.isDuration = parts.output.2 != nil
    web.kind = String(parts.output.3)
    web.amount = parts.output.5.flatMap { Double($0) } ?? 0
    (web.inPoint, web.outPoint) = (-33, 71)
    return web
  }

  @Test(arguments: forms.map(\.name), calls)
  func `baked keyframes are what lottie-web draws at every frame`(
    form: String, call: String
  ) throws {
    let keyframes = try #require(Self.forms.first { $0.name == form }).keyframes
    let text = Self.document(keyframes, call.replacing("\"", with: #"\""#))
    let baked = try Self.property(try Editing.text(text, .bakeLoops))
    #expect(baked["x"] == nil)
    let (before, after) = (try Self.web(keyframes, call), WebLoop(baked["k"]))
    // Only at a frame in the middle of a motion is there a frame's worth of error to allow.
    for frame in -33..<71 {
      let (old, new) = (before.value(Double(frame)), after.plain(Double(frame)))
      let speed =
        zip(before.value(Double(frame) - 0.01), before.value(Double(frame) + 0.01))
        .map { abs($0 - $1) / 0.02 }.max() ?? 0
      let allowed = 1e-5 + (speed < 1_000 ? speed * 1e-6 : 0.5)
      // Where a repetition begins that near a frame, either side of it will do.
      let sides = [0, -1e-9, 1e-9].map { before.value(Double(frame) + $0) }
      let error =
        sides.map { zip($0, new).map { abs($0 - $1) }.max() ?? .infinity }.min() ?? .infinity
      #expect(error <= allowed, "frame \(frame): \(old) became \(new)")
    }
    try Self.expectOrder(baked)
    #expect(
      try Editing.text(try Editing.text(text, .bakeLoops), .bakeLoops)
        == Editing.text(text, .bakeLoops))
  }

  /// Keyframes one after the other, whatever rounding made of their times.
  private static func expectOrder(_ property: [String: Any]) throws {
    let keyframes = try #require(property["k"] as? [[String: Any]])
    let times = keyframes.compactMap { $0["t"] as? Double }
    #expect(times.count == keyframes.count)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 }, "\(times)")
  }

  @Test(
    arguments: [24, 25, 23.976, 29.9700012207031, 60.0000024438501], [0.1, 0.333, 0.6, 0.7, 1.1])
  func `seconds that are no whole frames leave keyframes in order`(
    rate: Double, seconds: Double
  ) throws {
    for (form, keyframes) in Self.forms where form != "hold" {
      for call in [
        "loopOutDuration('cycle', \(seconds))", "loopInDuration('pingpong', \(seconds))",
      ] {
        let text = Self.document(keyframes, call).replacing(#""fr":30"#, with: "\"fr\":\(rate)")
        try Self.expectOrder(try Self.property(try Editing.text(text, .bakeLoops)))
      }
    }
  }
}
