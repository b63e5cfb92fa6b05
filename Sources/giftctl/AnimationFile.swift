import GiftDomain
import GiftPublishing
import Lottie

#if canImport(Glibc)
  import Glibc
#endif

/// An animation named on the command line: a file, or `-` for standard input; of a `.lottie` or
/// `.tgs`, the JSON inside.
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
    let file =
      argument == Self.standardInput
      ? try Self.readStandardInput(limit) : try InputFile.bytes(argument, limit: limit)
    let path = Self.name(of: argument)
    do {
      animation = try UnpackedAnimation(file, limit: limit)
    } catch {
      throw .file(path: path, .packed(error))
    }
    name = animation.name(in: path)
    bytes = animation.bytes
  }

  /// A hint about images that the report misses and the archive has beside the animation.
  func hint(_ report: CheckReport) -> String? {
    guard animation.imageCount > 0, report.summary?.features.contains(.externalImages) == true
    else { return nil }
    let images = counted(animation.imageCount, "image")
    return "\(shown(name)): the archive has \(images) beside the animation, and only the animation "
      + "is read: export it with its images embedded (Bodymovin: \"Include in JSON\")."
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
