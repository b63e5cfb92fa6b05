/// A client's token: a position and, after a tilde, a mark of its question, such as
/// `42-9f3a61c2d0b1-1796119200000000~0c2f8e5a71b4`.
package struct CatalogueToken: Hashable, Sendable, CustomStringConvertible {
  /// The state of the catalogue.
  package let position: CataloguePosition
  /// A digest of what the client asks for; nil, and not written, for the placement `gifts`.
  package let question: DigestMark?

  /// A token from its parts.
  package init(_ position: CataloguePosition, question: DigestMark?) {
    self.position = position
    self.question = question
  }

  /// Parses a token; nil for any other text.
  package init?(_ text: String) {
    let parts = text.split(separator: "~", maxSplits: 1, omittingEmptySubsequences: false)
    guard let position = parts.first.flatMap({ CataloguePosition(String($0)) }) else { return nil }
    self.position = position
    do throws(DomainError) {
      question = parts.count > 1 ? try DigestMark(String(parts[1])) : nil
    } catch {
      return nil
    }
  }

  /// The position, and the mark of the question if there is one.
  package var description: String { "\(position)" + (question.map { "~\($0)" } ?? "") }
}

/// One state of the public catalogue: `42-9f3a61c2d0b1-1796119200000000`.
///
/// The change is the last one that altered what clients see, and the instant the last boundary; so
/// drafts do not affect it, and replicas with the same rows agree. Two histories that diverge have
/// different digests, and no common position from there on.
package struct CataloguePosition: Hashable, Sendable, CustomStringConvertible {
  /// The last change that altered what clients see.
  package let change: ChangeNumber
  /// The history that the change belongs to.
  package let history: DigestMark
  /// The last boundary; the epoch when there was none.
  package let boundary: Timestamp

  /// A position from its parts.
  package init(change: ChangeNumber, history: DigestMark, boundary: Timestamp) {
    self.change = change
    self.history = history
    self.boundary = boundary
  }

  /// Parses a position; nil for any other text, such as one with leading zeros.
  package init?(_ text: String) {
    let parts = text.split(separator: "-", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let number = Int64(parts[0]), let instant = Int64(parts[2])
    else { return nil }
    do throws(DomainError) {
      change = try ChangeNumber(number)
      history = try DigestMark(String(parts[1]))
      boundary = try Timestamp(microseconds: instant)
    } catch {
      return nil
    }
    guard description == text else { return nil }
  }

  /// The change's number, the history's mark, and microseconds since the epoch, with hyphens
  /// between.
  package var description: String { "\(change)-\(history)-\(boundary.microseconds)" }
}

/// The first 48 bits of a digest.
///
/// A change's digest chains all changes before it, so its mark identifies the history.
package struct DigestMark: Hashable, Sendable, CustomStringConvertible, TextCodable {
  private static let byteCount = 6

  /// The history before the first change.
  package static let none = DigestMark(bits: 0)

  private let bits: UInt64

  /// The beginning of a digest.
  package init(_ digest: SHA256Digest) { self.init(digest: digest.bytes) }

  /// The beginning of a digest's bytes.
  package init(digest bytes: [UInt8]) {
    bits = bytes.prefix(Self.byteCount).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Throws `DomainError.malformed` for anything but 12 lower-case hexadecimal digits.
  package init(_ text: String) throws(DomainError) {
    guard text.utf8.count == 2 * Self.byteCount, let bits = UInt64(text, radix: 16),
      DigestMark(bits: bits).text == text
    else { throw .malformed(.digest, text: text) }
    self.bits = bits
  }

  private init(bits: UInt64) { self.bits = bits }

  /// 12 hexadecimal digits.
  package var text: String { padded(bits, 2 * Self.byteCount, radix: 16) }
}
