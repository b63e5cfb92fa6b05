import GiftPublishing
import Lottie

#if canImport(Glibc)
  import Glibc
#endif

/// An animation that somebody named: a file, or `-` for standard input; what is in it, if it is a
/// `.lottie` or a `.tgs`.
struct AnimationFile {
  /// The argument that stands for standard input.
  static let standardInput = "-"

  /// As it was given.
  let argument: String
  /// How answers name it, as in `gift.lottie (a/rose.json)`.
  let name: String
  private let animation: UnpackedAnimation
  var bytes: [UInt8] { animation.bytes }

  /// Reads at most `limit` bytes, and takes as many at most out of them.
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
  }

  /// What to do about images that the report misses, and that lie beside the animation.
  func hint(_ report: CheckReport) -> String? {
    guard animation.imageCount > 0, report.summary?.features.contains(.externalImages) == true
    else { return nil }
    let images = counted(animation.imageCount, "image")
    return "\(shown(name)): \(images) \(animation.imageCount == 1 ? "lies" : "lie") beside the "
      + "animation in the archive, and only the animation is taken: export it with its images "
      + "inside it (Bodymovin: \"Include in JSON\")."
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
