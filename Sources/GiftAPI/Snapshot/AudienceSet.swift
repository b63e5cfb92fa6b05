import GiftDomain
import Hashing

/// Some of a list's audiences, by their positions there: those that a client belongs to.
struct AudienceSet: Hashable, Sendable {
  /// That of a client that belongs to none.
  static let none = AudienceSet(bits: 0)

  private var bits: UInt64

  private init(bits: UInt64) { self.bits = bits }

  /// Those that a client belongs to, of the first 64 in the list: `Audience.maxCount` is 64.
  init(of client: ClientKind, among audiences: [Audience]) {
    bits = 0
    for (index, audience) in audiences.prefix(UInt64.bitWidth).enumerated()
    where audience.includes(client) {
      bits |= 1 << UInt64(index)
    }
  }

  /// Whether the audience at a position belongs to it; nil stands for everybody.
  func contains(_ index: Int?) -> Bool {
    guard let index else { return true }
    return index < UInt64.bitWidth && bits >> UInt64(index) & 1 == 1
  }

  /// The audiences themselves, in the order of the list.
  func audiences(among all: [Audience]) -> [Audience] {
    all.indices.filter(contains).map { all[$0] }
  }
}

extension CatalogueToken {
  /// The token of a position for clients that ask for a placement and belong to some audiences.
  ///
  /// A mark names what tells the catalogues of one position apart; that of `gifts` for clients that
  /// belong to no audience has none. So all clients that get the same share a token, whatever else
  /// they say about themselves.
  init(
    _ position: CataloguePosition, asking placement: PlacementName, as audiences: [Audience]
  ) {
    let question =
      (placement == .gifts ? [] : ["placement=\(placement)"])
      + audiences.map { "audience=\($0.text)" }
    self.init(
      position,
      question: question.isEmpty
        ? nil : DigestMark(digest: SHA256.hash(Array(question.joined(separator: "&").utf8))))
  }
}
