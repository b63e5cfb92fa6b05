// The bench owns what is measured of the checker and looked at by people: its speed beside other
// readers of the same bytes, how its time grows, what one file costs a process, and what it
// refuses of a collection. Times on a shared machine mean little, so speeds are measured in turns
// within one run, on one thread, and told as ratios.

import Foundation
import Lottie

/// `LottieBench readers FOLDER…`, `kinds`, `growth KIND BYTES`, `alone FILE`, `refusals FOLDER`,
/// `variants OUT`, `verdicts FOLDER`, `edits FOLDER OUT`.
@main
enum LottieBench {
  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    switch arguments.first {
    case "readers": try Readers.report(on: arguments.dropFirst().flatMap(Files.animations))
    case "kinds": Growth.kinds()
    case "growth" where arguments.count == 3: Growth.report(on: arguments[1], arguments[2])
    case "alone" where arguments.count == 2: try Alone.report(on: arguments[1])
    case "refusals" where arguments.count == 2: try Refusals.report(on: arguments[1])
    case "variants" where arguments.count == 2: try Verdicts.writeVariants(to: arguments[1])
    case "verdicts" where arguments.count == 2: try Verdicts.report(on: arguments[1])
    case "edits" where arguments.count == 3:
      try Edits.write(from: arguments[1], to: arguments[2])
    default:
      print("usage: LottieBench readers FOLDER… | kinds | growth KIND BYTES")
      print("       LottieBench alone FILE | refusals FOLDER | variants OUT | verdicts FOLDER")
      print("       LottieBench edits FOLDER OUT")
      exit(64)
    }
  }
}

/// Files that are measured.
enum Files {
  /// All JSON files below a folder.
  static func animations(below folder: String) -> [String] {
    let names = FileManager.default.enumerator(atPath: folder)?.allObjects ?? []
    return names.compactMap { $0 as? String }.filter { $0.hasSuffix(".json") }.sorted()
      .map { "\(folder)/\($0)" }
  }

  static func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: path)))
  }
}
