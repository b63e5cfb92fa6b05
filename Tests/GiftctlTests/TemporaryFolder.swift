import Foundation

/// A folder of a test's own, which it deletes.
struct TemporaryFolder {
  let path: String

  init() throws {
    try self.init(path: "/tmp/gift-test-\(UUID().uuidString)")
  }

  private init(path: String) throws {
    self.path = path
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true)
  }

  func remove() {
    do {
      try FileManager.default.removeItem(atPath: path)
    } catch {
      print("left behind: \(path): \(error)")
    }
  }

  /// A folder in it.
  func folder(_ name: String) throws -> TemporaryFolder {
    try TemporaryFolder(path: path + "/" + name)
  }

  /// Writes a file and returns its path.
  func write(_ name: String, _ bytes: [UInt8]) throws -> String {
    let url = URL(filePath: path).appending(path: name)
    try Data(bytes).write(to: url)
    return url.path
  }

  /// Writes a file and returns its path.
  func write(_ name: String, _ text: String) throws -> String {
    try write(name, Array(text.utf8))
  }

  /// Writes a program that the shell runs, and returns its path.
  func program(_ name: String, _ lines: String) throws -> String {
    let path = try write(name, "#!/bin/sh\n" + lines + "\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    return path
  }

  /// Writes a program that takes giftdraw's place: it sends `messages`, and then runs `end`.
  func giftdraw(sending messages: [[UInt8]], _ end: String) throws -> String {
    let sent = try write("messages", messages.flatMap(\.self))
    return try program("giftdraw", "/bin/cat '\(sent)'\n\(end)")
  }
}
