/// An instant: microseconds since 1970-01-01T00:00:00Z, as PostgreSQL's `timestamptz` keeps it.
package struct Timestamp: Hashable, Sendable {
  /// The years 1 to 9999, which RFC 3339 can write.
  package static let range: ClosedRange<Int64> = -62_135_596_800_000_000...253_402_300_799_999_999

  /// 1970-01-01T00:00:00Z.
  package static let epoch = Timestamp(clamping: 0)

  /// Microseconds since the epoch, within `range`.
  package let microseconds: Int64

  /// Throws `DomainError.outOfRange` outside the years 1 to 9999.
  package init(microseconds: Int64) throws(DomainError) {
    self.microseconds = try Self.range.checked(microseconds, .instant)
  }

  /// The nearest instant within `range`.
  package init(clamping microseconds: Int64) {
    self.microseconds = min(max(microseconds, Self.range.lowerBound), Self.range.upperBound)
  }

  /// Whole seconds since the epoch, rounded down.
  package var wholeSeconds: Int64 {
    let (quotient, remainder) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
    return remainder < 0 ? quotient - 1 : quotient
  }

  /// This instant moved by `microseconds`.
  ///
  /// Throws `DomainError.outOfRange` when it leaves `range`.
  package func advanced(byMicroseconds delta: Int64) throws(DomainError) -> Timestamp {
    let (sum, overflow) = microseconds.addingReportingOverflow(delta)
    return try Timestamp(microseconds: overflow ? (delta < 0 ? .min : .max) : sum)
  }

  /// Earlier comes first.
  package static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.microseconds < right.microseconds
  }
}
