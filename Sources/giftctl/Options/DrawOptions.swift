import ArgumentParser
import FoundationEssentials
import GiftPublishing
import Lottie
import Pictures
import SystemPackage

/// Options of the draw check.
struct DrawOptions: ParsableArguments {
  @Flag(
    help: .init(
      "Draw every frame with rlottie, in a jailed process, and report what it cannot draw."))
  var draw = false

  @OptionGroup var drawer: DrawerOptions

  /// What draws; nil if nothing is to be drawn.
  ///
  /// Throws `CommandError.usage`.
  func tool() throws(CommandError) -> DrawingTool? {
    guard draw else {
      guard drawer.drawWith == nil else { throw .usage("--draw-with needs --draw.") }
      return nil
    }
    return drawer.tool
  }
}

/// The option of every command that draws.
struct DrawerOptions: ParsableArguments {
  @Option(
    help: .init(
      "The program that draws. [default: giftdraw, beside giftctl]", valueName: "program"),
    completion: .file())
  var drawWith: String?

  /// What draws, of each animation what its designer made.
  var tool: DrawingTool {
    let here = FilePath(FileManager.default.currentDirectoryPath)
    let path = drawWith.map { here.pushing(FilePath($0)) } ?? Self.besideThisProgram
    return DrawingTool(path: path) { Lottie.drawable($0) }
  }

  /// What draws, with one drawing for each processor, as far as `PictureLimits.atOnce` allows.
  var drawing: PictureDrawing {
    PictureDrawing(tool, atOnce: ProcessInfo.processInfo.activeProcessorCount)
  }

  private static var besideThisProgram: FilePath {
    // Without /proc there is no such path, and the error names it.
    let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return FilePath(program ?? "/proc/self/exe").removingLastComponent().appending("giftdraw")
  }
}
