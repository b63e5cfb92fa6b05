import Disk
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

  /// The folder at `path`, links followed; throws `CommandError.file`.
  static func folder(_ path: String) throws(CommandError) -> Folder {
    do {
      return try Folder(FilePath(path))
    } catch {
      switch error {
      case .noSuchFileOrDirectory: throw .file(path: path, .missing)
      case .notDirectory: throw .file(path: path, .notAFolder)
      default: throw .file(path: path, .system(error.description))
      }
    }
  }

  /// The bytes of a file in a folder, which is at `path`; nil if there is no such file.
  ///
  /// Links that lead out of the folder are refused. Throws `CommandError.file`.
  static func bytes(
    _ name: String, in folder: Folder, at path: String, limit: Int
  ) throws(CommandError) -> [UInt8]? {
    do throws(DiskError) {
      return try folder.read(FilePath(name), maxBytes: limit)
    } catch {
      throw .file(
        path: FilePath(path).appending(name).string, FileProblem(error, limit: limit))
    }
  }

  /// A file in a folder, which is at `path`, to be read piece by piece; nil if there is none.
  ///
  /// Links that lead out of the folder are refused. Throws `CommandError.file`.
  static func open(
    _ name: String, in folder: Folder, at path: String
  ) throws(CommandError) -> OpenFile? {
    do throws(DiskError) {
      return try folder.open(FilePath(name))
    } catch {
      throw .file(path: FilePath(path).appending(name).string, FileProblem(error))
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

extension FileProblem {
  /// Why a file is not read or written.
  init(_ error: DiskError, limit: Int = 0) {
    self =
      switch error {
      case .notAFile(let type): .notAFile(kind: type.words)
      case .tooLong(let bytes): .tooLarge(bytes: bytes, limit: Int64(limit))
      case .notOurs: .planted
      case .outside: .outside
      case .system(let error): .system(error.description)
      }
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
