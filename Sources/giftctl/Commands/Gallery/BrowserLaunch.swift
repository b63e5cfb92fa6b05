import FoundationEssentials
import Gallery
import Subprocess
import SystemPackage

/// Opens a browser without showing the gallery's address to other users of the machine, who can
/// read the arguments of every process: it is given a file that only its owner can read, and that
/// leads on to the address.
struct BrowserLaunch {
  private static let programs = ["xdg-open", "open"]

  private let folder: String

  init(_ environment: [String: String]) {
    let parent = environment["XDG_RUNTIME_DIR"] ?? FileManager.default.temporaryDirectory.path
    folder = "\(parent)/giftctl-gallery-\(ProcessInfo.processInfo.processIdentifier)"
  }

  /// Opens an address; says nothing if there is no browser, as the address has been printed.
  func open(_ address: String) async {
    do {
      let file = try write(address)
      for program in Self.programs {
        // One that is missing cannot be run; the next may be there.
        let result = try? await Subprocess.run(
          .name(program), arguments: [file], input: .none, output: .discarded, error: .discarded)
        if result?.terminationStatus.isSuccess == true { return }
      }
    } catch {
      Terminal.explain("giftctl: No browser was opened: open the address yourself.")
    }
  }

  /// Removes the file.
  func clean() {
    // It may not be there.
    try? FileManager.default.removeItem(atPath: folder)
  }

  private func write(_ address: String) throws -> String {
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    let path = "\(folder)/gallery.html"
    let file = try FileDescriptor.open(
      FilePath(path), .writeOnly, options: [.create, .exclusiveCreate], permissions: .ownerReadWrite
    )
    try file.closeAfter { _ = try file.writeAll(Redirection.page(to: address).source.utf8) }
    return path
  }
}
