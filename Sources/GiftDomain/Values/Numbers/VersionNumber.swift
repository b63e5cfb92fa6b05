/// The number of an animation version within its gift: 1, 2, 3 and so on.
package struct VersionNumber: Hashable, Sendable, NumberCodable {
  /// A gift with a million versions is a mistake.
  package static let range: ClosedRange<Int64> = 1...1_000_000

  /// The first version of every gift.
  package static let first = VersionNumber(unchecked: 1)

  /// The number, within `range`.
  package let value: Int64

  /// Throws `DomainError.outOfRange` outside `range`.
  package init(_ value: Int64) throws(DomainError) {
    self.value = try Self.range.checked(value, .version)
  }

  private init(unchecked value: Int64) { self.value = value }

  /// The version after this one.
  ///
  /// Throws `DomainError.outOfRange` past the last.
  package func next() throws(DomainError) -> VersionNumber { try VersionNumber(value + 1) }
}
