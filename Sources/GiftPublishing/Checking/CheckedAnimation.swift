import GiftDomain
import GiftStore
import Hashing
import Lottie
import Pictures

/// An animation that passed its check, ready to be stored.
struct CheckedAnimation: Sendable {
  /// What drawing showed.
  enum Drawing: Sendable {
    /// It was not drawn.
    case undecided
    /// Its pictures can be made.
    case drawable
    /// It has no pictures.
    case undrawable(DrawnPictures)
    /// Nothing can be drawn here.
    case unavailable(DrawingFailure)
  }

  let report: CheckReport
  /// The upload without codings, which are made once the bytes are known to be new.
  let upload: Upload
  /// The gzipped bytes, if the check had to compute them.
  let gzipped: [UInt8]?
  let drawing: Drawing

  /// Throws `PublishingError.refused` if the check refuses the bytes.
  init(_ bytes: [UInt8], _ policy: CheckPolicy) throws(PublishingError) {
    (report, gzipped) = AnimationCheck.reportAndGzip(bytes, policy)
    drawing = .undecided
    guard report.verdict == .accepted, let summary = report.summary else { throw .refused(report) }
    let digest: SHA256Digest
    let facts: AnimationFacts
    do {
      digest = try SHA256Digest(bytes: SHA256.hash(bytes))
      facts = try AnimationFacts(summary)
    } catch {
      throw .store(.rejected(.invalid(error)))
    }
    upload = Upload(
      candidate: AnimationCandidate(asset: digest, byteCount: Int64(bytes.count), facts: facts),
      bytes: bytes, findings: FindingsText.encode(report.findings))
  }

  private init(_ checked: CheckedAnimation, _ report: CheckReport, _ drawing: Drawing) {
    let upload = checked.upload
    self.report = report
    self.drawing = drawing
    self.upload = Upload(
      candidate: upload.candidate, bytes: upload.bytes, codings: upload.codings,
      findings: FindingsText.encode(report.findings))
    gzipped = checked.gzipped
  }

  /// The same with what drawing showed.
  func with(_ drawing: Drawing) -> CheckedAnimation { CheckedAnimation(self, report, drawing) }

  /// The same after the draw check, its findings included.
  ///
  /// Throws `PublishingError.refused` if one of them is an error in the profile.
  func with(
    _ found: Drawn<DrawOutcome>, _ profile: Profile
  ) throws(PublishingError) -> CheckedAnimation {
    let report = report.adding(found.outcome, in: profile)
    guard report.verdict == .accepted else { throw .refused(report) }
    let undrawn = DrawnPictures(checked: found)
    return CheckedAnimation(self, report, undrawn.map(Drawing.undrawable) ?? .drawable)
  }

  /// Whether its pictures can be made.
  var isDrawable: Bool {
    switch drawing {
    case .drawable: true
    case .undecided, .undrawable, .unavailable: false
    }
  }

  /// Why nothing can be drawn here; nil if it was drawn, or nothing was tried.
  var drawingFailure: DrawingFailure? {
    switch drawing {
    case .unavailable(let failure): failure
    case .undecided, .drawable, .undrawable: nil
    }
  }

  /// The frame that the designer chose for the poster.
  var posterFrame: UInt32? { report.summary?.posterFrame }

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

extension AnimationSummary {
  /// The name of the marker that chooses the frame of the poster.
  private static var posterMarker: String { "poster" }

  /// The frame at the marker `poster`, counted from the in point; nil without one.
  var posterFrame: UInt32? {
    markers.first { $0.name.lowercased() == Self.posterMarker }
      .flatMap { UInt32(exactly: ($0.frame - inPoint).rounded()) }
  }
}
