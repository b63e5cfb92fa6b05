/// A sort order: lower comes first, ties are sorted by id.
///
/// Where one is chosen at random, it is a weight.
package struct Order: Hashable, Sendable, NumberCodable {
  /// A million either way leaves space to insert between any two.
  package static let range: ClosedRange<Int64> = -1_000_000...1_000_000

  /// The default order.
  package static let zero = Order(unchecked: 0)

  /// The first order that may be a weight.
  static let one = Order(unchecked: 1)

  /// The order, within `range`.
  package let value: Int64

  /// Throws `DomainError.outOfRange` outside `range`.
  package init(_ value: Int64) throws(DomainError) {
    self.value = try Self.range.checked(value, .order)
  }

  private init(unchecked value: Int64) { self.value = value }
}
