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
  /// The unfinished folder; nil for standard output.
  private let files: Folder?

  /// A target of what `noun` names.
  ///
  /// Throws `CommandError.usage` without a name, and `file` when the folder exists already or
  /// cannot be created.
  init(_ target: String, of noun: String) throws(CommandError) {
    self.noun = noun
    guard target != "-" else {
      folder = nil
      unfinished = ""
      files = nil
      return
    }
    guard !target.isEmpty else { throw .usage("The folder's name is empty.") }
    // Without the slashes at its end, after which nothing could be written.
    let path = FilePath(target).string
    guard !FileManager.default.fileExists(atPath: path) else {
      throw .file(path: target, .notEmpty)
    }
    folder = path
    let unfinished = "\(path).part-\(ProcessInfo.processInfo.processIdentifier)"
    self.unfinished = unfinished
    files = try Self.attempt("it cannot be created", path) {
      try FileManager.default.createDirectory(
        atPath: Self.parent(of: unfinished), withIntermediateDirectories: true)
      // Drafts and notes are for nobody else's eyes. It fails if the folder exists, so it never
      // writes into another's.
      return try Folder.make(FilePath(unfinished), permissions: .ownerReadWriteExecute)
    }
  }

  /// Where a text can be kept until it is put here: on the same disk, or in `other` for a stream.
  func spool(orIn other: String) throws(CommandError) -> SpooledText {
    try SpooledText(in: folder.map(Self.parent) ?? other)
  }

  /// Writes one file; the first of a stream is written as it is, the others wrapped.
  func put(_ name: String, _ bytes: [UInt8], isFirst: Bool = false) throws(CommandError) {
    try writing { () throws(CommandError) in try write(name, bytes, isFirst: isFirst) }
  }

  /// Writes the first file, piece by piece.
  func put(_ name: String, _ text: SpooledText) throws(CommandError) {
    let file = try writing { () throws(CommandError) in
      try Self.attempt("it cannot be written", folder) {
        try files.map { try Self.create(name, in: $0) } ?? .standardOutput
      }
    }
    // An error of closing would hide what went wrong before.
    defer { if files != nil { try? file.close() } }
    try text.eachPiece { piece throws(CommandError) in
      try writing { () throws(CommandError) in
        _ = try Self.attempt("it cannot be written", folder) { try file.writeAll(piece) }
      }
    }
  }

  private func writing<Value: Sendable>(
    _ body: () throws(CommandError) -> Value
  ) throws(CommandError) -> Value {
    try progress.withLock { progress throws(CommandError) in
      // The process ends already, and has said so.
      guard progress == .writing else { throw .reported(.failure) }
      return try body()
    }
  }

  private func write(_ name: String, _ bytes: [UInt8], isFirst: Bool) throws(CommandError) {
    try Self.attempt("it cannot be written", folder) {
      guard let files else {
        let line =
          isFirst
          ? bytes
          : Array(try canonicalJSON(StreamLine(file: name, bytes: bytes)))
            + [UInt8(ascii: "\n")]
        _ = try FileDescriptor.standardOutput.writeAll(line)
        return
      }
      // A picture's or a drawing's.
      if let parent = FilePath(name).removingLastComponent().lastComponent {
        try files.makeFolder(parent)
      }
      let file = try Self.create(name, in: files)
      _ = try file.closeAfter { try file.writeAll(bytes) }
    }
  }

  private static func create(_ name: String, in files: Folder) throws -> FileDescriptor {
    try files.create(FilePath(name), permissions: [.ownerReadWrite, .groupRead, .otherRead])
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
    guard let folder, let files else { return }
    try Self.attempt("it cannot be renamed", folder) {
      // Waiting for each file would take a hundred times as long.
      try files.flushAll()
      try FileManager.default.moveItem(atPath: unfinished, toPath: folder)
      try Folder(FilePath(Self.parent(of: unfinished))).flush()
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

  private static func attempt<Value>(
    _ failure: String, _ folder: String?, _ body: () throws -> Value
  ) throws(CommandError) -> Value {
    let path = folder ?? "standard output"
    do {
      return try body()
    } catch let error as Errno {
      throw .file(path: path, .system("\(failure): \(error)"))
    } catch DiskError.system(let error) {
      throw .file(path: path, .system("\(failure): \(error)"))
    } catch {
      throw .file(path: path, .system(failure))
    }
  }

  private static func parent(of path: String) -> String {
    let parent = FilePath(path).removingLastComponent().string
    return parent.isEmpty ? "." : parent
  }
}
