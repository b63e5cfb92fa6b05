import Subprocess

/// Opens a browser.
enum BrowserLaunch {
  /// Leaves the browser to itself: `xdg-open` may be the browser from then on.
  private static let script = #"{ xdg-open "$1" || open "$1"; } </dev/null >/dev/null 2>&1 &"#

  /// Opens an address, and returns before the browser asks for it; says nothing if there is no
  /// browser, as an address has been printed.
  static func open(_ address: String) async {
    var options = PlatformOptions()
    // Ctrl-C in the terminal ends giftctl, and not the browser.
    options.createSession = true
    // A system without sh has no xdg-open, which is a script.
    _ = try? await run(
      .name("sh"), arguments: ["-c", script, "sh", address], platformOptions: options,
      input: .none, output: .discarded, error: .discarded)
  }
}
