import Foundation

/// Where files of the package lie.
package enum Places {
  /// The folder with `Package.swift`, links resolved.
  package static let packageRoot: String = {
    let here = URL(filePath: #filePath).resolvingSymlinksInPath()
    return here.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().path
  }()

  /// Material that lies beside the package in `../shared`; nil where there is none, which is then
  /// printed, so that nobody takes the test for one that ran.
  package static func sharedMaterial(_ name: String) -> String? {
    let path = URL(filePath: packageRoot).deletingLastPathComponent()
      .appending(path: "shared/\(name)").path
    if FileManager.default.fileExists(atPath: path) { return path }
    print("skipped: there is no shared/\(name) beside the package")
    return nil
  }

  /// The path of an executable product built together with the running tests.
  ///
  /// - Throws: when `/proc` cannot be read.
  package static func builtProduct(_ name: String) throws -> String {
    let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return URL(filePath: tests).deletingLastPathComponent().appending(path: name).path
  }
}
