import DrawProtocol
import Foundation
import Pictures
import Support
import SystemPackage
import Testing

/// What is made of animations, read by the programs of the package webp.
///
/// One after the other, as a drawing's time includes that of the tests beside it.
@Suite(.serialized) struct PictureTests {
  private let tool: DrawingTool

  init() throws { tool = DrawingTool(path: .init(try Places.builtProduct("giftdraw"))) }

  @Test(arguments: DrawingTests.fixtures)
  func `a fixture has a poster and a preview within their bytes, and the same twice`(
    _ name: String
  ) async throws {
    let animation = try Sample.fixture(name)
    let drawn = try await tool.pictures(of: animation, posterFrame: nil)
    guard case .made(let poster, let preview) = drawn.outcome else {
      Issue.record("\(drawn.outcome)")
      return
    }
    #expect(poster.bytes.count <= 20_000)
    #expect(max(poster.width, poster.height) == 256)
    let still = try await WebPFacts(poster)
    #expect(still.size == [poster.width, poster.height])
    #expect(still.hasAlpha)
    #expect(still.frameCount == 1)
    #expect(preview.bytes.count <= 60_000)
    #expect((160...192).contains(max(preview.width, preview.height)))
    let moving = try await WebPFacts(preview)
    #expect(moving.size == [preview.width, preview.height])
    #expect(!moving.hasAlpha)
    #expect(moving.frameCount > 1)
    #expect(moving.loopCount == 0)
    #expect((1...4_000).contains(moving.milliseconds))
    #expect(drawn.renderer == (try await tool.renderer()))
    #expect(try await tool.pictures(of: animation, posterFrame: nil) == drawn)
  }

  @Test func `the poster shows the frame that its author chose`() async throws {
    let animation = Sample.blinking(visible: 10..<90, of: 100)
    let chosen = try await made(animation, posterFrame: 20)
    let other = try await made(animation, posterFrame: 80)
    #expect(chosen.poster != other.poster)
    let image = try await tool.frame(of: animation, 20, longerSide: 256)
    // What it shows moves to the right.
    let center = try await WebPFacts.image(chosen.poster).centerOfAlpha
    #expect(abs(center - image.centerOfAlpha) < 1)
  }

  @Test func `a chosen frame beyond the end means the last`() async throws {
    let animation = Sample.blinking(visible: 0..<100, of: 100)
    #expect(
      try await made(animation, posterFrame: .max) == made(animation, posterFrame: 99))
  }

  @Test func `a chosen frame without anything in it does not become the poster`() async throws {
    let animation = Sample.blinking(visible: 10..<90, of: 100)
    #expect(try await made(animation, posterFrame: 0) == made(animation, posterFrame: nil))
  }

  @Test func `what is visible in one frame only becomes the poster`() async throws {
    let animation = Sample.blinking(visible: 37..<38, of: 1_000)
    let poster = try await made(animation, posterFrame: nil).poster
    #expect(try await WebPFacts.image(poster).centerOfAlpha > 0)
  }

  @Test func `dark art moves on a light ground, and all other on a dark one`() async throws {
    let cases: [(String, Int, Ground)] = [
      ("0,0,0.1", 0xF4, .light), ("1,0.2,0", 0x1B, .dark), ("1,1,1", 0x1B, .dark),
    ]
    for (colour, grey, ground) in cases {
      let animation = Sample.blinking(visible: 0..<30, of: 30, colour: colour)
      let preview = try await made(animation, posterFrame: nil).preview
      let corner = try await WebPFacts.image(preview).corner
      #expect(corner.allSatisfy { abs(Int($0) - grey) <= 2 }, "\(colour): \(corner)")
      #expect(Ground(ofMotion: preview.bytes) == ground)
    }
  }

  @Test func `nothing is made of what is blank, refused, or too large to draw`() async throws {
    let blank = Sample.blinking(visible: 0..<0, of: 10)
    #expect(try await tool.pictures(of: blank, posterFrame: nil).outcome == .blank)
    let none = Sample.blinking(visible: 0..<0, of: 0)
    #expect(try await tool.pictures(of: none, posterFrame: 3).outcome == .blank)
    let refused = Array("{}".utf8)
    #expect(try await tool.pictures(of: refused, posterFrame: nil).outcome == .fault(.refused))
    let large = [UInt8](repeating: 32, count: DrawLimits.inputBytes + 1)
    let drawn = try await tool.pictures(of: large, posterFrame: nil)
    #expect(drawn.outcome == .fault(.tooLarge(limit: DrawLimits.inputBytes)))
    #expect(drawn.renderer == (try await tool.renderer()))
  }

  @Test func `noise has smaller and coarser pictures`() async throws {
    let (poster, preview) = try await made(Sample.noise(squares: 64), posterFrame: nil)
    #expect(poster.bytes.count <= 20_000)
    #expect(preview.bytes.count <= 60_000)
    #expect(preview.width < 192)
  }

  @Test(arguments: [false, true])
  func `a photograph that turns has pictures, though few of its frames fit`(
    _ isOpaque: Bool
  ) async throws {
    let animation = Sample.photograph(isOpaque: isOpaque)
    let (poster, preview) = try await made(animation, posterFrame: nil)
    #expect(poster.bytes.count <= 20_000)
    #expect(preview.bytes.count <= 60_000)
    #expect(try await WebPFacts(preview).frameCount > 1)
    #expect(try await made(animation, posterFrame: nil) == (poster, preview))
  }

  @Test func `what is too small to be seen in a poster is blank, as the draw check says`()
    async throws
  {
    var outcomes: Set<DrawOutcome> = []
    for part in [0.000_03, 0.000_1, 0.000_3, 0.000_6, 0.001, 0.002, 0.004, 0.01] {
      let animation = Sample.blinking(
        visible: 0..<30, of: 30, width: 8_192, height: 8_192, part: part)
      let checked = try await tool.check(animation).outcome
      outcomes.insert(checked)
      let outcome = try await tool.pictures(of: animation, posterFrame: nil).outcome
      guard case .made(let poster, _) = outcome else {
        #expect(checked == .blank && outcome == .blank, "\(part)")
        continue
      }
      #expect(checked == .drawn, "\(part)")
      #expect(try await WebPFacts.image(poster).isVisible, "\(part)")
    }
    #expect(outcomes == [.blank, .drawn])
  }

  @Test(arguments: [(1_000, 1), (1, 1_000), (1, 1), (3, 2), (0, 0)])
  func `whatever its shape, an animation has pictures of that shape`(
    _ width: Int, _ height: Int
  ) async throws {
    let animation = Sample.blinking(
      visible: 0..<30, of: 30, width: width, height: height)
    let outcome = try await tool.pictures(of: animation, posterFrame: nil).outcome
    guard case .made(let poster, let preview) = outcome else {
      // rlottie decides what it does with an area of nothing.
      #expect(width == 0)
      return
    }
    let longer = max(width, height, 1)
    #expect(poster.width == max(256 * width / longer, 1))
    #expect(poster.height == max((256 * height + longer / 2) / longer, 1))
    for picture in [poster, preview] {
      #expect(try await WebPFacts(picture).size == [picture.width, picture.height])
    }
  }

  @Test(arguments: ["0.001", "1000000", "25"])
  func `whatever its frame rate, an animation has a preview that moves at most 4 seconds`(
    _ rate: String
  ) async throws {
    let animation = Sample.blinking(visible: 0..<50, of: 50, rate: rate)
    let preview = try await made(animation, posterFrame: nil).preview
    #expect(try await WebPFacts(preview).milliseconds <= 4_000)
  }

  @Test(arguments: [("0,0,0.1", .light), ("1,0.2,0", .dark)] as [(String, Ground)])
  func `an animation of one frame has a preview that stands still, and names its ground`(
    _ colour: String, _ ground: Ground
  ) async throws {
    let animation = Sample.blinking(visible: 0..<1, of: 1, colour: colour)
    let preview = try await made(animation, posterFrame: nil).preview
    #expect(Ground(ofMotion: preview.bytes) == ground)
    let facts = try await WebPFacts(preview)
    // Of the second frame, which repeats a corner of the first, nothing is seen.
    #expect(facts.frameCount == 2)
    #expect(facts.milliseconds == 33)
    #expect(try await made(animation, posterFrame: nil).preview == preview)
  }

  @Test func `a lack of giftdraw is an error`() async throws {
    let tool = DrawingTool(path: "/nowhere/giftdraw")
    let missing = DrawingFailure.notFound(path: "/nowhere/giftdraw")
    await #expect(throws: missing) { try await tool.renderer() }
    await #expect(throws: missing) { try await tool.pictures(of: [], posterFrame: nil) }
  }

  private func made(
    _ animation: [UInt8], posterFrame: UInt32?
  ) async throws -> (poster: MadePicture, preview: MadePicture) {
    let outcome = try await tool.pictures(of: animation, posterFrame: posterFrame).outcome
    guard case .made(let poster, let preview) = outcome else { throw NotMade(outcome: outcome) }
    return (poster, preview)
  }

  private struct NotMade: Error { let outcome: PictureOutcome }
}
