/// A gift's place in the catalogue: lower comes first, equals are sorted by gift id.
package struct Order: Hashable, Sendable, NumberCodable {
  /// A million either way leaves room to insert between any two.
  package static let range: ClosedRange<Int64> = -1_000_000...1_000_000

  /// The place of a gift that was given none.
  package static let zero = Order(unchecked: 0)

  /// The place, within `range`.
  package let value: Int64

  /// Throws `DomainError.outOfRange` outside `range`.
  package init(_ value: Int64) throws(DomainError) {
    self.value = try Self.range.checked(value, .order)
  }

  private init(unchecked value: Int64) { self.value = value }
}
