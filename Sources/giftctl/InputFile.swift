import FoundationEssentials
import SystemPackage

/// Reads a named file up to a limit.
enum InputFile {
  /// The bytes of the regular file at `path`, links followed.
  ///
  /// Folders, pipes and devices are refused without being opened, so nothing hangs, and a file
  /// that is too large is not read.
  ///
  /// Throws `CommandError.file`.
  static func bytes(_ path: String, limit: Int) throws(CommandError) -> [UInt8] {
    do {
      return try read(path, limit: limit)
    } catch {
      throw .file(path: path, error)
    }
  }

  private static func read(_ path: String, limit: Int) throws(FileProblem) -> [UInt8] {
    let file: Stat
    do {
      file = try FilePath(path).stat()
    } catch .noSuchFileOrDirectory, .notDirectory {
      throw .missing
    } catch {
      throw .system(error.description)
    }
    guard file.type == .regular else { throw .notAFile(kind: file.type.words) }
    guard file.size <= limit else { throw .tooLarge(bytes: file.size, limit: Int64(limit)) }
    let bytes: [UInt8]
    do {
      bytes = Array(try Data(contentsOf: URL(filePath: path)))
    } catch {
      throw .system("it cannot be read; check its permissions")
    }
    // The file may have grown since stat.
    guard bytes.count <= limit else {
      throw .tooLarge(bytes: Int64(bytes.count), limit: Int64(limit))
    }
    return bytes
  }
}

extension FileType {
  /// What a thing that is no file is, in a message.
  var words: String {
    switch self {
    case .directory: "a folder"
    case .fifo: "a pipe"
    case .socket: "a socket"
    case .characterSpecial, .blockSpecial: "a device"
    default: "something else"
    }
  }
}
