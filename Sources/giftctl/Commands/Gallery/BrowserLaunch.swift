import Disk
import FoundationEssentials
import GiftDomain
import Subprocess
import SystemPackage

/// A page that leads a browser to the gallery.
///
/// Other users of the machine can read the arguments of a browser, but not this file.
struct StartPage: Sendable {
  private let path: String

  /// Writes the page into the user's folder for running programs, or where temporary files are.
  ///
  /// `address` has no character that means something in HTML. Throws `Errno`.
  init(to address: String, environment: [String: String]) throws {
    let runtime = environment["XDG_RUNTIME_DIR"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    let parent = FilePath(runtime ?? FileManager.default.temporaryDirectory.path)
    let name = FilePath("giftctl-gallery-\(GalleryToken().text).html")
    let file = try Folder(parent).create(name, permissions: .ownerReadWrite)
    path = parent.pushing(name).string
    try file.closeAfter {
      _ = try file.writeAll(
        """
        <!doctype html><meta charset="utf-8"><title>The gallery</title>
        <meta http-equiv="refresh" content="0; url=\(address)">
        <a href="\(address)">The gallery</a>

        """.utf8)
    }
  }

  /// Its address, for a browser.
  var address: String { URL(filePath: path).absoluteString }

  /// Removes the page; without the gallery it leads nowhere.
  func remove() {
    // A page that stays is of no use to anybody.
    try? FileManager.default.removeItem(atPath: path)
  }
}

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
