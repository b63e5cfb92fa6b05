import GiftDomain
import GiftPublishing
import Lottie

/// What `check --json` prints.
struct CheckDocument: Encodable {
  /// The report on one file, or on one version of the catalogue.
  struct File: Encodable {
    let file: String
    /// The version of the catalogue that it is; its members are there with `--catalogue` only.
    let version: StandingVersion?
    let verdict: String
    let findings: [FindingDocument]
    let summary: SummaryDocument?

    init(_ file: String, version: StandingVersion? = nil, _ report: CheckReport) {
      self.file = file
      self.version = version
      verdict = report.verdict.rawValue
      findings = report.findings.map(FindingDocument.init)
      summary = report.summary.map(SummaryDocument.init)
    }

    /// Every member is there, also a summary that could not be made: null.
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(file, forKey: .file)
      try container.encode(verdict, forKey: .verdict)
      try container.encode(findings, forKey: .findings)
      try container.encode(summary, forKey: .summary)
      guard let version else { return }
      try container.encode(version.gift.text, forKey: .gift)
      try container.encode(version.version.number.value, forKey: .version)
      try container.encode(version.standings.map(\.rawValue), forKey: .standings)
    }

    private enum CodingKeys: String, CodingKey {
      case file
      case verdict
      case findings
      case summary
      case gift
      case version
      case standings
    }
  }

  let files: [File]
}
