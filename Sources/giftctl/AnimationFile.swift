import GiftDomain
import GiftPublishing
import Lottie

#if canImport(Glibc)
  import Glibc
#endif

/// An animation named on the command line: a file, or `-` for standard input; of a `.lottie` or
/// `.tgs`, the JSON inside, and of a `.lottie` with several, the one after `#`.
struct AnimationFile {
  /// The argument that means standard input.
  static let standardInput = "-"

  /// As it was given.
  let argument: String
  /// Its name in output, such as `gift.lottie (a/rose.json)`.
  let name: String
  private let animation: UnpackedAnimation
  /// The animation's bytes, or what a repair made of them.
  var bytes: [UInt8]

  /// Reads at most `limit` bytes, and unpacks at most as many.
  ///
  /// Throws `CommandError.file`.
  init(_ argument: String, limit: Int) throws(CommandError) {
    self.argument = argument
    let (path, chosen) = UnpackedAnimation.parts(of: argument)
    let file =
      argument == Self.standardInput
      ? try Self.readStandardInput(limit) : try InputFile.bytes(path, limit: limit)
    do {
      animation = try UnpackedAnimation(file, choosing: chosen, limit: limit)
    } catch {
      throw .file(path: Self.name(of: argument), .packed(error))
    }
    name = animation.name(in: Self.name(of: path))
    bytes = animation.bytes
  }

  /// What is kept of the other parts of the archive, and what is not, in a line each.
  var hints: [String] {
    var lines: [String] = []
    if !animation.embedded.isEmpty {
      lines.append("embedded from the archive: \(Self.list(animation.embedded))")
    }
    let lost = [("theme", animation.themes), ("state machine", animation.stateMachines)]
    for (kind, names) in lost where !names.isEmpty {
      lines.append("not kept: \(counted(names.count, kind)), \(Self.list(names))")
    }
    return lines.map { "\(shown(name)): \($0)" }
  }

  private static let listed = 20

  private static func list(_ names: [String]) -> String {
    names.map(quoted).cut(to: listed).joined(separator: ", ")
  }

  /// The name in output of what an argument means.
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
