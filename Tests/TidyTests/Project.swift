import Foundation
import Support

/// The project's files as they lie in the package's folder.
enum Project {
  /// All Swift files below `folder`, paths relative to the package, sorted.
  static func swift(below folder: String) throws -> [SwiftSource] {
    try paths(below: folder, suffix: ".swift")
      .map { SwiftSource(path: $0, text: try text($0)) }
  }

  /// Swift of the product: what lies in Sources, the clients' library, and the constants in sql.
  static func product() throws -> [SwiftSource] {
    try swift(below: "Sources") + swift(below: "Client/Sources") + swift(below: "sql")
  }

  static func paths(below folder: String, suffix: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: "\(Places.packageRoot)/\(folder)")
      .filter { $0.hasSuffix(suffix) }
      .map { "\(folder)/\($0)" }
      .sorted()
  }

  static func text(_ path: String) throws -> String {
    try String(contentsOf: URL(filePath: "\(Places.packageRoot)/\(path)"), encoding: .utf8)
  }

  static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(Places.packageRoot)/\(path)")
  }

  /// The targets that `Package.swift` declares.
  static func manifest() throws -> Manifest { Manifest(text: try text("Package.swift")) }
}
