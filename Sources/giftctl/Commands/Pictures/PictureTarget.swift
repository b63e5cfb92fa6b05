import Pictures
import SystemPackage

#if canImport(Glibc)
  import Glibc
#endif

/// Where a picture is written, as PNG.
enum PictureTarget: Hashable, Sendable {
  case standardOutput
  case file(String)

  /// Throws `CommandError.usage` for a name that does not end in `.png`, and for a terminal.
  init(_ output: String, option: String) throws(CommandError) {
    guard output != OutputFile.standardOutput else {
      guard isatty(STDOUT_FILENO) != 1 else {
        throw .usage("\(option) - would write PNG to your terminal: name a file instead.")
      }
      self = .standardOutput
      return
    }
    guard FilePath(output).extension?.lowercased() == "png" else {
      throw .usage("\(option) takes the name of a PNG file, ending in .png.")
    }
    self = .file(output)
  }

  /// The path, or `-`.
  var path: String {
    switch self {
    case .standardOutput: OutputFile.standardOutput
    case .file(let path): path
    }
  }

  /// Writes all of the picture, or nothing; returns the number of its bytes.
  ///
  /// Throws `CommandError.file`.
  func write(_ image: Bitmap) throws(CommandError) -> Int {
    let bytes = image.png
    switch self {
    case .standardOutput: try OutputFile.writeOut(bytes)
    case .file(let path): try OutputFile.write(bytes, to: path)
    }
    return bytes.count
  }
}
