// The bench owns what is measured of drawing, and compared over collections that are too large for
// tests. It must not know what pictures are for.

import Foundation
import Pictures
import SystemPackage

/// `DrawBench pixels FOLDER` compares every frame of each animation, drawn in the jail, with the
/// one that rlottie draws without it.
///
/// `DrawBench verdicts FOLDER MUTANTS SEED PART PARTS` draws the files of a folder, mutants of
/// them, and animations that are bad at one frame, one after the other, and prints each with its
/// verdict and the milliseconds of a processor that its process took. PART, from 0, is a share of
/// PARTS.
///
/// `DrawBench pictures FOLDER [OUT]` makes the pictures of all animations, as many at a time as
/// there are processors, prints their number, the seconds, and the most memory, and writes them.
///
/// `DrawBench frames FOLDER OUT` writes frames as PNG, of which other programs make pictures.
@main
enum DrawBench {
  static func main() async throws {
    let words = CommandLine.arguments.dropFirst()
    let folder = words.dropFirst().first ?? ""
    let rest = Array(words.dropFirst(2))
    let numbers = rest.compactMap(Int.init)
    switch words.first {
    case "pixels" where rest.isEmpty: try await PixelComparison.report(on: folder)
    case "verdicts" where rest.count == 4 && numbers.count == 4:
      let part = Verdicts.Part(number: numbers[2], of: numbers[3])
      try await Verdicts.report(on: folder, mutants: numbers[0], seed: numbers[1], part)
    case "pictures" where rest.count <= 1:
      try await PictureRate.report(on: folder, writingTo: rest.first)
    case "frames" where rest.count == 1: try await PictureRate.writeFrames(of: folder, to: rest[0])
    default:
      print("usage: DrawBench pixels FOLDER | verdicts FOLDER MUTANTS SEED PART PARTS")
      print("       DrawBench pictures FOLDER [OUT] | frames FOLDER OUT")
      exit(64)
    }
  }
}

/// Programs that are built together with this one.
enum Programs {
  static func path(_ name: String) throws -> FilePath {
    let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return FilePath(own).removingLastComponent().appending(name)
  }

  static func tool() throws -> DrawingTool { DrawingTool(path: try path("giftdraw")) }
}

/// Files that are drawn.
enum Files {
  /// The names of all JSON files below a folder.
  static func animations(below folder: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".json") }
      .sorted()
  }

  static func bytes(_ name: String, below folder: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: folder + "/" + name)))
  }

  /// Does something with each name, as many at a time as there are processors.
  static func each<Value: Sendable>(
    _ names: [String], _ body: @escaping @Sendable (String) async throws -> Value
  ) async throws -> [Value] {
    try await withThrowingTaskGroup(of: Value.self) { group in
      var rest = names.makeIterator()
      var values: [Value] = []
      for name in rest.prefix(ProcessInfo.processInfo.activeProcessorCount) {
        group.addTask { try await body(name) }
      }
      while let value = try await group.next() {
        values.append(value)
        if let name = rest.next() { group.addTask { try await body(name) } }
      }
      return values
    }
  }
}

extension IndexingIterator<[String]> {
  /// Takes the next elements.
  fileprivate mutating func prefix(_ count: Int) -> [String] {
    (0..<count).compactMap { _ in next() }
  }
}
