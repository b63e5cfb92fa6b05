import GiftDomain
import GiftStore
import Lottie

import struct Crypto.SHA256

/// An animation that passed its check, ready to be stored.
struct CheckedAnimation: Sendable {
  let report: CheckReport
  /// The upload without codings, which are made once the bytes are known to be new.
  let upload: Upload
  /// The gzipped bytes, if the check had to compute them.
  let gzipped: [UInt8]?

  /// Throws `PublishingError.refused` if the check refuses the bytes.
  init(_ bytes: [UInt8], _ policy: CheckPolicy) throws(PublishingError) {
    (report, gzipped) = AnimationCheck.reportAndGzip(bytes, policy)
    guard report.verdict == .accepted, let summary = report.summary else { throw .refused(report) }
    let digest: SHA256Digest
    let facts: AnimationFacts
    do {
      digest = try SHA256Digest(bytes: Array(SHA256.hash(data: bytes)))
      facts = try AnimationFacts(summary)
    } catch {
      throw .store(.rejected(.invalid(error)))
    }
    upload = Upload(
      candidate: AnimationCandidate(asset: digest, byteCount: Int64(bytes.count), facts: facts),
      bytes: bytes, findings: FindingsText.encode(report.findings))
  }

  /// The upload with the codings that were made for it, if any were.
  func upload(_ codings: [SHA256Digest: AssetCodings]) -> Upload {
    codings[upload.candidate.asset].map(upload.with) ?? upload
  }
}

extension AnimationFacts {
  /// The facts for clients, from the check's summary.
  init(_ summary: AnimationSummary) throws(DomainError) {
    try self.init(
      width: Int64(summary.width), height: Int64(summary.height),
      frameRateHz: summary.frameRateHz, frameCount: summary.frameCount,
      durationMs: Int64(summary.durationMs))
  }
}
