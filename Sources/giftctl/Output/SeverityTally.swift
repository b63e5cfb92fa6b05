import Lottie

/// How many findings there are of each severity.
struct SeverityTally: Hashable {
  private(set) var errors = 0
  private(set) var warnings = 0
  private(set) var notes = 0

  /// Nothing yet.
  init() {}

  /// That of one report.
  init(_ report: CheckReport) {
    for finding in report.findings {
      switch finding.severity {
      case .error: errors += 1
      case .warning: warnings += 1
      case .note: notes += 1
      }
    }
  }

  static func += (sum: inout SeverityTally, other: SeverityTally) {
    sum.errors += other.errors
    sum.warnings += other.warnings
    sum.notes += other.notes
  }

  var isEmpty: Bool { self == SeverityTally() }

  /// `1 error, 3 warnings`: what there is.
  var text: String {
    [(errors, "error"), (warnings, "warning"), (notes, "note")].filter { $0.0 > 0 }
      .map { counted($0.0, $0.1) }.joined(separator: ", ")
  }
}

extension CheckReport {
  /// How many findings are errors.
  var errorCount: Int { SeverityTally(self).errors }
}
