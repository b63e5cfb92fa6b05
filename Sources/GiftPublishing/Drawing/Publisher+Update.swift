import DrawProtocol
package import GiftDomain
package import GiftStore
import Lottie
package import Pictures

/// A version whose pictures were not made again, and why.
package struct UndrawnVersion: Sendable {
  /// The version.
  package let version: AnimationVersion
  /// What failed.
  package let failure: DrawingFailure
}

/// The result of making pictures again.
package struct PictureUpdate: Sendable {
  /// The result of the edit.
  package let outcome: EditOutcome
  /// The number of animations whose pictures were made.
  package let drawnCount: Int
  /// The number of animations that were found to have none.
  package let undrawableCount: Int
  /// The versions whose drawing the machine could not finish.
  package let undrawn: [UndrawnVersion]
  /// The animations that are left for the next run.
  package let remainingCount: Int
}

extension Publisher {
  /// The most animations that one edit draws: their pictures, some 80 kB each, are in memory until
  /// they are stored.
  package static let maxDrawnTogether = 5_000

  /// Makes the pictures that are missing, or were made by another renderer or other settings; of
  /// some gifts, or of all.
  ///
  /// What could not be drawn before is tried again: a machine may have been short of time or
  /// memory. A dry run draws, and stores nothing. A drawing that fails costs only itself. Throws
  /// `PublishingError.drawing` if nothing can be drawn here, and `store`.
  package func updatePictures(
    of gifts: [GiftID]?, _ request: EditRequest, with drawing: PictureDrawing,
    limit: Int = maxDrawnTogether,
    progress: @escaping @Sendable (ImportProgress) -> Void
  ) async throws(PublishingError) -> PictureUpdate {
    let maker = try await drawing.maker()
    let stale = try await versions(of: gifts).filter {
      $0.pictures?.maker != maker || $0.pictures?.pair == nil
    }
    let groups = Dictionary(grouping: stale, by: \.asset).sorted { $0.key.hex < $1.key.hex }
    let taken = Array(groups.prefix(limit))
    if !taken.isEmpty { progress(.drawn(0, of: taken.count)) }
    let results = try await mapped(taken.map(\.key), atOnce: drawing.atOnce) { done in
      progress(.drawn(done, of: taken.count))
    } each: { [self] animation throws(PublishingError) in
      try await redrawn(animation, drawing)
    }
    var made: [DrawnPictures] = []
    var commands: [Command] = []
    var undrawn: [UndrawnVersion] = []
    for (group, result) in zip(taken, results) {
      switch result {
      case .success(let drawn):
        made.append(drawn)
        commands += group.value.map {
          .setPictures(
            gift: $0.gift, animation: group.key, pictures: drawn.pictures, replace: true)
        }
      case .failure(let failure):
        undrawn += group.value.map { UndrawnVersion(version: $0, failure: failure) }
      }
    }
    do {
      let outcome = try await store.commit(commands, request, pictures: made.flatMap(\.files))
      let drawnCount = made.count { $0.pictures.pair != nil }
      return PictureUpdate(
        outcome: outcome, drawnCount: drawnCount, undrawableCount: made.count - drawnCount,
        undrawn: undrawn, remainingCount: groups.count - taken.count)
    } catch {
      throw .store(error)
    }
  }

  private func versions(of gifts: [GiftID]?) async throws(PublishingError) -> [AnimationVersion] {
    do {
      let states = try await store.view(at: .now).states
      guard let gifts else { return states.flatMap(\.versions) }
      return try gifts.map { gift throws(StoreError) in
        guard let state = states.first(where: { $0.gift == gift }) else {
          throw StoreError.rejected(.giftNotFound(gift))
        }
        return state.versions
      }.flatMap(\.self)
    } catch {
      throw .store(error)
    }
  }

  /// The pictures of a stored animation, or why the machine could not draw it this time.
  private func redrawn(
    _ animation: SHA256Digest, _ drawing: PictureDrawing
  ) async throws(PublishingError) -> Result<DrawnPictures, DrawingFailure> {
    let stored: StoredAsset?
    do {
      stored = try await store.assets([animation]).first
    } catch {
      throw .store(error)
    }
    guard let bytes = stored?.bodies[.identity] else {
      throw .store(.archiveBroken(.assetMissing(animation)))
    }
    do {
      return .success(try await drawing.redrawn(bytes))
    } catch {
      guard !error.isLasting else { throw .drawing(error, file: nil) }
      return .failure(error)
    }
  }
}

extension PictureDrawing {
  /// The renderer and the settings of the pictures that are made now.
  fileprivate func maker() async throws(PublishingError) -> PictureMaker {
    do {
      return PictureMaker(current: try await tool.renderer().text)
    } catch {
      throw .drawing(error, file: nil)
    }
  }

  /// What `add` would make of an animation: every frame is checked first.
  fileprivate func redrawn(_ animation: [UInt8]) async throws(DrawingFailure) -> DrawnPictures {
    // Whatever limits it was added with, its summary tells the frame of its poster.
    let report = Lottie.check(animation, CheckPolicy(.spec))
    return try await pictures(
      of: animation, try await tool.check(animation), posterFrame: report.summary?.posterFrame)
  }
}
