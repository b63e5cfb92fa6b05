import GiftDomain
import GiftStore
import Lottie
import Pictures

extension Publisher {
  /// The same animation after the draw check; as it is if nothing is drawn.
  ///
  /// Throws `PublishingError.refused` if the profile forbids what it shows, `drawing` if the
  /// machine fails. Where nothing can be drawn at all, it stays undrawn, and `unavailable` says
  /// why.
  func drawn(_ checked: CheckedAnimation) async throws(PublishingError) -> CheckedAnimation {
    guard let drawing else { return checked }
    let found: Drawn<DrawOutcome>
    do {
      found = try await drawing.tool.check(checked.upload.bytes)
    } catch {
      guard error.isLasting else { throw .drawing(error) }
      return checked.with(.unavailable(error))
    }
    return try checked.with(found, policy.profile)
  }

  /// The animations after the draw check by their digests, each drawn once, or its refusal.
  func drawn(
    _ animations: [CheckedAnimation], _ progress: @escaping @Sendable (ImportProgress) -> Void
  ) async throws(PublishingError) -> [SHA256Digest: Result<CheckedAnimation, DrawRefusal>] {
    guard let drawing else { return [:] }
    let different = Dictionary(animations.map { ($0.upload.candidate.asset, $0) }) { first, _ in
      first
    }.sorted { $0.key.hex < $1.key.hex }
    progress(.drawn(0, of: different.count))
    let drawn = try await mapped(different.map(\.value), atOnce: drawing.atOnce) { done in
      progress(.drawn(done, of: different.count))
    } each: { [self] checked throws(PublishingError) -> Result<CheckedAnimation, DrawRefusal> in
      do throws(PublishingError) {
        return .success(try await self.drawn(checked))
      } catch {
        guard case .refused(let report) = error else { throw error }
        return .failure(DrawRefusal(report: report))
      }
    }
    return Dictionary(uniqueKeysWithValues: zip(different.map(\.key), drawn))
  }

  /// The pictures of an edit's animations: those in the store, and those drawn now.
  ///
  /// A dry run draws none. Throws `PublishingError.store` or `drawing`.
  func pictures(
    of animations: [CheckedAnimation], for request: EditRequest,
    progress: @escaping @Sendable (ImportProgress) -> Void = { _ in }
  ) async throws(PublishingError) -> MadePictures {
    guard let drawing, !animations.isEmpty else { return MadePictures([:]) }
    let new = Dictionary(animations.map { ($0.upload.candidate.asset, $0) }) { first, _ in first }
    var made: MadePictures
    do {
      made = MadePictures(try await store.pictures(of: Array(new.keys)))
    } catch {
      throw .store(error)
    }
    let known = made.pictures
    let missing = new.filter { known[$0.key] == nil }.sorted { $0.key.hex < $1.key.hex }
    for case (let digest, .undrawable(let undrawn)) in missing.map({ ($0.key, $0.value.drawing) }) {
      made.add(undrawn, of: digest)
    }
    let drawable = missing.map(\.value).filter { !request.isDryRun && $0.isDrawable }
    if !drawable.isEmpty { progress(.drawn(0, of: drawable.count)) }
    let drawn = try await mapped(drawable, atOnce: drawing.atOnce) { done in
      progress(.drawn(done, of: drawable.count))
    } each: { checked throws(PublishingError) in
      try await drawing.drawn(checked.upload.bytes, posterFrame: checked.posterFrame)
    }
    for (checked, pictures) in zip(drawable, drawn) {
      made.add(pictures, of: checked.upload.candidate.asset)
    }
    return made
  }
}

/// The draw check refuses an animation.
struct DrawRefusal: Error, Sendable {
  let report: CheckReport
}

extension PictureDrawing {
  /// Makes the pictures of an animation.
  ///
  /// Throws `PublishingError.drawing`.
  func drawn(
    _ animation: [UInt8], posterFrame: UInt32?
  ) async throws(PublishingError) -> DrawnPictures {
    do {
      return DrawnPictures(try await tool.pictures(of: animation, posterFrame: posterFrame))
    } catch {
      throw .drawing(error)
    }
  }
}
