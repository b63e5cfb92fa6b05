// GiftPublishing owns what the content team does: it checks animations and makes commands of what
// is asked for, and hands both to the store. It must not know the command line, HTTP, SQL or where
// files lie: bytes and names are handed in.

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

  /// New gifts or definitions, and the next version of the first of them.
  ///
  /// An order in the patch is the first gift's; the others get the places after it.
  ///
  /// New bytes are compressed for clients first, which takes about a second a megabyte.
  ///
  /// Throws `PublishingError.refused` when `animation` fails its check, `store` when the edit is
  /// rejected or the database fails; then nothing is stored.
  package func add(
    _ gifts: [GiftID], animation: [UInt8]?, _ patch: DefinitionPatch, _ request: EditRequest
  ) async throws(PublishingError) -> Addition {
    let checked = try animation.map { bytes throws(PublishingError) in
      try CheckedAnimation(bytes, policy)
    }
    let codings = try await codings(of: checked.map { [$0] } ?? [], for: request)
    let uploads = checked.map { [$0.upload(codings)] } ?? []
    let versions = zip(gifts, uploads).map { Command.addVersion(gift: $0, animation: $1.candidate) }
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
      let outcome = try await store.commit(commands, request, uploads: uploads)
      return Addition(outcome: outcome, report: checked?.report)
    } catch {
      throw .store(error)
    }
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
