import Foundation

/// Files that the tests read: the project's own fixtures, and material beside the project.
enum Material {
  /// The folder of Package.swift; fixtures are below it, shared material beside it.
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  static let fixtures = root.appending(path: "fixtures/lottie").path
  private static let shared = root.deletingLastPathComponent().appending(path: "shared").path

  /// A shared folder's path, or nil, said aloud, if it is not there.
  static func sharedFolder(_ name: String) -> String? {
    guard exists("\(shared)/\(name)") else {
      print("skipped: no ../shared/\(name) beside the project")
      return nil
    }
    return "\(shared)/\(name)"
  }

  static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: path)
  }

  /// The paths of all files below a folder, relative to it and sorted; none if there is no folder.
  static func names(in folder: String?, suffix: String = "") -> [String] {
    guard let folder else { return [] }
    let entries = FileManager.default.enumerator(atPath: folder)?.allObjects ?? []
    return entries.compactMap { $0 as? String }.filter { $0.hasSuffix(suffix) }.sorted()
  }

  static func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: path)))
  }

  static func lines(_ path: String) throws -> [Substring] {
    String(decoding: try bytes(path), as: UTF8.self).split(whereSeparator: \.isNewline)
  }

  /// The rows of a CSV file without quoted commas in its first columns, the heading left out.
  static func rows(_ path: String) throws -> [[String]] {
    try lines(path).dropFirst().map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
  }
}
