import GiftDomain
import GiftPublishing
import Lottie

/// What `check --json` prints.
struct CheckDocument: Encodable {
  /// The report on one file, or on one version of the catalogue.
  struct File: Encodable {
    private let members: JSONObject

    /// `version` is the version of the catalogue that it is; its members are there with
    /// `--catalogue` only.
    init(_ file: String, version: StandingVersion? = nil, _ report: CheckReport) {
      members = [
        "file": file,
        "verdict": report.verdict.rawValue,
        "findings": report.findings.map(FindingDocument.init),
        // A summary that could not be made is there, too: null.
        "summary": report.summary?.document as any Encodable,
        "gift": version?.gift,
        "version": version?.version.number,
        "standings": version?.standings.map(\.rawValue),
      ]
    }

    func encode(to encoder: any Encoder) throws { try members.encode(to: encoder) }
  }

  let files: [File]
}
