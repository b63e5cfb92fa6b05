/// The name of one state of the public catalogue: `42-9f3a61c2d0b1-1796119200000000`.
///
/// The change is the last one that altered what clients see, the instant the last boundary; so
/// drafts leave the token as it is, and every replica with the same rows makes the same one. Two
/// histories that part have other digests, and so no token in common from there on.
///
/// What was asked for will follow after a tilde, once there is more than one thing to ask for.
/// Until then such a text is not a token, and is answered as others that name nothing: with
/// everything.
package struct CatalogueToken: Hashable, Sendable, CustomStringConvertible {
  /// The last change that altered what clients see.
  package let change: ChangeNumber
  /// The history in which it did.
  package let history: HistoryMark
  /// The last boundary; the epoch when there was none.
  package let boundary: Timestamp

  /// A token from its parts.
  package init(change: ChangeNumber, history: HistoryMark, boundary: Timestamp) {
    self.change = change
    self.history = history
    self.boundary = boundary
  }

  /// The token that is written so; nil for every other text, such as one with leading zeros.
  package init?(_ text: String) {
    let parts = text.split(separator: "-", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let number = Int64(parts[0]), let instant = Int64(parts[2])
    else { return nil }
    do throws(DomainError) {
      change = try ChangeNumber(number)
      history = try HistoryMark(String(parts[1]))
      boundary = try Timestamp(microseconds: instant)
    } catch {
      return nil
    }
    guard description == text else { return nil }
  }

  /// The change's number, the history's mark, microseconds since the epoch, with hyphens between.
  package var description: String { "\(change)-\(history)-\(boundary.microseconds)" }
}

/// Which history of changes a change is of: the first 48 bits of its digest, which chains all
/// changes before it.
package struct HistoryMark: Hashable, Sendable, CustomStringConvertible, TextCodable {
  private static let byteCount = 6

  /// Before the first change.
  package static let none = HistoryMark(bits: 0)

  private let bits: UInt64

  /// The mark of the change that has a digest.
  package init(_ digest: SHA256Digest) {
    bits = digest.bytes.prefix(Self.byteCount).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Throws `DomainError.malformed` for anything but 12 lower-case hexadecimal digits.
  package init(_ text: String) throws(DomainError) {
    guard text.utf8.count == 2 * Self.byteCount, let bits = UInt64(text, radix: 16),
      HistoryMark(bits: bits).text == text
    else { throw .malformed(.digest, text: text) }
    self.bits = bits
  }

  private init(bits: UInt64) { self.bits = bits }

  /// 12 hexadecimal digits.
  package var text: String {
    let digits = String(bits, radix: 16)
    return String(repeating: "0", count: 2 * Self.byteCount - digits.count) + digits
  }

  /// The digits.
  package var description: String { text }
}
