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

  /// What adds gifts or definitions, and the next version of the first of them: everything that
  /// needs no lock is done, and nothing is stored yet.
  ///
  /// An order in the patch is that of the first gift; the others get the places after it. A
  /// playback that is chosen without an animation makes another version of the latest one.
  ///
  /// The bytes are drawn, and new ones compressed for clients, which takes about half a second per
  /// megabyte; a dry run does not compress.
  ///
  /// Throws `PublishingError.refused` if `animation` fails its check, `drawing` if the machine
  /// fails to draw it, `store` if the patch is rejected or the database fails.
  package func prepared(
    _ gifts: [GiftID], animation: [UInt8]?, playback: PlaybackPatch = .none,
    _ patch: DefinitionPatch, _ request: EditRequest
  ) async throws(PublishingError) -> PreparedAddition {
    let definitions: [Command]
    do {
      definitions = try gifts.enumerated().map { place, gift throws(Rejection) in
        .define(gift: gift, patch: try patch.moved(back: place))
      }
    } catch {
      throw .store(.rejected(error))
    }
    var addition = PreparedAddition(commands: definitions, request: request)
    guard let gift = gifts.first else { return addition }
    let checked: CheckedAnimation
    if let animation {
      checked = try CheckedAnimation(animation, policy, chosen: playback)
    } else if playback != .none {
      let latest = try await latestAnimation(of: gift)
      // Another version may be added meanwhile: then this is not about the latest one.
      addition.request.expected = request.expected ?? latest.since
      // It was accepted when it was added, whatever the policy of today says.
      checked = try CheckedAnimation(latest.bytes, .stored, chosen: playback)
    } else {
      return addition
    }
    try await addition.complete(with: checked, for: gift, by: self)
    return addition
  }

  fileprivate func known(
    _ animation: SHA256Digest, for gift: GiftID
  ) async -> Result<KnownAnimation, PublishingError> {
    do throws(StoreError) {
      return .success(try await store.known(animation, for: gift))
    } catch {
      return .failure(.store(error))
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
}

extension CheckPolicy {
  /// For bytes that a policy of their time has accepted.
  fileprivate static var stored: CheckPolicy {
    var policy = CheckPolicy(.spec)
    policy.limits.maxBytes = Budget.mostBytes
    return policy
  }
}

/// What adds gifts, ready to be committed.
package struct PreparedAddition: Sendable {
  /// Definitions, and the version of the first gift.
  package private(set) var commands: [Command]
  /// The request, for the state that the commands were made from.
  package var request: EditRequest
  /// The animation, if it is a new version.
  package private(set) var uploads: [Upload] = []
  /// Its pictures, if they are new.
  package private(set) var pictures: [PictureFile] = []
  /// The check's report; nil without an animation.
  package private(set) var report: CheckReport?
  /// Why the animation was not drawn; nil if it was, or there is none.
  package private(set) var drawingFailure: DrawingFailure?
  /// Another gift whose id differs from that of the first only in hyphens.
  package private(set) var namesake: GiftID?

  /// The most bytes that are compressed, in some 60 ms, before it is known whether they are stored.
  private static let soonBytes = 65_536

  fileprivate init(commands: [Command], request: EditRequest) {
    self.commands = commands
    self.request = request
  }

  /// Adds the version of a gift: draws and compresses its animation while the database is asked
  /// what it knows of it.
  fileprivate mutating func complete(
    with checked: CheckedAnimation, for gift: GiftID, by publisher: Publisher
  ) async throws(PublishingError) {
    let isSmall = checked.upload.bytes.count <= Self.soonBytes
    let isDryRun = request.isDryRun
    let question = Task { [asset = checked.upload.candidate.asset] in
      await publisher.known(asset, for: gift)
    }
    defer { question.cancel() }
    async let soon = isSmall && !isDryRun ? checked.codings() : nil
    var drawn = checked
    if let drawing = publisher.drawing {
      drawn = try await drawing.drawn(checked, publisher.policy.profile) {
        () throws(PublishingError) in
        try await question.value.get().pictures.flatMap { $0.pair == nil ? nil : $0 }
      }
    }
    let found = try await question.value.get()
    namesake = found.namesake
    var upload = drawn.upload
    if !found.isStored, !isDryRun { upload = upload.with(await soon ?? drawn.codings()) }
    uploads = [upload]
    pictures = drawn.pictures?.files ?? []
    commands += drawn.commands(for: gift)
    (report, drawingFailure) = (drawn.report, drawn.drawingFailure)
  }
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
