import GiftDomain
import GiftPublishing
import GiftStore
import Lottie
import Pictures

/// What came of adding gifts.
struct Addition {
  let outcome: EditOutcome
  let report: CheckReport?
  let drawingFailure: DrawingFailure?
}

extension Publisher {
  /// Prepares an addition and commits it.
  func add(
    _ gifts: [GiftID], animation: [UInt8]?, playback: PlaybackPatch = .none,
    _ patch: DefinitionPatch, _ request: EditRequest
  ) async throws(PublishingError) -> Addition {
    let prepared = try await prepared(
      gifts, animation: animation, playback: playback, patch, request)
    do throws(StoreError) {
      let outcome = try await store.commit(
        prepared.commands, prepared.request, uploads: prepared.uploads,
        pictures: prepared.pictures)
      return Addition(
        outcome: outcome, report: prepared.report, drawingFailure: prepared.drawingFailure)
    } catch {
      throw .store(error)
    }
  }
}
