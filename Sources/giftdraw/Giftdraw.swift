// giftdraw draws one animation in a jail. It must not know where the animation is from, nor why it
// is drawn: bytes come in, pixels go out.

import Build
import DrawJail
import DrawProtocol
import Glibc

/// Draws the animation on standard input, and writes raw frames to standard output, as
/// `DrawProtocol` describes.
@main
enum Giftdraw {
  /// The exit code for a message that is not the one that is due.
  private static let brokenMessage: CInt = 2
  /// The exit code if it refuses to draw.
  private static let noJail: CInt = 3

  static func main() {
    if CommandLine.arguments.dropFirst() == ["--version"] { return print(Build.version) }
    guard let renderer = Rlottie.renderer else {
      // What it drew would pass for what another build draws.
      let obstacle = JailObstacle(step: .buildID, error: 0)
      Pipes.write(DrawHello(.noJail(obstacle), renderer: Renderer(buildID: [])))
      _exit(noJail)
    }
    do {
      let landlock = try DrawJail.enter(rehearsing: WarmUp.run)
      Pipes.write(DrawHello(.jailed(landlock: landlock), renderer: renderer))
    } catch {
      Pipes.write(DrawHello(.noJail(error), renderer: renderer))
      _exit(noJail)
    }
    do {
      try serve()
    } catch {
      _exit(brokenMessage)
    }
    // exit(3) would wait for rlottie's thread, and for nothing else.
    _exit(0)
  }

  private static func serve() throws(DrawMessageFault) {
    guard let input: DrawInput = try Pipes.message() else { return }
    guard let bytes = Pipes.read(input.inputBytes) else { throw .wrongLength }
    guard let animation = Rlottie(bytes) else { return Pipes.write(DrawLoaded.refused) }
    Pipes.write(DrawLoaded.loaded(animation.facts))
    while let request: FramesRequest = try Pipes.message() {
      for frame in request.first..<(request.first + request.count) {
        Pipes.write(FrameHeader(frame: frame, size: request.size))
        Pipes.write(animation.pixels(of: frame, request.size))
      }
    }
  }
}
