import GiftDomain
import GiftStore
import Hashing
import Lottie
import Pictures

/// An animation that passed its check, ready to be stored.
struct CheckedAnimation: Sendable {
  /// What drawing brought.
  enum Drawing: Sendable {
    /// Nothing was drawn.
    case undecided
    /// Its pictures, or why it has none.
    case pictures(DrawnPictures)
    /// Nothing can be drawn here.
    case unavailable(DrawingFailure)
  }

  let report: CheckReport
  /// The upload without codings, which are made once the bytes are known to be new.
  let upload: Upload
  /// The gzipped bytes, if the check had to compute them.
  let gzipped: [UInt8]?
  let drawing: Drawing
  /// The file of the import that it came from; nil if there is none.
  let file: String?

  /// Throws `PublishingError.refused` if the check refuses the bytes, `store` for a segment that
  /// the animation has no frames for.
  init(
    _ bytes: [UInt8], _ policy: CheckPolicy, chosen: PlaybackPatch, file: String? = nil
  ) throws(PublishingError) {
    self.file = file
    (report, gzipped) = AnimationCheck.reportAndGzip(bytes, policy)
    drawing = .undecided
    guard report.verdict == .accepted, let summary = report.summary else { throw .refused(report) }
    let candidate: AnimationCandidate
    do {
      for segment in chosen.segments ?? [] { try summary.validate(segment) }
      candidate = try AnimationCandidate(
        asset: SHA256Digest(bytes: SHA256.hash(bytes)), byteCount: Int64(bytes.count),
        facts: AnimationFacts(summary), playback: summary.playback, chosen: chosen)
    } catch {
      throw .store(.rejected(.invalid(error)))
    }
    upload = Upload(
      candidate: candidate, bytes: bytes, findings: FindingsText.encode(report.findings))
  }

  private init(_ checked: CheckedAnimation, _ report: CheckReport, _ drawing: Drawing) {
    let upload = checked.upload
    self.report = report
    self.drawing = drawing
    self.upload = Upload(
      candidate: upload.candidate, bytes: upload.bytes, codings: upload.codings,
      findings: FindingsText.encode(report.findings))
    gzipped = checked.gzipped
    file = checked.file
  }

  /// The same after drawing, with a report that has what drawing showed.
  func with(_ report: CheckReport, _ drawing: Drawing) -> CheckedAnimation {
    CheckedAnimation(self, report, drawing)
  }

  /// Its pictures, or why it has none; nil if nothing was drawn.
  var pictures: DrawnPictures? {
    switch drawing {
    case .pictures(let drawn): drawn
    case .undecided, .unavailable: nil
    }
  }

  /// The commands that give a gift this animation as a version, and its pictures if that has none.
  func commands(for gift: GiftID) -> [Command] {
    let animation = upload.candidate
    let pictures = pictures.map {
      Command.setPictures(
        gift: gift, animation: animation.asset, pictures: $0.pictures, replace: false)
    }
    return [.addVersion(gift: gift, animation: animation)] + (pictures.map { [$0] } ?? [])
  }

  /// Why nothing can be drawn here; nil if it was drawn, or nothing was tried.
  var drawingFailure: DrawingFailure? {
    switch drawing {
    case .unavailable(let failure): failure
    case .undecided, .pictures: nil
    }
  }

  /// The frame that the designer chose for the poster.
  var posterFrame: UInt32? { report.summary?.posterFrame }

  /// The codings of its bytes, made now.
  func codings() -> AssetCodings {
    AssetCodings(compressing: upload.bytes, gzipped: gzipped)
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

extension AnimationSummary {
  /// How the file says that it is played: once, with each marker that has a length as a segment.
  ///
  /// A marker that cannot be one, such as one beyond the last frame, is left out.
  fileprivate var playback: Playback {
    var segments: [Playback.Segment] = []
    for marker in markers where segments.count < Playback.maxSegments {
      do {
        let name = try SegmentName(marker.name)
        let segment = try Playback.Segment(
          name: name, first: marker.frame, last: marker.frame + marker.durationFrames)
        try validate(segment)
        if !segments.contains(where: { $0.name == name }) { segments.append(segment) }
      } catch {
        continue
      }
    }
    do {
      return try Playback(loop: .never, segments: segments)
    } catch {
      preconditionFailure("segments that were checked one by one: \(error)")
    }
  }

  /// Throws `DomainError.segmentOutside` for a segment beyond the in or out point.
  fileprivate func validate(_ segment: Playback.Segment) throws(DomainError) {
    let frames = inPoint...max(inPoint, inPoint + frameCount)
    guard frames.contains(segment.first), frames.contains(segment.last) else {
      throw .segmentOutside(
        segment.name, first: segment.first, last: segment.last, frames: frames)
    }
  }

  /// The name of the marker that chooses the frame of the poster.
  private static var posterMarker: String { "poster" }

  /// The frame at the marker `poster`, counted from the in point; nil without one.
  var posterFrame: UInt32? {
    markers.first { $0.name.lowercased() == Self.posterMarker }
      .flatMap { UInt32(exactly: ($0.frame - inPoint).rounded()) }
  }
}
