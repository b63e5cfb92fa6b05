// GiftPublishing owns what the content team does: check, add, publish, retire, roll back, import
// and export, each one call and one transaction. It must not know the command line, HTTP, SQL or
// where files lie: bytes and names are handed in.

package import GiftDomain
package import GiftStore
package import Lottie

/// The content team's verbs over one store.
package struct Publisher: Sendable {
  /// Where the catalogue is.
  package let store: GiftStore
  /// What an animation has to pass.
  package let policy: CheckPolicy

  /// Verbs over `store`, refusing animations that do not pass `policy`.
  package init(store: GiftStore, policy: CheckPolicy = .gift) {
    self.store = store
    self.policy = policy
  }

  /// A new gift, the next version of one, a new definition, or several of these.
  ///
  /// New bytes are compressed for clients first, which takes about a second a megabyte.
  ///
  /// Throws `PublishingError.refused` when `animation` fails its check, `store` when the edit is
  /// rejected or the database fails; then nothing is stored.
  package func add(
    _ gift: GiftID, animation: [UInt8]?, _ patch: DefinitionPatch, _ request: EditRequest
  ) async throws(PublishingError) -> Addition {
    let checked = try animation.map { bytes throws(PublishingError) in
      try CheckedAnimation(bytes, policy)
    }
    let codings = try await codings(of: checked.map { [$0] } ?? [], for: request)
    let upload = checked?.upload(codings)
    let outcome = try await edit(
      request,
      GiftEdit(gift: gift, upload: upload) { context throws(Rejection) in
        try context.current.adding(upload?.candidate, patch, change: context.change)
      })
    return Addition(outcome: outcome, report: checked?.report)
  }

  /// A version in a window that begins at `from`, or now; whatever runs then ends there.
  ///
  /// Throws `PublishingError.store` when the edit is rejected or the database fails.
  package func publish(
    _ gift: GiftID, version: VersionNumber?, from: Timestamp?, until: Timestamp?,
    replacing: Bool, _ request: EditRequest
  ) async throws(PublishingError) -> EditOutcome {
    try await edit(
      request,
      GiftEdit(gift: gift) { context throws(Rejection) in
        try context.current.publishing(
          version, in: try window(from ?? context.now, until), now: context.now,
          replacing: replacing)
      })
  }

  /// Nothing from `instant`, or now, on; rotations lose the gift, too.
  ///
  /// Throws `PublishingError.store` when the edit is rejected or the database fails.
  package func retire(
    _ gift: GiftID, at instant: Timestamp?, _ request: EditRequest
  ) async throws(PublishingError) -> EditOutcome {
    try await edit(
      request,
      GiftEdit(gift: gift, withdrawal: instant) { context throws(Rejection) in
        try context.current.retiring(at: instant ?? context.now, now: context.now)
      })
  }

  /// The definition and the plans of an earlier change; without one, of the change before the
  /// last edit that was not a rollback; what a retirement took out of coming turns comes back, if
  /// its place is still free.
  ///
  /// Throws `PublishingError.store` when the edit is rejected or the database fails.
  package func rollBack(
    _ gift: GiftID, to change: ChangeNumber?, _ request: EditRequest
  ) async throws(PublishingError) -> EditOutcome {
    try await edit(
      request,
      GiftEdit(gift: gift, rollback: .some(change)) { context throws(Rejection) in
        context.current.rollingBack(to: try context.rollbackTarget(change), now: context.now)
      })
  }

  private func edit(
    _ request: EditRequest, _ edit: GiftEdit
  ) async throws(PublishingError) -> EditOutcome {
    do {
      return try await store.edit(request, [edit])
    } catch {
      throw .store(error)
    }
  }
}

/// A window that a decision was asked for.
func window(_ from: Timestamp, _ until: Timestamp?) throws(Rejection) -> Window {
  do {
    return try Window(from: from, until: until)
  } catch {
    throw .invalid(error)
  }
}

/// What `add` did, and what the check had to say.
package struct Addition: Sendable {
  /// What was stored.
  package let outcome: EditOutcome
  /// The check's report; nil when no animation was handed in.
  package let report: CheckReport?
}

/// Why a verb did nothing.
package enum PublishingError: Error, Sendable {
  /// The animation fails its check.
  case refused(CheckReport)
  /// The store said no.
  case store(StoreError)
  /// An import's manifest cannot be used.
  case manifest(ManifestFault)
  /// Some of an import's gifts cannot be used: all that is wrong, in the manifest's order.
  case importRefused([ImportProblem])
  /// An import's animations have more bytes together than may be held at once.
  case importTooLarge(limit: Int)
  /// An archive cannot be read.
  case archive(ArchiveTextFault)
}
