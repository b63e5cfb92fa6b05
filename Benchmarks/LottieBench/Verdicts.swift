import Foundation
import Lottie
import Mutants

/// What the check says of animations that are then given to players.
enum Verdicts {
  /// Writes bases and all their variants below a folder, each as a file of its own.
  static func writeVariants(to folder: String) throws {
    for variant in try Variants.all() {
      let file = URL(filePath: "\(folder)/\(variant.name).json")
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(variant.bytes).write(to: file)
    }
  }

  /// Prints a line for each animation below a folder: its path, then for the profiles `gift` and
  /// `web` each the verdict, the codes of the errors, and those of the warnings, with tabs between.
  static func report(on folder: String) throws {
    for path in Files.animations(below: folder) {
      let bytes = try Files.bytes(path)
      let fields = [Profile.gift, .web].flatMap { profile in
        let report = Lottie.check(bytes, CheckPolicy(profile))
        return [
          "\(report.verdict)", codes(of: report, .error), codes(of: report, .warning),
        ]
      }
      print(([path] + fields).joined(separator: "\t"))
    }
  }

  private static func codes(of report: CheckReport, _ severity: Severity) -> String {
    Set(report.findings.filter { $0.severity == severity }.map(\.code)).sorted()
      .joined(separator: ",")
  }
}
