/// Identifies one state of the catalogue, on every server (openapi.yaml, `Token`).
public struct CatalogueToken: Sendable, Hashable, CustomStringConvertible {
  /// The number of a change: the first part.
  public let change: UInt64
  /// The mark of the history: 12 hexadecimal digits.
  public let history: String
  /// The boundary's instant in microseconds since 1970: the last part.
  public let boundary: UInt64
  /// A digest of the placement and of what the gifts in it are for, of 12 hexadecimal digits, if
  /// the catalogue is not the one for all.
  public let query: String?

  /// The most bytes of a token: two numbers of 20 digits, two marks, and what is between them.
  private static let longest = 80

  /// Takes a token from its text; nil if it does not have the form of a token.
  public init?(_ text: String) {
    guard text.utf8.count <= Self.longest else { return nil }
    let halves = text.split(separator: "~", maxSplits: 1, omittingEmptySubsequences: false)
    let parts = halves[0].split(separator: "-", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let change = Self.number(parts[0]),
      Self.isMark(parts[1]), let boundary = Self.number(parts[2])
    else { return nil }
    if halves.count == 2, !Self.isMark(halves[1]) { return nil }
    self.change = change
    self.history = String(parts[1])
    self.boundary = boundary
    self.query = halves.count == 2 ? String(halves[1]) : nil
  }

  /// Its text, as it is sent to servers.
  public var description: String {
    "\(change)-\(history)-\(boundary)" + (query.map { "~\($0)" } ?? "")
  }

  /// Whether this state is later than another: by the number of the change, then by the boundary.
  public func isNewer(than other: CatalogueToken) -> Bool {
    (change, boundary) > (other.change, other.boundary)
  }

  /// Whether both name the same state, for whomever.
  func isAsNew(as other: CatalogueToken) -> Bool {
    (change, history, boundary) == (other.change, other.history, other.boundary)
  }

  /// Canonical digits only, so that the text of a token is always the text it was made from.
  private static func number(_ text: Substring) -> UInt64? {
    guard text.utf8.allSatisfy({ (48...57).contains($0) }), text == "0" || text.first != "0"
    else { return nil }
    return UInt64(text)
  }

  private static func isMark(_ text: Substring) -> Bool {
    text.utf8.count == 12
      && text.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
  }
}
