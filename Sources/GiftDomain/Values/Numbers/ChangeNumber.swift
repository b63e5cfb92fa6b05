/// The number of a committed edit: 1, 2, 3 … without gaps; 0 is the empty catalogue before them.
package struct ChangeNumber: Hashable, Sendable, NumberCodable {
  /// PostgreSQL's `bigint`, less one so that `next` always exists.
  package static let range: ClosedRange<Int64> = 0...(Int64.max - 1)

  /// Before the first change: the empty catalogue.
  package static let zero = ChangeNumber(unchecked: 0)

  /// The number, within `range`.
  package let value: Int64

  /// Throws `DomainError.outOfRange` outside `range`.
  package init(_ value: Int64) throws(DomainError) {
    self.value = try Self.range.checked(value, .change)
  }

  private init(unchecked value: Int64) { self.value = value }

  /// The change after this one.
  package var next: ChangeNumber { ChangeNumber(unchecked: value + 1) }

  /// The change before this one; 0 stays 0.
  package var previous: ChangeNumber { ChangeNumber(unchecked: max(0, value - 1)) }
}
