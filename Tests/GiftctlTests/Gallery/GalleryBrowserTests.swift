import Foundation
import Support
import Testing

/// The browser that the gallery opens.
struct GalleryBrowserTests {
  /// It notes what it sees, and what others see of it.
  private static let browser = #"""
    echo "$1" > argument
    stat --format %a "${1#file://}" > mode
    curl --silent "$1" | sed -n 's/.*; url=\([^"]*\)".*/\1/p' > address
    curl --silent "$(cat address)" > page
    echo $$ > browser
    cut -d ' ' -f 6 /proc/$$/stat > session
    cut -d ' ' -f 6 /proc/$(cat giftctl)/stat > terminal
    kill -INT $(cat giftctl)
    exec tail -f /dev/null
    """#

  /// The stand-in for a browser follows the page that it is started with, has Ctrl-C end the
  /// gallery, and stays.
  @Test func `a browser that stays is opened once, and outlives the gallery`() async throws {
    let giftctl = try await Giftctl.unchanging()
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    _ = try folder.program("xdg-open", "cd '\(folder.path)'\n" + Self.browser)
    defer {
      // It has not come so far if the test fails before.
      if let browser = try? number(in: "browser", of: folder) { kill(browser, SIGKILL) }
    }
    let program = try Places.builtProduct("giftctl")
    let outcome = try await giftctl.runOnTerminal(
      "cd '\(folder.path)'; XDG_RUNTIME_DIR=\"$PWD\" PATH=\"$PWD:$PATH\" "
        + "exec sh -c 'echo $$ > giftctl; exec \"$0\" gallery' '\(program)'")
    #expect(outcome.exitCode == 0)
    #expect(try text(of: "page", in: folder).contains(">Rose</bdi>"))
    // Others see what a program is started with, but not what is in the file.
    let argument = try text(of: "argument", in: folder)
    let address = try text(of: "address", in: folder)
    #expect(address.hasPrefix("http://127.0.0.1:"))
    let token = try #require(address.split(separator: "/").dropFirst(2).first)
    #expect(token.count == 48)
    #expect(argument.hasPrefix("file://\(folder.path)/giftctl-gallery-"))
    #expect(!argument.contains(token))
    #expect(try number(in: "mode", of: folder) == 600)
    #expect(!FileManager.default.fileExists(atPath: String(argument.dropFirst("file://".count))))
    let pid = try number(in: "browser", of: folder)
    #expect(try number(in: "session", of: folder) != number(in: "terminal", of: folder))
    #expect(kill(pid, 0) == 0)
  }

  private func number(in file: String, of folder: TemporaryFolder) throws -> Int32 {
    try #require(Int32(text(of: file, in: folder)))
  }

  private func text(of file: String, in folder: TemporaryFolder) throws -> String {
    try String(contentsOfFile: "\(folder.path)/\(file)", encoding: .utf8)
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
