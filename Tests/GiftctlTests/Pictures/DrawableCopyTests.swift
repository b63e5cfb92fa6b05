import Lottie
import Pictures
import Support
import SystemPackage
import Testing

/// What is drawn of animations that rlottie would draw otherwise than their designers made them.
struct DrawableCopyTests {
  /// Two animations: rlottie draws of the first what it draws of the second only with a copy.
  struct Pair: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let faulty: String
    let sound: String
  }

  private static let square =
    #"{"ty":"gr","it":[{"ty":"rc","p":{"a":0,"k":[0,0]},"s":{"a":0,"k":[40,20]},"#
    + #""r":{"a":0,"k":0}},{"ty":"fl","c":{"a":0,"k":[1,0,0,1]},"o":{"a":0,"k":100}},"#
    + #"{"ty":"tr","o":{"a":0,"k":100}}]}"#
  private static let image =
    #"{"id":"i","w":1,"h":1,"u":"","e":1,"p":"data:image/png;base64,"#
    + #"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5E"#
    + #"rkJggg=="}"#
  private static let times = #""ip":0,"op":30,"st":0,"sr":1"#

  private static func file(_ layers: String...) -> String {
    #"{"v":"5.7.4","fr":30,"ip":0,"op":30,"w":100,"h":100,"assets":[\#(image)],"#
      + #""layers":[\#(layers.joined(separator: ","))]}"#
  }

  /// A layer of shapes in the middle.
  private static func layer(
    _ shapes: String = square, before: String = #""ddd":0,"#, more: String = "",
    turned: String = #"{"a":0,"k":0}"#
  ) -> String {
    #"{\#(before)"ty":4,"ind":1,"ks":{"p":{"a":0,"k":[50,50,0]},"r":\#(turned)},\#(times),"#
      + #""shapes":[\#(shapes)]\#(more)}"#
  }

  private static let matte = layer(more: #","td":1"#)
  private static let turning =
    #"{"a":1,"k":[{"t":0,"s":[0],"i":{"x":[0.8],"y":[0.8]},"o":{"x":[0.2],"y":[0.2]}},"#
    + #"{"t":20,"s":[90]HANDLES}]}"#
  private static let handles = #","i":{"x":[0.8],"y":[0.8]},"o":{"x":[0.2],"y":[0.2]}"#

  private static func solid(_ more: String) -> String {
    #"{"ddd":0,"ty":1,"ind":2,"ks":{"p":{"a":0,"k":[30,40,0]}},\#(times),"sw":40,"sh":20,"#
      + ##""sc":"#ff0000"\##(more)}"##
  }

  private static func picture(_ more: String) -> String {
    #"{"ddd":0,"ty":2,"ind":2,"refId":"i","ks":{"p":{"a":0,"k":[40,45,0]},"#
      + #""s":{"a":0,"k":[2000,1000,100]}},\#(times)\#(more)}"#
  }

  private static let pairs = [
    Pair(
      testDescription: "a rotation without ddd",
      faulty: file(layer(before: "", turned: #"{"a":0,"k":30}"#)),
      sound: file(layer(turned: #"{"a":0,"k":30}"#))),
    Pair(
      testDescription: "a rotation before ddd",
      faulty: file(layer(before: "", more: #","ddd":0"#, turned: #"{"a":0,"k":30}"#)),
      sound: file(layer(turned: #"{"a":0,"k":30}"#))),
    Pair(
      testDescription: "a last keyframe with handles",
      faulty: file(layer(turned: turning.replacing("HANDLES", with: handles))),
      sound: file(layer(turned: turning.replacing("HANDLES", with: "")))),
    Pair(
      testDescription: "a shape and its matte",
      faulty: file(matte, layer(more: #","tt":1"#)), sound: file(layer())),
    Pair(
      testDescription: "a solid and its matte", faulty: file(matte, solid(#","tt":1"#)),
      sound: file(solid(""))),
    Pair(
      testDescription: "an image and its matte",
      faulty: file(matte, picture(#","tt":1"#)), sound: file(picture(""))),
  ]

  private static func frames(_ text: String, copied: Bool) async throws -> [Bitmap] {
    let path = FilePath(try Places.builtProduct("giftdraw"))
    let tool =
      copied ? DrawingTool(path: path) { Lottie.drawable($0) } : DrawingTool(path: path)
    return try await tool.frames(of: Array(text.utf8), at: [0, 0.5, 1], longerSide: 100)
  }

  /// The most that a component differs by, of 255.
  private static func difference(_ some: [Bitmap], _ others: [Bitmap]) -> Int {
    zip(some, others).flatMap { zip($0.pixels, $1.pixels) }
      .map { abs(Int($0) - Int($1)) }.max() ?? 0
  }

  @Test(arguments: pairs)
  func `a picture shows what the designer made`(_ pair: Pair) async throws {
    let sound = try await Self.frames(pair.sound, copied: false)
    // What a matte shows is multiplied, and rounded, once more.
    let copied = try await Self.frames(pair.faulty, copied: true)
    #expect(Self.difference(copied, sound) <= 8)
    let plain = try await Self.frames(pair.faulty, copied: false)
    #expect(Self.difference(plain, sound) > 100)
    #expect(try await Self.frames(pair.sound, copied: true) == sound)
  }

  @Test func `a copy of what is sound, or is no animation, is the same bytes`() throws {
    for text in ["", "{", "[]", "null", Self.pairs[0].sound, Self.file(Self.matte)] {
      #expect(Lottie.drawable(Array(text.utf8)) == Array(text.utf8))
    }
    let rose = try Fixtures.bytes("rose")
    #expect(Lottie.drawable(rose) == rose)
  }
}
