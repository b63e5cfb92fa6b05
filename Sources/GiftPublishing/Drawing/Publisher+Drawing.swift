import GiftDomain
import GiftStore
import Lottie
import Pictures

extension Publisher {
  /// The animations after the draw check, by their digests, each with its pictures, or its refusal.
  ///
  /// Each is checked once, and gets the pictures that the store has for its bytes, else new ones.
  /// Empty if nothing draws. Throws `PublishingError.drawing` if the machine fails, and `store`.
  func drawn(
    _ animations: [CheckedAnimation],
    _ progress: @escaping @Sendable (ImportProgress) -> Void = { _ in }
  ) async throws(PublishingError) -> [SHA256Digest: Result<CheckedAnimation, DrawRefusal>] {
    guard let drawing, !animations.isEmpty else { return [:] }
    let different = Dictionary(animations.map { ($0.upload.candidate.asset, $0) }) { first, _ in
      first
    }.sorted { $0.key.hex < $1.key.hex }
    let stored: [SHA256Digest: VersionPictures]
    do {
      stored = try await store.pictures(of: different.map(\.key)).filter { $0.value.pair != nil }
    } catch {
      throw .store(error)
    }
    progress(.drawn(0, of: different.count))
    let drawn = try await mapped(different, atOnce: drawing.atOnce) { done in
      progress(.drawn(done, of: different.count))
    } each: {
      [policy] digest, checked throws(PublishingError)
        -> Result<CheckedAnimation, DrawRefusal> in
      do throws(PublishingError) {
        return .success(
          try await drawing.drawn(checked, policy.profile) { () throws(PublishingError) in
            stored[digest]
          })
      } catch {
        guard case .refused(let report) = error else { throw error }
        return .failure(DrawRefusal(report: report))
      }
    }
    return Dictionary(uniqueKeysWithValues: zip(different.map(\.key), drawn))
  }
}

/// The draw check refuses an animation.
struct DrawRefusal: Error, Sendable {
  let report: CheckReport
}

extension PictureDrawing {
  /// The animation after the draw check, with the pictures that are stored for its bytes, else new
  /// ones; with none where nothing can be drawn at all.
  ///
  /// Throws `PublishingError.refused` if the profile forbids what it shows, `drawing` if the
  /// machine fails.
  func drawn(
    _ checked: CheckedAnimation, _ profile: Profile,
    stored: () async throws(PublishingError) -> VersionPictures?
  ) async throws(PublishingError) -> CheckedAnimation {
    let bytes = checked.upload.bytes
    let found: Drawn<DrawOutcome>
    do {
      found = try await tool.check(bytes)
    } catch {
      guard error.isLasting else { throw .drawing(error, file: checked.file) }
      guard let stored = try await stored() else {
        return checked.with(checked.report, .unavailable(error))
      }
      return checked.with(checked.report, .pictures(DrawnPictures(stored: stored)))
    }
    let report = checked.report.adding(found.outcome, in: profile)
    guard report.verdict == .accepted else { throw .refused(report) }
    if let stored = try await stored() {
      return checked.with(report, .pictures(DrawnPictures(stored: stored)))
    }
    do {
      return checked.with(
        report, .pictures(try await pictures(of: bytes, found, posterFrame: checked.posterFrame)))
    } catch {
      throw .drawing(error, file: checked.file)
    }
  }

  /// The pictures of an animation, or none as its draw check found.
  func pictures(
    of animation: [UInt8], _ checked: Drawn<DrawOutcome>, posterFrame: UInt32?
  ) async throws(DrawingFailure) -> DrawnPictures {
    if let undrawn = DrawnPictures(checked: checked) { return undrawn }
    return DrawnPictures(try await tool.pictures(of: animation, posterFrame: posterFrame))
  }
}
