import Lottie
import Testing

/// What a property takes between its keyframes.
struct EasingTests {
  /// A star whose number of points goes from one number to another.
  private static func star(_ start: Int, _ end: Int, leaving: Double, hold: Bool = false) -> [UInt8]
  {
    let easing = #""i":{"x":[0.5],"y":[1]},"o":{"x":[0.5],"y":[\#(leaving)]}"#
    let points = #"{"t":0,"s":[\#(start)],"h":\#(hold ? 1 : 0),\#(easing)},{"t":29,"s":[\#(end)]}"#
    return Array(
      """
      {"v":"5.7.4","fr":30,"ip":0,"op":30,"w":100,"h":100,"layers":[{"ty":4,"ind":1,"ks":{},"ip":0,
      "op":30,"st":0,"shapes":[{"ty":"sr","sy":1,"pt":{"a":1,"k":[\(points)]},
      "p":{"a":0,"k":[0,0]},"or":{"a":0,"k":10},"r":{"a":0,"k":0},"ir":{"a":0,"k":5},
      "is":{"a":0,"k":0},"os":{"a":0,"k":0}},
      {"ty":"fl","c":{"a":0,"k":[1,0,0]},"o":{"a":0,"k":100}}]}]}
      """.utf8)
  }

  private static func codes(_ bytes: [UInt8]) -> [String] {
    Lottie.check(bytes).findings.filter { $0.severity != .note }.map(\.code)
  }

  @Test func `easing that leads beyond the limit is found, and easing that does not is not`() {
    #expect(Self.codes(Self.star(5, 6, leaving: 0)) == [])
    #expect(Self.codes(Self.star(5, 6, leaving: 3)) == [])
    // The curve turns at a quarter of the way or so, with 0.4 of the handle.
    #expect(Self.codes(Self.star(5, 6, leaving: 2_000)) == [])
    #expect(Self.codes(Self.star(5, 6, leaving: 3_000)) == ["shape.star-points"])
    #expect(Self.codes(Self.star(5, 6, leaving: -20)) == ["shape.star-points"])
  }

  @Test func `handles of a keyframe that holds, or leads to the same value, lead nowhere`() {
    #expect(Self.codes(Self.star(5, 6, leaving: 3_000, hold: true)) == [])
    #expect(Self.codes(Self.star(5, 5, leaving: 3_000)) == [])
    #expect(Self.codes(Self.star(5, 5, leaving: 1e12)) == [])
    #expect(Self.codes(Self.star(5, 6, leaving: 1e12)) == ["shape.star-points", "number.range"])
  }
}
