import GiftDomain
import GiftStore

/// The body of `/v1/catalogue`: a function of the token, so replicas write the same bytes.
struct CatalogueDocument: Encodable {
  let catalogue: String
  let asOf: String
  let until: String?
  let gifts: [GiftDocument]

  init(_ catalogue: Catalogue, in view: CatalogueView) {
    self.catalogue = view.token(of: catalogue).description
    asOf = max(catalogue.lastBoundary ?? .epoch, view.alteredAt).rfc3339
    until = catalogue.nextBoundary?.rfc3339
    gifts = catalogue.items.map { item in
      GiftDocument(
        id: item.gift, definition: item.definition, version: item.version, window: item.window)
    }
  }
}
