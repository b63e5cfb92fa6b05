import Disk
import FoundationEssentials
import GiftPublishing
import GiftStore
import Synchronization
import SystemPackage

/// A folder that appears when it is complete, or standard output.
final class ExportSink: Sendable {
  /// How far it is; one thing is done at a time, as Ctrl-C may discard it meanwhile.
  private enum Progress {
    case writing
    case finished
    case discarded
  }

  private let progress = Mutex(Progress.writing)
  private let noun: String
  private let folder: String?
  private let unfinished: String
  private var parent: String { Self.parent(of: unfinished) }

  /// A target of what `noun` names.
  ///
  /// Throws `CommandError.usage` without a name, and `file` when the folder exists already or
  /// cannot be created.
  init(_ target: String, of noun: String) throws(CommandError) {
    self.noun = noun
    guard target != "-" else {
      folder = nil
      unfinished = ""
      return
    }
    guard !target.isEmpty else { throw .usage("The folder's name is empty.") }
    // Without the slashes at its end, after which nothing could be written.
    let path = FilePath(target).string
    guard !FileManager.default.fileExists(atPath: path) else {
      throw .file(path: target, .notEmpty)
    }
    folder = path
    unfinished = "\(path).part-\(ProcessInfo.processInfo.processIdentifier)"
    try attempt("it cannot be created") {
      try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
      // Fails if the folder exists, so it never writes into another's.
      try FileManager.default.createDirectory(
        atPath: unfinished, withIntermediateDirectories: false)
    }
  }

  /// Writes one file; the first of a stream is written as it is, the others wrapped.
  func put(_ name: String, _ bytes: [UInt8], isFirst: Bool = false) throws(CommandError) {
    try progress.withLock { progress throws(CommandError) in
      // The process ends already, and has said so.
      guard progress == .writing else { throw .reported(.failure) }
      try write(name, bytes, isFirst: isFirst)
    }
  }

  private func write(_ name: String, _ bytes: [UInt8], isFirst: Bool) throws(CommandError) {
    guard folder != nil else {
      try attempt("it cannot be written") {
        let line =
          isFirst
          ? bytes
          : Array(try canonicalJSON(StreamLine(file: name, bytes: bytes)))
            + [UInt8(ascii: "\n")]
        _ = try FileDescriptor.standardOutput.writeAll(line)
      }
      return
    }
    let path = unfinished + "/" + name
    try attempt("it cannot be written") {
      try FileManager.default.createDirectory(
        atPath: Self.parent(of: path), withIntermediateDirectories: true)
      let file = try FileDescriptor.open(
        FilePath(path), .writeOnly, options: [.create, .exclusiveCreate],
        permissions: [.ownerReadWrite, .groupRead, .otherRead])
      try file.closeAfter {
        _ = try file.writeAll(bytes)
        try file.flush()
      }
    }
  }

  /// Renames the folder to its final name once its contents are on disk.
  func finish() throws(CommandError) {
    try progress.withLock { progress throws(CommandError) in
      guard progress == .writing else { throw .reported(.failure) }
      try rename()
      progress = .finished
    }
  }

  private func rename() throws(CommandError) {
    guard let folder else { return }
    try attempt("it cannot be renamed") {
      for name in try FileManager.default.contentsOfDirectory(atPath: unfinished) {
        var isFolder = false
        let path = unfinished + "/" + name
        if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder {
          try FileReplacement.flush(folder: FilePath(path))
        }
      }
      try FileReplacement.flush(folder: FilePath(unfinished))
      try FileManager.default.moveItem(atPath: unfinished, toPath: folder)
      try FileReplacement.flush(folder: FilePath(parent))
    }
  }

  /// Removes the files written so far, unless the export is complete; what to say of it.
  @discardableResult func discard() -> String {
    progress.withLock { progress in
      guard progress != .finished else { return "The \(noun) is complete." }
      progress = .discarded
      guard folder != nil else { return "The output is incomplete." }
      remove()
      return "No \(noun) was written."
    }
  }

  private func remove() {
    guard folder != nil, FileManager.default.fileExists(atPath: unfinished) else { return }
    do {
      try FileManager.default.removeItem(atPath: unfinished)
    } catch {
      Terminal.explain("giftctl: \(quoted(unfinished)) is incomplete and could not be removed.")
    }
  }

  private func attempt(_ failure: String, _ body: () throws -> Void) throws(CommandError) {
    do {
      try body()
    } catch let error as Errno {
      throw .file(path: folder ?? "standard output", .system("\(failure): \(error)"))
    } catch {
      throw .file(path: folder ?? "standard output", .system(failure))
    }
  }

  private static func parent(of path: String) -> String {
    let parent = FilePath(path).removingLastComponent().string
    return parent.isEmpty ? "." : parent
  }
}
