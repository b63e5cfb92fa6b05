package import GiftDomain
import Hashing

/// A row that an edit adds or supersedes, in the one form of which digests are taken: a line of
/// text that Swift and SQL (`change_rows.sql`) both can write.
///
/// `+definition {"category":"flowers","gift":"rose",…}`: the mark, the table, and a JSON object of
/// the row's columns in the order of their names' bytes, without white space. Columns that are not
/// set (null, or an empty array) are left out, so that a column which comes later alters no old
/// digest, and those with numbers of changes are no part of it. An instant is that of RFC 3339 in
/// UTC, or `now` where it is the edit's own; a local time is a number of seconds; a floating-point
/// number is the 16 hexadecimal digits of its bits, and bytes are hexadecimal, too.
package struct CanonicalRow: Hashable, Sendable {
  /// What an edit does with a row.
  package enum Mark: String, Hashable, Sendable {
    /// It is new.
    case added = "+"
    /// It was current until the edit.
    case superseded = "-"
  }

  /// A value of a column.
  enum Value {
    case text(String)
    case number(Int64)
    case flag(Bool)
    case texts([String])
    case numbers([Int64])
    case digest(SHA256Digest)
    case real(Double)
    case instant(Timestamp)
    case instants([Timestamp])
  }

  /// The gift, rotation or group that the row is about.
  package let subject: Command.Subject
  /// The line.
  package let text: String

  /// The line of a row; values that are nil are not set.
  init(
    _ mark: Mark, _ table: String, of subject: Command.Subject, now: Timestamp,
    _ columns: [(name: String, value: Value?)]
  ) {
    self.subject = subject
    let members = columns.compactMap { name, value in
      value?.json(now: now).map { (name, $0) }
    }
    .sorted { $0.0.utf8.lexicographicallyPrecedes($1.0.utf8) }
    .map { "\"\($0)\":\($1)" }
    text = "\(mark.rawValue)\(table) {\(members.joined(separator: ","))}"
  }

  /// SHA-256 of the line.
  var digest: [UInt8] { SHA256.hash(Array(text.utf8)) }
}

extension CanonicalRow.Value {
  /// The value as JSON; nil for an empty array.
  fileprivate func json(now: Timestamp) -> String? {
    switch self {
    case .text(let text): quoted(text)
    case .number(let number): "\(number)"
    case .flag(let flag): "\(flag)"
    case .texts(let texts): array(texts.map(quoted))
    case .numbers(let numbers): array(numbers.map { "\($0)" })
    case .digest(let digest): quoted(digest.hex)
    case .real(let real): quoted(hex(real))
    case .instant(let instant): quoted(word(instant, now))
    case .instants(let instants): array(instants.map { quoted(word($0, now)) })
    }
  }

  private func array(_ elements: [String]) -> String? {
    elements.isEmpty ? nil : "[\(elements.joined(separator: ","))]"
  }

  private func word(_ instant: Timestamp, _ now: Timestamp) -> String {
    instant == now ? "now" : instant.rfc3339
  }

  private func hex(_ real: Double) -> String {
    let digits = String(real.bitPattern, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// A string of JSON in which only what has to be is escaped, as PostgreSQL does it.
  private func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\u{8}": result += "\\b"
      case "\u{C}": result += "\\f"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\0"..<" ":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}

/// What an edit does to rows, in canonical form: what was shown is what is done if both digests are
/// equal.
package struct CanonicalDifference: Hashable, Sendable {
  /// The rows, in no particular order.
  package let rows: [CanonicalRow]
  /// SHA-256 over a unique prefix and the digests of the rows' lines, in order.
  package let digest: SHA256Digest

  /// The form of these rows.
  init(_ rows: [CanonicalRow]) throws(DomainError) {
    self.rows = rows
    digest = try SHA256Digest(bytes: Self.digest(of: rows.map(\.digest)))
  }

  /// The digest of rows with these digests, in any order.
  static func digest(of rows: [[UInt8]]) -> [UInt8] {
    let sorted = rows.sorted { $0.lexicographicallyPrecedes($1) }
    return SHA256.hash(Array("gift catalogue, difference, 1\n".utf8) + sorted.joined())
  }

  /// The subjects of the rows that are in one of two differences alone, each once.
  package func subjects(differingFrom other: CanonicalDifference) -> [Command.Subject] {
    let moved = Set(rows).symmetricDifference(other.rows).map(\.subject)
    return Set(moved).sorted { $0.text < $1.text }
  }
}
