import Delivery
package import GiftDomain
import Hashing

/// A strong validator (RFC 9110 §8.8.3) of a resource; each coding has its own.
package struct EntityTag: Hashable, Sendable {
  /// The opaque tag of the identity coding, without quotes.
  package let text: String

  /// The catalogue's body is a function of its token.
  package init(_ token: CatalogueToken) { text = token.description }

  /// A delta is a function of the two tokens.
  package init(from earlier: CatalogueToken, to later: CatalogueToken) {
    text = "\(earlier)..\(later)"
  }

  /// An asset's name is the digest of its bytes.
  package init(_ digest: SHA256Digest) { text = digest.hex }

  /// The tag of any other body: the first 128 bits of its digest.
  package init(hashing body: [UInt8]) {
    text = SHA256.hash(body).prefix(16).map { padded($0, 2, radix: 16) }.joined()
  }

  /// The opaque tag of a coding, without quotes.
  package func text(of coding: ContentCoding) -> String { text + Self.ending(of: coding) }

  private static func ending(of coding: ContentCoding) -> String {
    coding == .identity ? "" : "-" + coding.rawValue
  }

  /// Whether a field's value is exactly the quoted tag of a coding.
  func isQuoted(in value: Span<UInt8>, _ coding: ContentCoding) -> Bool {
    let (middle, end) = (1 + text.utf8.count, value.count - 1)
    return middle <= end && value[0] == UInt8(ascii: "\"") && value[end] == UInt8(ascii: "\"")
      && value.equals(1..<middle, text) && value.equals(middle..<end, Self.ending(of: coding))
  }
}
