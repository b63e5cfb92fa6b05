/// What a window changes about a gift while it lasts; nil leaves the definition as it is.
package struct Terms: Hashable, Sendable, Codable {
  /// The price in coins.
  package let price: Price?
  /// The sort order in `gifts`.
  package let order: Order?

  /// Those of the definition.
  package static let usual = Terms(price: nil, order: nil)

  /// Terms from their parts.
  package init(price: Price?, order: Order?) {
    self.price = price
    self.order = order
  }
}

/// A version, and the terms on which viewers get it.
package struct Offer: Hashable, Sendable, Codable {
  /// The version shown.
  package let version: VersionNumber
  /// The terms; the usual ones outside windows.
  package let terms: Terms

  /// A version and its terms.
  package init(_ version: VersionNumber, terms: Terms = .usual) {
    self.version = version
    self.terms = terms
  }
}

extension Definition {
  /// The definition on other terms: an order counts only in `gifts`.
  package func on(_ terms: Terms) -> Definition {
    guard terms != .usual else { return self }
    var changed = self
    if let price = terms.price { changed.price = price }
    if let order = terms.order, changed.order != nil { changed.places[.gifts] = order }
    return changed
  }
}
