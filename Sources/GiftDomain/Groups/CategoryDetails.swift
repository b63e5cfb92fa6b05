/// How clients show a category.
package struct CategoryDetails: Hashable, Sendable, Codable {
  /// Its names.
  package let names: LocalNames
  /// Its position among categories: lower comes first, ties are sorted by slug.
  package let order: Order

  /// Details from their parts.
  package init(names: LocalNames, order: Order) {
    self.names = names
    self.order = order
  }

  /// Throws `DomainError`, or what the decoder throws.
  package init(from decoder: any Decoder) throws {
    names = try LocalNames(from: decoder)
    order = try decoder.container(keyedBy: CodingKeys.self).decode(Order.self, forKey: .order)
  }

  /// Writes all members into one object.
  package func encode(to encoder: any Encoder) throws {
    try names.encode(to: encoder)
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(order, forKey: .order)
  }

  private enum CodingKeys: CodingKey {
    case order
  }
}
