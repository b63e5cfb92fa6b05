import DrawProtocol
import Foundation
import Pictures
import Support
import SystemPackage
import Testing

struct DrawingTests {
  private static let valid = Places.packageRoot + "/fixtures/lottie/valid"
  static let fixtures = [
    "champagne", "clouds", "confetti", "crown", "diamond", "fireworks", "gift-box", "heart",
    "rocket", "rose", "star-shower", "teddy",
  ]

  private func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: path)))
  }

  @Test(arguments: fixtures)
  func `a fixture is drawn, with the pixels that it has without the jail`(
    _ name: String
  ) async throws {
    let side = 64
    let step = 10
    let path = "\(Self.valid)/\(name).json"
    let tool = DrawingTool(path: .init(try Places.builtProduct("giftdraw")))
    #expect(try await tool.check(try bytes(path)).outcome == .drawn)
    let jailed = try await tool.draw(try bytes(path)) { session throws(DrawingEnd) in
      var pixels: [UInt8] = []
      let size = FrameSize(clampingWidth: side, height: side)
      for frame in stride(from: 0, to: session.animation.frameCount, by: step) {
        try await session.frames(from: frame, count: 1, size) { pixels += $1 }
      }
      return pixels
    }
    let bare = try await runProcess(
      try Places.builtProduct("JailProbe"), ["pixels", path, "\(side)", "\(step)"])
    #expect(bare.status == .exited(0))
    #expect(!jailed.isEmpty)
    // The arrays are too long to be printed.
    #expect((jailed == bare.output) == true)
  }

  @Test func `an image outside is not drawn, though it exists`() async throws {
    try await DrawingFolder.with { folder in
      try folder.write(Self.redPixel, "canary.png")
      let names = [folder.path.dropFirst() + "/canary.png", "../../..\(folder.path)/canary.png"]
      for name in names {
        let animation = Self.animation(ofImage: name)
        try folder.write(animation, "animation.json")
        let bare = try await runProcess(
          try Places.builtProduct("JailProbe"),
          ["pixels", folder.path + "/animation.json", "8", "1"])
        #expect(bare.output.contains { $0 != 0 }, "rlottie does not read \(name)")
        #expect(
          try await DrawingTool(path: try folder.giftdraw()).check(animation).outcome == .blank)
      }
    }
  }

  @Test func `an animation with a zero byte, or beyond the limit, is not drawn`() async throws {
    let tool = DrawingTool(path: .init(try Places.builtProduct("giftdraw")))
    let rose = try bytes(Self.valid + "/rose.json")
    #expect(try await tool.check(rose + [0]).outcome == .fault(.refused))
    let blanks = [UInt8](repeating: 32, count: 16_777_217 - rose.count)
    #expect(try await tool.check(rose + blanks.dropLast()).outcome == .drawn)
    #expect(try await tool.check(rose + blanks).outcome == .fault(.tooLarge(limit: 16_777_216)))
  }

  /// A PNG of one red pixel.
  private static let redPixel = [UInt8](
    Data(
      base64Encoded: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mP4z8AAAAMBAQD3A0FD"
        + "AAAAAElFTkSuQmCC") ?? Data())

  private static func animation(ofImage name: some StringProtocol) -> [UInt8] {
    Array(
      """
      {"v":"5.5.7","fr":30,"ip":0,"op":2,"w":8,"h":8,"nm":"","ddd":0,"assets":[{"id":"i","w":1,\
      "h":1,"u":"","p":"\(name)","e":0}],"layers":[{"ddd":0,"ind":1,"ty":2,"nm":"","refId":"i",\
      "sr":1,"ks":{"o":{"a":0,"k":100},"r":{"a":0,"k":0},"p":{"a":0,"k":[0,0,0]},"a":{"a":0,"k":\
      [0,0,0]},"s":{"a":0,"k":[800,800,100]}},"ao":0,"ip":0,"op":2,"st":0,"bm":0}]}
      """.utf8)
  }
}
