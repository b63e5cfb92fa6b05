import DrawProtocol
import Testing

struct MessageTests {
  @Test func `a greeting is read as it was written`() throws {
    let renderer = Renderer(buildID: Array(1...20))
    let outcomes =
      [DrawHello.Outcome.jailed(landlock: 6)]
      + JailObstacle.Step.allCases.map { .noJail(JailObstacle(step: $0, error: 13)) }
    for outcome in outcomes {
      let hello = DrawHello(outcome, renderer: renderer)
      #expect(try DrawHello(bytes: hello.bytes) == hello)
      #expect(hello.bytes.count == DrawHello.byteCount)
    }
  }

  @Test func `a build id of another length is none`() {
    #expect(Renderer(buildID: [1]) == Renderer(buildID: []))
    #expect(Renderer(buildID: Array(1...20)) != Renderer(buildID: []))
  }

  @Test func `a build id is shown as hexadecimal digits`() {
    #expect(
      Renderer(buildID: [0, 171] + Array(1...18)).text
        == "00ab0102030405060708090a0b0c0d0e0f101112")
    #expect(Renderer(buildID: []).text == String(repeating: "0", count: 40))
  }

  @Test(arguments: [
    DrawLoaded.refused,
    .loaded(DrawnAnimation(width: 0, height: .max, frameCount: 7, frameRateHz: 29.97)),
  ])
  func `what rlottie says is read as it was written`(_ loaded: DrawLoaded) throws {
    #expect(try DrawLoaded(bytes: loaded.bytes) == loaded)
  }

  @Test func `requests and frames are read as they were written`() throws {
    let size = try FrameSize(width: 1, height: 1_024)
    let input = try DrawInput(inputBytes: 16_777_216)
    #expect(try DrawInput(bytes: input.bytes) == input)
    let request = try FramesRequest(first: 3, count: .max - 3, size: size)
    #expect(try FramesRequest(bytes: request.bytes) == request)
    let header = FrameHeader(frame: 3, size: size)
    #expect(try FrameHeader(bytes: header.bytes) == header)
    #expect(size.byteCount == 4_096)
  }

  @Test func `numbers are written with their lowest byte first`() throws {
    #expect(try DrawInput(inputBytes: 0x010203).bytes == Array("nput".utf8) + [3, 2, 1, 0])
  }

  @Test func `what is too long, too short, or another message is refused`() throws {
    let bytes = try DrawInput(inputBytes: 1).bytes
    #expect(throws: DrawMessageFault.wrongLength) { try DrawInput(bytes: bytes + [0]) }
    #expect(throws: DrawMessageFault.wrongLength) { try DrawInput(bytes: Array(bytes.dropLast())) }
    #expect(throws: DrawMessageFault.wrongLength) { try DrawInput(bytes: []) }
    #expect(throws: DrawMessageFault.wrongMark) { try DrawInput(bytes: [0] + bytes.dropFirst()) }
  }

  @Test func `numbers out of range are refused`() throws {
    #expect(throws: DrawMessageFault.outOfRange) { try DrawInput(inputBytes: 16_777_217) }
    #expect(throws: DrawMessageFault.outOfRange) { try FrameSize(width: 0, height: 1) }
    #expect(throws: DrawMessageFault.outOfRange) { try FrameSize(width: 1, height: 1_025) }
    let size = try FrameSize(width: 1, height: 1)
    #expect(throws: DrawMessageFault.outOfRange) {
      try FramesRequest(first: 1, count: .max, size: size)
    }
    #expect(throws: DrawMessageFault.outOfRange) { try DrawLoaded(words: [2, 0, 0, 0, 0, 0]) }
    #expect(throws: DrawMessageFault.outOfRange) { try DrawLoaded(words: [0, 1, 0, 0, 0, 0]) }
    #expect(throws: DrawMessageFault.wrongVersion) {
      try DrawHello(words: [2, 0, 0, 0, 0, 0, 0, 0, 0])
    }
    #expect(throws: DrawMessageFault.outOfRange) {
      try DrawHello(words: [1, 9, 0, 0, 0, 0, 0, 0, 0])
    }
  }
}
