import DrawProtocol
import Foundation
import Pictures
import Support
import SystemPackage
import Testing

@Suite(.serialized) struct FrameTests {
  private let tool: DrawingTool

  init() throws { tool = DrawingTool(path: .init(try Places.builtProduct("giftdraw"))) }

  @Test func `a frame is drawn as large as requested, and beyond the end the last`() async throws {
    let rose = try Sample.fixture("rose")
    let last = try await tool.frame(of: rose, .max, longerSide: 300)
    #expect(max(last.width, last.height) == 300)
    let frames = try await tool.frames(
      of: rose, at: [1, 2], longerSide: 300)
    #expect(frames.allSatisfy { $0 == last })
  }

  @Test func `the same part of two animations is the same moment, however long they are`()
    async throws
  {
    let short = Sample.blinking(visible: 0..<31, of: 31)
    let long = Sample.blinking(visible: 0..<61, of: 61)
    let parts = [0, 0.5]
    let one = try await tool.frames(of: short, at: parts, longerSide: 100)
    let other = try await tool.frames(of: long, at: parts, longerSide: 100)
    #expect(one[0] == other[0])
    #expect(one[0] != one[1])
    #expect(abs(one[1].centerOfAlpha - other[1].centerOfAlpha) < 1)
    #expect(try await tool.frame(of: long, 30, longerSide: 100) == other[1])
  }

  @Test(arguments: Ground.allCases)
  func `a moving picture is as long as the animation, and covers its ground`(
    _ ground: Ground
  ) async throws {
    let animation = Sample.blinking(visible: 0..<45, of: 45, width: 200)
    let picture = try await tool.motion(of: animation, ground: ground)
    let facts = try await WebPFacts(picture)
    #expect(facts.size == [512, 256])
    #expect(facts.milliseconds == 1_500)
    #expect(facts.frameCount == 38)
    #expect(facts.loopCount == 0)
    #expect(!facts.hasAlpha)
    let grey = ["dark": 0x1B, "light": 0xF4, "chequered": 0x99][ground.rawValue] ?? 0
    let corner = try await WebPFacts.image(picture).corner
    #expect(corner.allSatisfy { abs(Int($0) - grey) <= 3 })
  }

  @Test func `a moving picture for a page ends at its limit`() async throws {
    let animation = Sample.blinking(visible: 0..<500, of: 500, width: 32, height: 32)
    let picture = try await tool.motion(of: animation, ground: .dark)
    #expect(try await WebPFacts(picture).milliseconds == 15_000)
  }

  @Test func `what cannot be drawn has no frames`() async throws {
    await #expect(throws: DrawingError.fault(.refused)) {
      try await tool.frame(of: Array("{}".utf8), 0, longerSide: 10)
    }
    await #expect(throws: DrawingError.fault(.refused)) {
      try await tool.motion(of: Array("{}".utf8), ground: .light)
    }
  }
}
