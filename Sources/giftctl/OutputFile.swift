import FoundationEssentials
import SystemPackage

/// Writes results to named files and to standard output.
enum OutputFile {
  /// The argument that means standard output.
  static let standardOutput = "-"

  /// Writes all of the bytes to a file, or nothing.
  ///
  /// A file appears under its name only once it is on disk; until then an older one stays. The
  /// target of a link is replaced, not the link. Permissions of an older file stay. Throws
  /// `CommandError.file`.
  static func write(_ bytes: [UInt8], to path: String) throws(CommandError) {
    let place = URL(filePath: path).resolvingSymlinksInPath()
    let old: Stat?
    do {
      old = try FilePath(place.path).stat()
    } catch .noSuchFileOrDirectory {
      let folder = FilePath(place.path).removingLastComponent()
      // What else keeps a file from being written there, the write will say.
      guard (try? folder.stat()) != nil else {
        let name = quoted(folder.string)
        throw .file(path: path, .system("the folder \(name) does not exist; create it first"))
      }
      old = nil
    } catch {
      throw .file(path: path, .system(error.description))
    }
    if let old, old.type != .regular {
      throw .file(path: path, .notAFile(kind: old.type.words))
    }
    do {
      try Data(bytes).write(to: place, options: .atomic)
      if let old {
        try FileManager.default.setAttributes(
          [.posixPermissions: Int(old.permissions.rawValue)], ofItemAtPath: place.path)
      }
    } catch {
      throw .file(
        path: path, .system("it cannot be written; check its permissions and the free disk space"))
    }
  }

  /// Writes all of the bytes to standard output; one that is closed early is not an error.
  ///
  /// Throws `CommandError.file`.
  static func writeOut(_ bytes: [UInt8]) throws(CommandError) {
    do {
      _ = try FileDescriptor.standardOutput.writeAll(bytes)
    } catch Errno.brokenPipe {
      return
    } catch {
      throw .file(path: "standard output", .system("it cannot be written: \(error)"))
    }
  }
}
