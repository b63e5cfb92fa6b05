package import DrawProtocol
internal import Subprocess

/// A conversation with giftdraw about one animation.
///
/// Every message must be exactly the one that is due, and nothing is read beyond it: memory is
/// bounded by one frame.
package struct DrawingSession {
  private let input: InputSocket
  private var output: ByteReader
  /// What giftdraw is doing.
  private(set) var stage = DrawingStage.starting
  /// Which build of rlottie draws; none until giftdraw has said so.
  private(set) var renderer = Renderer(buildID: [])
  /// The animation as rlottie read it; not to be trusted.
  package private(set) var animation = DrawnAnimation(
    width: 0, height: 0, frameCount: 0, frameRateHz: 0)

  init(_ input: InputSocket, _ output: SubprocessOutputSequence) {
    self.input = input
    self.output = ByteReader(output)
  }

  /// Draws the frames that follow `first`, and passes on each with its pixels: rows from the top,
  /// each pixel as blue, green, red, multiplied by alpha, and alpha.
  package mutating func frames(
    from first: UInt32, count: UInt32, _ size: FrameSize, _ take: (UInt32, [UInt8]) -> Void
  ) async throws(DrawingEnd) {
    guard count > 0 else { return }
    stage = .frame(first)
    await send(
      try made { () throws(DrawMessageFault) in
        try FramesRequest(first: first, count: count, size: size).bytes
      })
    for frame in first..<(first + count) {
      stage = .frame(frame)
      let header: FrameHeader = try await message()
      guard header == FrameHeader(frame: frame, size: size) else { throw .breach(.wrongFrame) }
      take(frame, try await output.next(size.byteCount))
    }
  }

  /// Draws one frame, and passes on its pixels as an image.
  mutating func image(of frame: UInt32, _ size: FrameSize) async throws(DrawingEnd) -> Bitmap {
    var image: Bitmap?
    try await frames(from: frame, count: 1, size) { image = Bitmap(drawn: $1, size) }
    guard let image else { throw .silence }
    return image
  }

  /// What `body` makes of the conversation, from greeting to farewell.
  mutating func held<Value>(
    _ body: (inout DrawingSession) async throws(DrawingEnd) -> Value
  ) async -> Result<Value, DrawingEnd> {
    do throws(DrawingEnd) {
      let hello: DrawHello = try await message()
      renderer = hello.renderer
      if case .noJail(let obstacle) = hello.outcome { throw .noJail(obstacle) }
      let value = try await body(&self)
      stage = .ending
      try await end()
      return .success(value)
    } catch {
      return .failure(error)
    }
  }

  /// Sends the animation, and learns what rlottie reads in it.
  mutating func load(_ bytes: [UInt8]) async throws(DrawingEnd) {
    stage = .loading
    await send(
      try made { () throws(DrawMessageFault) in
        try DrawInput(inputBytes: bytes.count).bytes + bytes
      })
    let loaded: DrawLoaded = try await message()
    switch loaded {
    case .refused:
      try await end()
      throw .refused
    case .loaded(let animation): self.animation = animation
    }
  }

  /// Ends the conversation: the process has nothing more to say.
  private mutating func end() async throws(DrawingEnd) {
    input.finish()
    guard try await output.isAtEnd() else { throw .breach(.surplus) }
  }

  private func send(_ bytes: [UInt8]) async {
    // A process that has died takes no more, but what it said before is still to be read, and where
    // that ends is where it died.
    await input.send(bytes)
  }

  private mutating func message<Message: DrawMessage>() async throws(DrawingEnd) -> Message {
    let bytes = try await output.next(Message.byteCount)
    return try made { () throws(DrawMessageFault) in try Message(bytes: bytes) }
  }

  private func made<Made>(
    _ make: () throws(DrawMessageFault) -> Made
  ) throws(DrawingEnd) -> Made {
    do {
      return try make()
    } catch {
      throw .breach(.message(error))
    }
  }
}
