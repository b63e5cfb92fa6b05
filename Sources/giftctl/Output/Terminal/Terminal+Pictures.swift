import Console
import GiftDomain
import Pictures
import SystemPackage

#if canImport(Glibc)
  import Glibc
#endif

extension Terminal {
  /// The lines of a terminal that does not report them: a VT100's.
  private static let usualLines = 24

  /// Draws a poster on standard output, or says on standard error why not.
  static func show(_ poster: StoredPoster, _ environment: [String: String]) {
    let image: Bitmap
    switch poster.image {
    case .failure(let error): return explain("giftctl: \(error.userMessage.sentence)")
    case .success(let found): image = found.onGround
    }
    guard let obstacle = pictureObstacle(environment) else {
      let size =
        TerminalSize(of: .standardOutput)
        ?? TerminalSize(columns: columns ?? usualColumns, lines: usualLines)
      if let terminal = PictureTerminal(environment: environment, size: size) {
        // Orders to a terminal, all of them our own.
        let text = terminal.text(of: image.pixels, width: image.width, height: image.height)
        return write(text + "\n", to: .standardOutput)
      }
      return say(noPictureOf: poster, "this terminal shows no colours")
    }
    say(noPictureOf: poster, obstacle)
  }

  /// Half a sentence on why standard output takes no pictures, whatever terminal it is; nil if it
  /// may.
  private static func pictureObstacle(_ environment: [String: String]) -> String? {
    if isatty(STDOUT_FILENO) != 1 { return "standard output is not a terminal" }
    if !environment["NO_COLOR", default: ""].isEmpty { return "NO_COLOR is set" }
    return environment["TERM"] == "dumb" ? "this terminal shows no colours" : nil
  }

  private static func say(noPictureOf poster: StoredPoster, _ reason: String) {
    let version = poster.version
    explain(
      "giftctl: The poster is not shown, as \(reason). To save it: "
        + "giftctl poster \(version.gift)@\(version.number) -o \(version.gift).png")
  }
}
