import Foundation

/// A whole, valid catalogue, as a server gave it or as deltas made it.
struct HeldCatalogue: Sendable, Equatable {
  let token: CatalogueToken
  let asOf: Date
  let until: Date?
  let head: CatalogueHead
  /// By order or weight, then by id; no id occurs twice.
  let gifts: [Gift]
  /// What the answer had besides them.
  let faults: GiftFaults

  /// - Throws: `badResponse` if an id occurs twice, or if there are more gifts than the limit.
  init(
    token: CatalogueToken, asOf: Date, until: Date?, head: CatalogueHead = CatalogueHead(),
    gifts: [Gift], faults: GiftFaults = GiftFaults()
  ) throws(GiftClientError) {
    guard gifts.count <= ClientLimits.gifts else { throw .badResponse("too many gifts") }
    guard Set(gifts.map(\.id)).count == gifts.count else {
      throw .badResponse("a gift occurs twice")
    }
    self.token = token
    self.asOf = asOf
    self.until = until
    self.head = head
    self.faults = faults
    self.gifts = gifts.sorted(by: Gift.isBefore)
  }

  /// Whether it is a later state of the same history.
  func isNewer(than other: HeldCatalogue) -> Bool {
    token.history == other.token.history && token.isNewer(than: other.token)
  }

  /// The catalogue that a delta leads to.
  ///
  /// - Throws: `badResponse` if the delta starts elsewhere, changes gifts without a new token, or
  ///   removes one that is not here.
  func applying(_ delta: CatalogueDelta) throws(GiftClientError) -> HeldCatalogue {
    guard delta.from == token else { throw .badResponse("the delta starts at another token") }
    guard delta.to != token || delta.isEmpty else {
      throw .badResponse("the delta changes gifts, but not the token")
    }
    var byID = Dictionary(uniqueKeysWithValues: gifts.map { ($0.id, $0) })
    for id in delta.removed {
      guard byID.removeValue(forKey: id) != nil else {
        throw .badResponse("the delta removes \(id), which is not held")
      }
    }
    var changed: Set<GiftID> = []
    for gift in delta.changed {
      guard changed.insert(gift.id).inserted, !delta.removed.contains(gift.id) else {
        throw .badResponse("the delta has \(gift.id) twice")
      }
      byID[gift.id] = gift
    }
    var head = head
    head.choice = delta.choice ?? head.choice
    head.categories = delta.categories ?? head.categories
    head.withdrawn = delta.withdrawn
    return try HeldCatalogue(
      token: delta.to, asOf: delta.asOf, until: delta.until, head: head,
      gifts: Array(byID.values), faults: delta.faults)
  }
}

/// What changed between two catalogues (openapi.yaml, `Catalogue`).
struct CatalogueDelta: Sendable, Equatable {
  let from: CatalogueToken
  let to: CatalogueToken
  let asOf: Date
  let until: Date?
  let changed: [Gift]
  var faults = GiftFaults()
  let removed: Set<GiftID>
  /// Nil if they are the same.
  var categories: [GiftCategory]?
  /// Nil if it is the same.
  var choice: PlacementChoice?
  /// What names the list of withdrawn assets; nil if there are none.
  var withdrawn: String?

  /// Whether nothing changes but the token.
  var isEmpty: Bool {
    changed.isEmpty && removed.isEmpty && categories == nil && choice == nil
  }
}
