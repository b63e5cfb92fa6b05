import Disk
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
    let folder = FilePath(path).removingLastComponent()
    // What else keeps a file from being written there, the write will say.
    guard folder.isEmpty || (try? folder.stat()) != nil else {
      let name = quoted(folder.string)
      throw .file(path: path, .system("the folder \(name) does not exist; create it first"))
    }
    let file: ResultFile
    do {
      file = try ResultFile(FilePath(path))
    } catch .system(.noSuchFileOrDirectory) {
      throw .file(path: path, .system("it is a link to a file that does not exist"))
    } catch {
      throw .file(path: path, FileProblem(error))
    }
    do {
      try file.write(bytes)
    } catch .system(let error) {
      let remedy = "check its permissions and the free disk space"
      throw .file(path: path, .system("it cannot be written (\(error)); \(remedy)"))
    } catch {
      throw .file(path: path, FileProblem(error))
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
