import GiftPublishing
import Lottie

/// The report of a check as people and scripts read it.
struct CheckPrinter {
  let hasColour: Bool

  /// `file:line:column: severity: message [code at pointer]`, as compilers write it, then a line
  /// with the verdict; `file` is a name as it was given.
  func lines(_ file: String, _ report: CheckReport) -> [String] {
    report.findings.map { finding in
      let place = "\(shown(file)):\(finding.line):\(finding.column)"
      let pointer = finding.pointer.isEmpty ? "" : " at \(finding.pointer)"
      return "\(place): \(word(finding.severity)): \(finding.message) [\(finding.code)\(pointer)]"
    } + [verdictLine(file, report)]
  }

  private func verdictLine(_ file: String, _ report: CheckReport) -> String {
    switch report.verdict {
    case .accepted: "\(shown(file)): accepted\(report.summary.map { ": " + Self.text($0) } ?? "")"
    case .refused: "\(shown(file)): refused: \(counted(report.errorCount, "error"))"
    }
  }

  private func word(_ severity: Severity) -> String {
    let code =
      switch severity {
      case .error: "31"
      case .warning: "33"
      case .note: "36"
      }
    return hasColour ? "\u{1B}[\(code)m\(severity.rawValue)\u{1B}[0m" : severity.rawValue
  }

  private static func text(_ summary: AnimationSummary) -> String {
    "\(summary.width)×\(summary.height), \(short(summary.frameCount)) frames at "
      + "\(short(summary.frameRateHz)) Hz, \(seconds(ofMilliseconds: Int64(summary.durationMs))), "
      + "\(counted(summary.layerCount, "layer")), \(grouped(summary.byteCount)) bytes"
  }
}

extension CheckReport {
  /// How many findings are errors.
  var errorCount: Int { findings.count { $0.severity == .error } }
}

/// What `check --json` prints.
struct CheckDocument: Encodable {
  struct File: Encodable {
    let file: String
    let verdict: String
    let findings: [FindingDocument]
    let summary: SummaryDocument?

    init(_ file: String, _ report: CheckReport) {
      self.file = file
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
    }

    private enum CodingKeys: String, CodingKey {
      case file
      case verdict
      case findings
      case summary
    }
  }

  let files: [File]
}

/// A summary as JSON.
struct SummaryDocument: Encodable {
  let bodymovinVersion: String
  let name: String?
  let width: Int
  let height: Int
  let frameRate: Double
  let inPoint: Double
  let outPoint: Double
  let frameCount: Double
  let durationMs: Int
  let layerCount: Int
  let layersByType: [String: Int]
  let assetCount: Int
  let imageCount: Int
  let byteCount: Int

  init(_ summary: AnimationSummary) {
    bodymovinVersion = summary.bodymovinVersion
    name = summary.name
    width = summary.width
    height = summary.height
    frameRate = summary.frameRateHz
    inPoint = summary.inPoint
    outPoint = summary.outPoint
    frameCount = summary.frameCount
    durationMs = summary.durationMs
    layerCount = summary.layerCount
    layersByType = Dictionary(
      uniqueKeysWithValues: summary.layersByType.map { ("\($0.key)", $0.value) })
    assetCount = summary.assetCount
    imageCount = summary.imageCount
    byteCount = summary.byteCount
  }
}
