import GiftDomain

extension [String] {
  /// The first `limit` strings, and how many more there are.
  func cut(to limit: Int) -> [String] {
    prefix(limit) + (count > limit ? ["… and \(grouped(count - limit)) more"] : [])
  }
}
