import Foundation
import Lottie

/// Animations as edits that keep their look leave them.
enum Edits {
  private static let edits: [(Fix, AnimationEdit)] = [
    (.bakeLoops, .bakeLoops), (.repair, .repair),
  ]

  /// Writes what each edit makes of each animation below a folder into another one.
  ///
  /// Prints a line for each that it changes: its path, the edit, and the path of what was made,
  /// with tabs between.
  static func write(from folder: String, to out: String) throws {
    try FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: true)
    for (number, path) in Files.animations(below: folder).enumerated() {
      for (fix, edit) in edits {
        // Collections have files that cannot be read.
        guard let edited = try? Lottie.edit(Files.bytes(path), [edit]), !edited.isUnchanged else {
          continue
        }
        let file = "\(out)/\(number)-\(fix.rawValue).json"
        try Data(edited.bytes).write(to: URL(filePath: file))
        print([path, fix.rawValue, file].joined(separator: "\t"))
      }
    }
  }
}
