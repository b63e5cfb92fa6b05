// GiftPublishing owns the content team's work: it checks animations, turns requests into commands,
// and passes both to the store. It must not know the command line, HTTP, SQL or file locations:
// bytes and names are passed in.

package import GiftDomain
package import GiftStore
package import Lottie
package import Pictures

/// The content team's verbs over one store.
package struct Publisher: Sendable {
  /// The store of the catalogue.
  package let store: GiftStore
  /// The policy that animations must pass.
  package let policy: CheckPolicy
  /// What draws animations; nil if nothing is drawn.
  package let drawing: PictureDrawing?

  /// Verbs over `store`, refusing animations that do not pass `policy`.
  package init(store: GiftStore, policy: CheckPolicy = .gift, drawing: PictureDrawing?) {
    self.store = store
    self.policy = policy
    self.drawing = drawing
  }

  /// Adds gifts or definitions, and the next version of the first of them.
  ///
  /// An order in the patch is that of the first gift; the others get the places after it. A
  /// playback that is chosen without an animation makes another version of the latest one.
  ///
  /// The bytes are drawn, and new ones compressed for clients, which takes about a second per
  /// megabyte; a dry run does not compress.
  ///
  /// Throws `PublishingError.refused` if `animation` fails its check, `drawing` if the machine
  /// fails to draw it, `store` if the edit is rejected or the database fails; then nothing is
  /// stored.
  package func add(
    _ gifts: [GiftID], animation: [UInt8]?, playback: PlaybackPatch = .none,
    _ patch: DefinitionPatch, _ request: EditRequest
  ) async throws(PublishingError) -> Addition {
    var checked: CheckedAnimation?
    var bytes = animation
    if bytes == nil, playback != .none, let gift = gifts.first {
      bytes = try await latestAnimation(of: gift)
    }
    if let bytes {
      checked = try await drawn(try CheckedAnimation(bytes, policy, chosen: playback))
    }
    let codings = try await codings(of: checked.map { [$0] } ?? [], for: request)
    let versions = zip(gifts, checked.map { [$0] } ?? []).flatMap { $1.commands(for: $0) }
    let definitions: [Command]
    do {
      definitions = try gifts.enumerated().map { place, gift throws(Rejection) in
        .define(gift: gift, patch: try patch.moved(back: place))
      }
    } catch {
      throw .store(.rejected(error))
    }
    let commands = definitions + versions
    do {
      let outcome = try await store.commit(
        commands, request, uploads: checked.map { [$0.upload(codings)] } ?? [],
        pictures: checked?.pictures?.files ?? [])
      return Addition(
        outcome: outcome, report: checked?.report, drawingFailure: checked?.drawingFailure)
    } catch {
      throw .store(error)
    }
  }

  /// The bytes of a gift's latest version.
  private func latestAnimation(of gift: GiftID) async throws(PublishingError) -> [UInt8] {
    do throws(StoreError) {
      guard let state = try await store.record(of: gift)?.current(), state.definition != nil else {
        throw .rejected(.giftNotFound(gift))
      }
      guard let latest = state.definition?.latestVersion, let version = state.version(latest) else {
        throw .rejected(.noVersion(gift))
      }
      guard let bytes = try await store.assets([version.asset]).first?.bodies[.identity] else {
        throw .archiveBroken(.assetMissing(version.asset))
      }
      return bytes
    } catch {
      throw .store(error)
    }
  }

  /// The animation after the draw check.
  private func drawn(
    _ checked: CheckedAnimation
  ) async throws(PublishingError) -> CheckedAnimation {
    switch try await drawn([checked])[checked.upload.candidate.asset] {
    case nil: return checked
    case .success(let drawn): return drawn
    case .failure(let refusal): throw .refused(refusal.report)
    }
  }
}

/// The result of `add`.
package struct Addition: Sendable {
  /// The result of the edit.
  package let outcome: EditOutcome
  /// The check's report; nil without an animation.
  package let report: CheckReport?
  /// Why the animation was stored undrawn; nil if it was drawn, or there is none.
  package let drawingFailure: DrawingFailure?
}

/// Why a verb failed.
package enum PublishingError: Error, Sendable {
  /// The animation fails its check.
  case refused(CheckReport)
  /// The machine, or giftdraw, failed while it drew an animation: that of a file of an import, or
  /// the only one.
  case drawing(DrawingFailure, file: String?)
  /// The store refused or failed.
  case store(StoreError)
  /// An import's manifest cannot be used.
  case manifest(ManifestFault)
  /// Some of an import's gifts have problems: all of them, in the manifest's order.
  case importRefused([ImportProblem])
  /// An import's animations exceed the memory limit together.
  case importTooLarge(limit: Int)
  /// An archive cannot be read.
  case archive(ArchiveTextFault)
}
