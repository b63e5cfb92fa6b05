import DrawProtocol
import Foundation
import Pictures
import Support
import SystemPackage

/// A temporary folder with programs that pass themselves off as giftdraw, or giftdraw itself.
///
/// All processes are started by paths in it, so that those left over can be told.
struct DrawingFolder {
  let path: String

  /// Runs `body` with a new folder, and deletes it after.
  static func with<Value>(
    _ body: (DrawingFolder) async throws -> Value
  ) async throws -> Value {
    let folder = URL(filePath: NSTemporaryDirectory()).resolvingSymlinksInPath()
      .appending(path: "drawing-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    do {
      let value = try await body(DrawingFolder(path: folder.path))
      try FileManager.default.removeItem(at: folder)
      return value
    } catch {
      try FileManager.default.removeItem(at: folder)
      throw error
    }
  }

  /// The real giftdraw, under a path in the folder.
  func giftdraw() throws -> FilePath {
    let link = path + "/giftdraw"
    if !FileManager.default.fileExists(atPath: link) {
      try FileManager.default.createSymbolicLink(
        atPath: link, withDestinationPath: try Places.builtProduct("giftdraw"))
    }
    return FilePath(link)
  }

  /// A script that runs `lines`, in which `$here` is the folder, and `wait` waits for ever.
  func script(_ lines: String) throws -> FilePath {
    let tail = path + "/tail"
    try FileManager.default.createSymbolicLink(atPath: tail, withDestinationPath: "/usr/bin/tail")
    let text = """
      #!/bin/sh
      here=\(path)
      wait() { exec \(tail) -f /dev/null; }
      send() { /bin/cat "$here/$1"; }
      \(lines)
      """
    let script = path + "/script"
    try write(Array(text.utf8), "script")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script)
    return FilePath(script)
  }

  func write(_ bytes: [UInt8], _ name: String) throws {
    try Data(bytes).write(to: URL(filePath: path + "/" + name))
  }

  /// The command lines of living processes that were started by a path in the folder.
  func survivors() throws -> [String] { try processes().map(\.line) }

  /// What the system says of each thread of those processes, by its name (proc(5), `status`).
  func threadStatuses() throws -> [[String: String]] {
    try processes().flatMap { process in
      let threads = "/proc/\(process.id)/task"
      return try FileManager.default.contentsOfDirectory(atPath: threads).map { thread in
        let status = try String(contentsOfFile: "\(threads)/\(thread)/status", encoding: .utf8)
        let fields = status.split(separator: "\n").map {
          $0.split(separator: ":\t").map(String.init)
        }
        return Dictionary(
          fields.filter { $0.count == 2 }.map { ($0[0], $0[1]) },
          uniquingKeysWith: { one, _ in one })
      }
    }
  }

  private func processes() throws -> [(id: String, line: String)] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { Int($0) != nil }
      .compactMap { process in
        // A process may end meanwhile.
        guard let line = try? Data(contentsOf: URL(filePath: "/proc/\(process)/cmdline")) else {
          return nil
        }
        let text = String(decoding: line, as: UTF8.self)
        return text.contains(path) ? (process, text) : nil
      }
  }
}
