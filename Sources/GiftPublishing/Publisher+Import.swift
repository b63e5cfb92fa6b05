package import GiftDomain
package import GiftStore
import Lottie

/// How far an import has come.
package enum ImportProgress: Sendable {
  /// So many of all animations are checked.
  case checked(Int, of: Int)
  /// So many of all gifts are stored.
  case stored(Int, of: Int)
}

/// A folder of animations that was checked and can be imported.
package struct ImportPlan: Sendable {
  let planned: [PlannedGift]

  /// The gifts, in the manifest's order.
  package var gifts: [GiftID] { planned.map(\.gift) }
}

extension Publisher {
  /// Checks everything that an import brings, before anything is asked or stored.
  ///
  /// `read` gives the bytes of a file of the folder. Throws `PublishingError.importRefused` with
  /// all that is wrong.
  package func plan(
    _ manifest: Manifest, read: (String) -> Result<[UInt8], FileFault>,
    progress: (ImportProgress) -> Void
  ) throws(PublishingError) -> ImportPlan {
    var planned: [PlannedGift] = []
    var problems: [ImportProblem] = []
    for (index, entry) in manifest.gifts.enumerated() {
      do {
        planned.append(try entry.planned(limits: limits, read: read))
      } catch {
        problems.append(error)
      }
      progress(.checked(index + 1, of: manifest.gifts.count))
    }
    guard problems.isEmpty else { throw .importRefused(problems) }
    return ImportPlan(planned: planned)
  }

  /// Adds, and where the manifest says so publishes, all gifts of a plan: one transaction, one
  /// change.
  ///
  /// Throws `PublishingError.store` when one edit is rejected or the database fails; then nothing
  /// is stored.
  package func carryOut(
    _ plan: ImportPlan, _ request: EditRequest,
    progress: @escaping @Sendable (ImportProgress) -> Void
  ) async throws(PublishingError) -> EditOutcome {
    let count = plan.planned.count
    do {
      return try await store.edit(request, plan.planned.map(\.edit)) {
        progress(.stored($0, of: count))
      }
    } catch {
      throw .store(error)
    }
  }

  /// The live set as a manifest, and the digest of each file that it names.
  package func liveManifest(
    of view: CatalogueView
  ) -> (manifest: Manifest, files: [(name: String, asset: SHA256Digest)]) {
    let items = view.catalogue.items
    return (
      Manifest(gifts: items.map(Manifest.Entry.init)),
      items.map { ("\($0.gift).json", $0.version.asset) }
    )
  }
}

extension Manifest.Entry {
  /// An entry that brings a live gift back.
  fileprivate init(_ item: Catalogue.Item) {
    let definition = item.definition
    id = item.gift.text
    file = "\(item.gift).json"
    names = Dictionary(
      uniqueKeysWithValues: definition.names.map { ($0.key.text, $0.value.text) })
    price = definition.price.coins
    category = definition.category.text
    order = definition.order.value
    tags = definition.tags.map(\.text).sorted()
    streakable = definition.isStreakable
    publish = true
    until = item.window.until?.rfc3339
  }
}
