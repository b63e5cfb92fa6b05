/// A gift's sort order in the catalogue: lower comes first, ties are sorted by gift id.
package struct Order: Hashable, Sendable, NumberCodable {
  /// A million either way leaves space to insert between any two.
  package static let range: ClosedRange<Int64> = -1_000_000...1_000_000

  /// The default order.
  package static let zero = Order(unchecked: 0)

  /// The order, within `range`.
  package let value: Int64

  /// Throws `DomainError.outOfRange` outside `range`.
  package init(_ value: Int64) throws(DomainError) {
    self.value = try Self.range.checked(value, .order)
  }

  private init(unchecked value: Int64) { self.value = value }
}
