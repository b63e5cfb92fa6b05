import FoundationEssentials
import GiftPublishing
import SystemPackage

/// Where `giftctl edit` writes its results.
enum EditTarget {
  case standardOutput
  case file(String)
  case folder(String)

  /// Throws `CommandError.usage` and `.file` for a target that cannot hold the results.
  init(_ output: String, files: [String]) throws(CommandError) {
    guard !output.isEmpty else { throw .usage("The name after -o is empty.") }
    guard !Self.isPacked(output) else {
      throw .usage("giftctl edit writes JSON: give -o a name ending in .json.")
    }
    guard output != OutputFile.standardOutput else {
      guard files.count == 1 else {
        throw .usage("Only one file can be written to standard output.")
      }
      self = .standardOutput
      return
    }
    var isFolder = false
    let exists = FileManager.default.fileExists(atPath: output, isDirectory: &isFolder)
    guard isFolder else {
      guard files.count == 1 else {
        throw exists
          ? .file(path: output, .notAFolder)
          : .usage("With several files, -o takes a folder that exists.")
      }
      guard !output.hasSuffix("/") else { throw .file(path: output, .notAFolder) }
      self = .file(output)
      return
    }
    guard !files.contains(AnimationFile.standardInput) else {
      throw .usage("Standard input has no file name to use in a folder: give -o a file.")
    }
    let names = files.map(Self.name)
    if let twice = names.first(where: { name in names.count { $0 == name } > 1 }) {
      throw .usage(
        "Two files are called \(quoted(twice)) and would overwrite each other: write them to "
          + "different folders.")
    }
    self = .folder(output)
  }

  func path(for file: String) -> String {
    switch self {
    case .standardOutput: OutputFile.standardOutput
    case .file(let path): path
    case .folder(let folder): folder + "/" + Self.name(of: file)
    }
  }

  /// Writes all of the bytes, or nothing.
  ///
  /// Throws `CommandError.file`.
  func write(_ bytes: [UInt8], to path: String) throws(CommandError) {
    switch self {
    case .standardOutput: try OutputFile.writeOut(bytes)
    case .file, .folder: try OutputFile.write(bytes, to: path)
    }
  }

  /// The file name of a result in a folder.
  private static func name(of path: String) -> String {
    let (file, animation) = UnpackedAnimation.parts(of: path)
    guard let name = FilePath(file).lastComponent else { return path }
    let chosen = animation.map { "-" + $0.filter { $0.isLetter || $0.isNumber || $0 == "-" } } ?? ""
    return isPacked(file) ? name.stem + chosen + ".json" : name.string
  }

  private static func isPacked(_ path: String) -> Bool {
    ["lottie", "tgs"].contains(FilePath(path).extension?.lowercased())
  }
}
