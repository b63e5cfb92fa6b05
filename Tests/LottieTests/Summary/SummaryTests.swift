import Testing

@testable import Lottie

struct SummaryTests {
  private static func summary(
    top: String = "", layers: String = "", _ policy: CheckPolicy = .gift,
    compressed: CompressedSizes? = nil
  ) throws -> AnimationSummary {
    let text = #"{"v":"5.7.4","fr":30,"ip":0,"op":30,"w":9,"h":9\#(top),"layers":[\#(layers)]}"#
    return try #require(Lottie.check(Array(text.utf8), policy, compressed: compressed).summary)
  }

  private static func images(_ list: String) throws -> AnimationSummary {
    try summary(top: #","assets":[\#(list)]"#)
  }

  /// The first bytes of a PNG of 3 × 2 pixels: 26 of them.
  private static let png = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAY="

  @Test func `an embedded image has the size of its header, whatever the asset says`() throws {
    let summary = try Self.images(#"{"id":"i","w":9,"h":9,"u":"","p":"\#(Self.png)","e":1}"#)
    #expect(
      summary.images == [
        ImageSummary(
          id: "i", width: 3, height: 2, source: .embedded(format: .png, byteCount: 26))
      ])
    // Some players scale it to what the asset says.
    #expect(summary.imageMemoryBytes == 4 * 9 * 9)
    #expect(summary.features == [.embeddedImages])
  }

  /// A JPEG says its size behind its other segments: here 600 bytes of them, more than the head.
  @Test func `the size of a JPEG is found behind what stands before it`() throws {
    let segments = String(repeating: "A", count: 797)
    let uri = "data:image/jpeg;base64,/9j/4AAEAAD/4QJY\(segments)P/AAAsIAAoAFAEBEQA="
    let summary = try Self.images(#"{"id":"i","w":9,"h":9,"u":"","p":"\#(uri)","e":1}"#)
    #expect(
      summary.images == [
        ImageSummary(
          id: "i", width: 20, height: 10, source: .embedded(format: .jpeg, byteCount: 623))
      ])
  }

  @Test func `an external image has the size that the asset says, and its name`() throws {
    let summary = try Self.images(#"{"id":"i","w":10,"h":20,"u":"images/","p":"a\n.png","e":0}"#)
    #expect(
      summary.images == [
        ImageSummary(
          id: "i", width: 10, height: 20, source: .external(name: "images/a\\u{A}.png"))
      ])
    #expect(summary.imageMemoryBytes == 800 && summary.features == [.externalImages])
  }

  @Test(arguments: ["data:image/svg+xml;base64,PHN2Zz4=", "data:image/png;base64,!!!!", "data:x"])
  func `data that is no image has no size and takes no memory`(uri: String) throws {
    let summary = try Self.images(#"{"id":"i","w":9,"h":9,"u":"","p":"\#(uri)","e":1}"#)
    #expect(summary.imageCount == 1 && summary.images[0].width == nil)
    #expect(summary.imageMemoryBytes == 0)
  }

  @Test(arguments: [
    #"{"id":"s","p":"data:audio/mpeg;base64,AAAA","u":"","e":1}"#, #"{"id":"s","p":"a.mp3"}"#,
    #"{"id":"s","w":1,"h":1}"#, #"{"id":"s","w":1,"h":1,"p":5}"#,
  ])
  func `an asset without a picture is no image`(asset: String) throws {
    let summary = try Self.images(asset)
    #expect(summary.assetCount == 1 && summary.imageCount == 0 && summary.images == [])
  }

  @Test func `sizes beyond reason are counted without harm`() throws {
    let huge = try Self.images(
      Array(repeating: #"{"w":2147483647,"h":2147483647,"p":"a.png"}"#, count: 3)
        .joined(separator: ","))
    #expect(huge.imageMemoryBytes == 9_007_199_254_740_992)
    let odd = try Self.images(#"{"w":1e400,"h":-5,"p":"a.png"},{"w":1.5,"h":"2","p":"a.png"}"#)
    #expect(odd.images.map(\.width) == [nil, 2] && odd.imageMemoryBytes == 0)
  }

  @Test func `lists hold a hundred entries and counts say how many there are`() throws {
    let many = { (entry: String) in Array(repeating: entry, count: 101).joined(separator: ",") }
    let summary = try Self.summary(
      top: #","assets":[\#(many(#"{"w":1,"h":1,"p":"a"}"#))],"#
        + #""fonts":{"list":[\#(many(#"{"fName":"A"}"#))]},"#
        + #""markers":[\#(many(#"{"cm":"m","tm":1,"dr":2}"#))]"#)
    #expect(summary.imageCount == 101 && summary.images.count == 100)
    #expect(summary.fontCount == 101 && summary.fonts.count == 100)
    #expect(summary.markerCount == 101 && summary.markers.count == 100)
  }

  @Test func `markers without a time and fonts without a name are only counted`() throws {
    let summary = try Self.summary(
      top: #","markers":[{"cm":"a"},5,{"tm":1e400},{"tm":3,"dr":1e400},{"cm":"b","tm":4,"dr":2}]"#
        + #","fonts":{"list":[{"fName":"Lato"},{}]}"#)
    #expect(summary.markerCount == 5)
    #expect(
      summary.markers == [
        MarkerSummary(name: "", frame: 3, durationFrames: 0),
        MarkerSummary(name: "b", frame: 4, durationFrames: 2),
      ])
    #expect(summary.fontCount == 2 && summary.fonts == ["Lato"])
  }

  @Test func `vertices are those of shapes, masks and every keyframe`() throws {
    let path = { (count: Int) in
      let points = Array(repeating: "[0,0]", count: count).joined(separator: ",")
      return #"{"i":[\#(points)],"o":[\#(points)],"v":[\#(points)],"c":true}"#
    }
    let summary = try Self.summary(
      layers: #"{"ty":4,"ks":{},"ip":0,"op":30,"st":0,"masksProperties":[{"mode":"a","pt":"#
        + #"{"a":0,"k":\#(path(3))}}],"shapes":[{"ty":"sh","ks":{"a":1,"k":["#
        + #"{"t":0,"s":[\#(path(4))],"e":[\#(path(4))]},{"t":9}]}}]}"#)
    #expect(summary.vertexCount == 11 && summary.keyframeCount == 2)
    #expect(summary.features == [.masks, .legacyKeyframes])
  }

  @Test func `layers are multiplied out as often as they are drawn`() throws {
    let draw = { (id: String) in #"{"ty":0,"refId":"\#(id)","ks":{},"ip":0,"op":30,"st":0}"# }
    let summary = try Self.summary(
      top: #","assets":[{"id":"a","layers":[\#(draw("b")),\#(draw("b"))]},"#
        + #"{"id":"b","layers":[{"ty":3,"ks":{},"ip":0,"op":30,"st":0}]}]"#,
      layers: "\(draw("a")),\(draw("a"))")
    // Two of a, each of them two of b, each of which holds one layer.
    #expect(summary.layerCount == 5 && summary.expandedLayerCount == 2 + 4 + 4)
  }

  @Test func `compressed sizes are in the summary when the caller measured them`() throws {
    let sizes = CompressedSizes(gzipByteCount: 70, brotliByteCount: 60)
    #expect(try Self.summary(compressed: sizes).compressed == sizes)
    #expect(try Self.summary().compressed == nil)
  }
}
