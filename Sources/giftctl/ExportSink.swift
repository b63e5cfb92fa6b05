import FoundationEssentials
import GiftPublishing
import SystemPackage

/// Where an export goes: a folder that appears when it is complete, or standard output.
struct ExportSink {
  private let folder: String?
  private let unfinished: String

  /// Throws `CommandError.file` when the folder exists already or cannot be made.
  init(_ target: String) throws(CommandError) {
    guard target != "-" else {
      folder = nil
      unfinished = ""
      return
    }
    guard !FileManager.default.fileExists(atPath: target) else {
      throw .file(path: target, .notEmpty)
    }
    folder = target
    unfinished = "\(target).part-\(ProcessInfo.processInfo.processIdentifier)"
    try attempt("it cannot be made") {
      try FileManager.default.createDirectory(
        atPath: unfinished, withIntermediateDirectories: true)
    }
  }

  /// Writes one file; the first of a stream stands for itself, the others are wrapped.
  func put(_ name: String, _ bytes: [UInt8], isFirst: Bool) throws(CommandError) {
    guard folder != nil else {
      try attempt("it cannot be written") {
        let line =
          isFirst
          ? bytes
          : Array(try JSONCoding.encoder.encode(StreamLine(file: name, bytes: bytes)))
            + [UInt8(ascii: "\n")]
        _ = try FileDescriptor.standardOutput.writeAll(line)
      }
      return
    }
    let url = URL(filePath: unfinished).appending(path: name)
    try attempt("it cannot be written") {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(bytes).write(to: url)
    }
  }

  /// Gives the folder its name.
  func finish() throws(CommandError) {
    guard let folder else { return }
    try attempt("it cannot be given its name") {
      try FileManager.default.moveItem(atPath: unfinished, toPath: folder)
    }
  }

  private func attempt(_ failure: String, _ body: () throws -> Void) throws(CommandError) {
    do {
      try body()
    } catch {
      throw .file(path: folder ?? "standard output", .system(failure))
    }
  }
}
