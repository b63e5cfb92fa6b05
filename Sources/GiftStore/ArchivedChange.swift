package import GiftDomain
import Hashing

/// A change as it is kept: with what was asked for, and a digest that chains it to the change
/// before.
package struct ArchivedChange: Hashable, Sendable, Codable {
  /// Who, when, what.
  package let record: ChangeRecord
  /// What was asked for: a JSON array of commands, as it was written then.
  package let commands: String
  /// SHA-256 over the digest of the change before and all of this one but what follows from it.
  package let digest: SHA256Digest

  /// A change as it was kept.
  package init(record: ChangeRecord, commands: String, digest: SHA256Digest) {
    self.record = record
    self.commands = commands
    self.digest = digest
  }

  /// A new change after the one of a digest; nil for the first.
  ///
  /// Throws `DomainError` never, as a digest has its size.
  package init(
    _ record: ChangeRecord, _ commands: String, after previous: SHA256Digest?
  ) throws(DomainError) {
    self.record = record
    self.commands = commands
    digest = try SHA256Digest(bytes: sha256(Self.bytes(record, commands, after: previous)))
  }

  /// What was asked for.
  ///
  /// Throws `StoreError.rowBroken` or `unexpected` for text that no program of this version wrote.
  package func decodedCommands() throws(StoreError) -> [Command] {
    try failing { try value([Command].self, of: commands) }
  }

  /// Whether the digest is right for a change after the one of another digest.
  func follows(_ previous: SHA256Digest?) -> Bool {
    sha256(Self.bytes(record, commands, after: previous)) == digest.bytes
  }

  /// What the digest is of: a name that no other digest begins with, the digest before, then each
  /// part with its length, so that no two changes give the same bytes.
  private static func bytes(
    _ record: ChangeRecord, _ commands: String, after previous: SHA256Digest?
  ) -> [UInt8] {
    let parts = [
      previous?.hex ?? "", record.number.description, record.at.rfc3339, record.actor.text,
      record.login, record.reason?.text ?? "", record.verb.rawValue, commands,
    ]
    return parts.reduce(into: Array("gift catalogue, change, 1\n".utf8)) { bytes, part in
      bytes += Array("\(part.utf8.count):\(part)".utf8)
    }
  }
}
