/// The price of a gift, in coins.
package struct Price: Hashable, Sendable {
  /// A gift may be free; ten million coins is far above any gift seen in a live stream.
  package static let range: ClosedRange<Int64> = 0...10_000_000

  /// Coins, within `range`.
  package let coins: Int64

  /// Throws `DomainError.outOfRange` outside `range`.
  package init(coins: Int64) throws(DomainError) {
    self.coins = try Self.range.checked(coins, .price)
  }
}
