import GiftDomain
import Lottie

/// How many findings there are of each severity.
struct SeverityTally {
  private var counts: [Severity: Int] = [:]

  init() {}

  init(_ report: CheckReport) {
    for finding in report.findings { counts[finding.severity, default: 0] += 1 }
  }

  static func += (sum: inout SeverityTally, other: SeverityTally) {
    sum.counts.merge(other.counts, uniquingKeysWith: +)
  }

  var isEmpty: Bool { counts.isEmpty }

  /// `1 error, 3 warnings`: without severities that have none.
  var text: String {
    Severity.allCases.compactMap { severity in
      counts[severity].map { counted($0, severity.rawValue) }
    }.joined(separator: ", ")
  }
}

extension CheckReport {
  var errorCount: Int { findings.count { $0.severity == .error } }
}
