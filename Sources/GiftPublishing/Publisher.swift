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
    var request = request
    if let animation {
      checked = try CheckedAnimation(animation, policy, chosen: playback)
    } else if playback != .none, let gift = gifts.first {
      let latest = try await latestAnimation(of: gift)
      // Another version may be added meanwhile: then this is not about the latest one.
      request.expected = request.expected ?? latest.since
      // It was accepted when it was added, whatever the policy of today says.
      checked = try CheckedAnimation(latest.bytes, .stored, chosen: playback)
    }
    if let animation = checked { checked = try await drawn(animation) }
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

  /// The bytes of a gift's latest version, and the gift's last change.
  private func latestAnimation(
    of gift: GiftID
  ) async throws(PublishingError) -> (bytes: [UInt8], since: ChangeNumber?) {
    do throws(StoreError) {
      guard let record = try await store.record(of: gift) else {
        throw .rejected(.giftNotFound(gift))
      }
      let state = try record.current()
      guard state.definition != nil else { throw .rejected(.giftNotFound(gift)) }
      guard let latest = state.definition?.latestVersion, let version = state.version(latest) else {
        throw .rejected(.noVersion(gift))
      }
      guard let bytes = try await store.assets([version.asset]).first?.bodies[.identity] else {
        throw .archiveBroken(.assetMissing(version.asset))
      }
      return (bytes, record.history.changes.last)
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

extension CheckPolicy {
  /// For bytes that a policy of their time has accepted.
  fileprivate static var stored: CheckPolicy {
    var policy = CheckPolicy(.spec)
    policy.limits.maxBytes = Budget.mostBytes
    return policy
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
}
