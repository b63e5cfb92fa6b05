#if canImport(Glibc)
  import Glibc
#endif

/// An animation that somebody named: a file, or `-` for standard input.
struct AnimationFile {
  /// The argument that stands for standard input.
  static let standardInput = "-"

  /// How answers name it.
  let name: String
  let bytes: [UInt8]

  /// Reads at most `limit` bytes.
  ///
  /// Throws `CommandError.file`.
  init(_ argument: String, limit: Int) throws(CommandError) {
    name = Self.name(of: argument)
    bytes =
      argument == Self.standardInput
      ? try Self.readStandardInput(limit) : try InputFile.bytes(argument, limit: limit)
  }

  /// How answers name what an argument stands for.
  static func name(of argument: String) -> String {
    argument == standardInput ? "standard input" : argument
  }

  private static func readStandardInput(_ limit: Int) throws(CommandError) -> [UInt8] {
    var bytes: [UInt8] = []
    while case let byte = getchar_unlocked(), byte != EOF {
      guard bytes.count < limit else {
        throw .file(
          path: name(of: standardInput),
          .tooLarge(bytes: Int64(limit) + 1, limit: Int64(limit)))
      }
      bytes.append(UInt8(truncatingIfNeeded: byte))
    }
    return bytes
  }
}
