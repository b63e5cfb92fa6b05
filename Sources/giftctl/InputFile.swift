import FoundationEssentials

/// A file that somebody named, read with a limit.
enum InputFile {
  /// The bytes of the regular file at `path`, links followed.
  ///
  /// Folders, pipes and devices are refused without being opened, so nothing hangs.
  ///
  /// Throws `CommandError.file`.
  static func bytes(_ path: String, limit: Int) throws(CommandError) -> [UInt8] {
    do {
      return try read(path, limit: limit)
    } catch let problem as FileProblem {
      throw .file(path: path, problem)
    } catch {
      throw .file(path: path, .system("it cannot be read"))
    }
  }

  private static func read(_ path: String, limit: Int) throws -> [UInt8] {
    let manager = FileManager.default
    let resolved = URL(filePath: path).resolvingSymlinksInPath().path
    guard manager.fileExists(atPath: resolved) else { throw FileProblem.missing }
    let attributes = try manager.attributesOfItem(atPath: resolved)
    let kind = attributes[.type] as? FileAttributeType
    guard kind == .typeRegular else { throw FileProblem.notAFile(kind: words(for: kind)) }
    let size = (attributes[.size] as? any BinaryInteger).map { Int64($0) } ?? 0
    guard size <= limit else { throw FileProblem.tooLarge(bytes: size, limit: Int64(limit)) }
    guard manager.isReadableFile(atPath: resolved) else {
      throw FileProblem.system("you may not read it")
    }
    let data = try Data(contentsOf: URL(filePath: resolved))
    guard data.count <= limit else {
      throw FileProblem.tooLarge(bytes: Int64(data.count), limit: Int64(limit))
    }
    return Array(data)
  }

  private static func words(for kind: FileAttributeType?) -> String {
    switch kind {
    case FileAttributeType.typeDirectory: "a folder"
    case FileAttributeType.typeSocket: "a socket"
    case FileAttributeType.typeCharacterSpecial, FileAttributeType.typeBlockSpecial: "a device"
    default: "a pipe or something else"
    }
  }
}
