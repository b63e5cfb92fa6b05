import Foundation
import Pictures
import Support

/// Animations for tests.
enum Sample {
  /// A fixture of the project.
  static func fixture(_ name: String) throws -> [UInt8] {
    let path = Places.packageRoot + "/fixtures/lottie/valid/\(name).json"
    return [UInt8](try Data(contentsOf: URL(filePath: path)))
  }

  /// An ellipse that moves to the right, and is there in those frames only; `part` is its share of
  /// each side.
  static func blinking(
    visible: Range<Int>, of frames: Int, width: Int = 100, height: Int = 100,
    colour: String = "1,0.2,0", rate: String = "30", part: Double = 0.4
  ) -> [UInt8] {
    let size = "[\(Double(width) * part),\(Double(height) * part)]"
    let ends = [0.3, 0.7].map { "[\(Double(width) * $0),\(Double(height) / 2)]" }
    let shapes = """
      {"ty":"gr","it":[{"ty":"el","s":{"a":0,"k":\(size)},"p":{"a":0,"k":[0,0]},"nm":""},\
      {"ty":"fl","c":{"a":0,"k":[\(colour),1]},"o":{"a":0,"k":100},"r":1,"nm":""},{"ty":"tr",\
      "o":{"a":0,"k":100},"r":{"a":0,"k":0},"p":{"a":0,"k":[0,0]},"a":{"a":0,"k":[0,0]},"s":{"a":0,\
      "k":[100,100]}}]}
      """
    let position = """
      {"a":1,"k":[{"t":0,"s":\(ends[0]),"e":\(ends[1]),"i":{"x":1,"y":1},"o":{"x":0,"y":0}},\
      {"t":\(max(frames, 1)),"s":\(ends[1])}]}
      """
    return animation(
      frames: frames, width: width, height: height, rate: rate, visible: visible,
      position: position, shapes: shapes)
  }

  /// As many squares on each side as that, each of another colour, all of which move.
  static func noise(squares: Int) -> [UInt8] {
    var random = SplitMix64(seed: 1)
    let side = 512 / squares
    let shapes = (0..<(squares * squares)).map { square in
      let place = "[\(square % squares * side),\(square / squares * side)]"
      let colour = (0..<3).map { _ in "\(Double(random.next() % 1_000) / 1_000)" }
        .joined(separator: ",")
      return """
        {"ty":"gr","it":[{"ty":"rc","s":{"a":0,"k":[\(side),\(side)]},"p":{"a":0,"k":\(place)},\
        "r":{"a":0,"k":0},"nm":""},{"ty":"fl","c":{"a":0,"k":[\(colour),1]},"o":{"a":0,"k":\
        \(50 + random.next() % 50)},"r":1,"nm":""},{"ty":"tr","o":{"a":0,"k":100},"r":{"a":0,"k":\
        0},"p":{"a":0,"k":[0,0]},"a":{"a":0,"k":[0,0]},"s":{"a":0,"k":[100,100]}}]}
        """
    }
    let position = """
      {"a":1,"k":[{"t":0,"s":[0,0],"e":[100,60],"i":{"x":1,"y":1},"o":{"x":0,"y":0}},{"t":60,"s":\
      [100,60]}]}
      """
    return animation(
      frames: 60, width: 512, height: 512, rate: "30", visible: 0..<60, position: position,
      shapes: shapes.joined(separator: ","))
  }

  /// An image without two pixels alike, which turns.
  static func photograph(isOpaque: Bool) -> [UInt8] {
    let side = 400
    var random = SplitMix64(seed: 2)
    var pixels = (0..<(side * side * 4)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    if isOpaque { for alpha in stride(from: 3, to: pixels.count, by: 4) { pixels[alpha] = 255 } }
    let png = Bitmap(width: side, height: side, pixels: pixels).png
    return Array(
      """
      {"v":"5.5.7","fr":30,"ip":0,"op":120,"w":\(side),"h":\(side),"nm":"","ddd":0,"assets":[{"id":\
      "i","w":\(side),"h":\(side),"u":"","p":"data:image/png;base64,\
      \(Data(png).base64EncodedString())","e":1}],"layers":[{"ddd":0,"ind":1,"ty":2,"nm":"",\
      "refId":"i","sr":1,"ao":0,"ip":0,"op":120,"st":0,"bm":0,\
      "ks":{"o":{"a":0,"k":100},"r":{"a":1,"k":[{"t":0,"s":[0],"e":[360],"i":{"x":[1],\
      "y":[1]},"o":{"x":[0],"y":[0]}},{"t":120,"s":[360]}]},"p":{"a":0,"k":[200,200,0]},"a":{"a":0,\
      "k":[200,200,0]},"s":{"a":0,"k":[100,100,100]}}}]}
      """.utf8)
  }

  /// A circle within that many groups.
  static func nested(_ depth: Int) -> [UInt8] {
    let transform = """
      {"ty":"tr","o":{"a":0,"k":100},"r":{"a":0,"k":0},"p":{"a":0,"k":[0,0]},"a":{"a":0,"k":[0,0]},\
      "s":{"a":0,"k":[100,100]}}
      """
    let circle = """
      {"ty":"el","s":{"a":0,"k":[40,40]},"p":{"a":0,"k":[0,0]},"nm":""},{"ty":"fl","c":{"a":0,"k":\
      [1,0,0,1]},"o":{"a":0,"k":100},"r":1,"nm":""}
      """
    let shapes =
      String(repeating: "{\"ty\":\"gr\",\"it\":[", count: depth) + circle
      + String(repeating: ",\(transform)]}", count: depth)
    return animation(
      frames: 2, width: 100, height: 100, rate: "30", visible: 0..<2,
      position: "{\"a\":0,\"k\":[50,50]}", shapes: shapes)
  }

  private static func animation(
    frames: Int, width: Int, height: Int, rate: String, visible: Range<Int>, position: String,
    shapes: String
  ) -> [UInt8] {
    Array(
      """
      {"v":"5.5.7","fr":\(rate),"ip":0,"op":\(frames),"w":\(width),"h":\(height),"nm":"","ddd":0,\
      "assets":[],"layers":[{"ddd":0,"ind":1,"ty":4,"nm":"","sr":1,"ks":{"o":{"a":0,"k":100},"r":\
      {"a":0,"k":0},"p":\(position),"a":{"a":0,"k":[0,0]},"s":{"a":0,"k":[100,100]}},"ao":0,\
      "shapes":[\(shapes)],"ip":\(visible.lowerBound),"op":\(visible.upperBound),"st":0,"bm":0}]}
      """.utf8)
  }
}
