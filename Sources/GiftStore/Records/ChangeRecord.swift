package import GiftDomain
import Hashing
import Postgres

/// The verb of an edit.
package enum Verb: String, Hashable, Sendable, Codable, CaseIterable {
  /// A new gift, version or definition.
  case add
  /// A version in a window.
  case publish
  /// A gift goes off at an instant.
  case retire
  /// Back to an earlier state.
  case rollback
  /// Many gifts at once.
  case `import`
  /// A whole change undone.
  case undo
  /// A rotation added or edited.
  case rotation
  /// Pictures drawn, for the first time or again.
  case pictures
  /// A placement added, changed or retired.
  case placement
  /// A category named, changed or retired.
  case category
  /// Bytes that are served no more.
  case withdraw
  /// Bytes that are allowed again.
  case restoreAsset = "restore-asset"
  /// Only restarts instants: it may be dated before the changes before it.
  case repair
}

/// One committed edit: its author, instant and verb.
package struct ChangeRecord: Hashable, Sendable, Codable {
  /// The change's number.
  package let number: ChangeNumber
  /// When it was made, by the database's clock.
  package let at: Timestamp
  /// The author, as stated.
  package let actor: Actor
  /// The login of the database under which it was made.
  package let login: String
  /// The reason; nil if none was given.
  package let reason: Remark?
  /// The verb that made it.
  package let verb: Verb
  /// Whether clients can see a difference, at once or later.
  package let altersCatalogue: Bool

  /// A record of a new change.
  init(
    number: ChangeNumber, at: Timestamp, actor: Actor, login: String, reason: Remark?, verb: Verb,
    altersCatalogue: Bool
  ) {
    self.number = number
    self.at = at
    self.actor = actor
    self.login = login
    self.reason = reason
    self.verb = verb
    self.altersCatalogue = altersCatalogue
  }

  /// Throws `DomainError`, or what the decoder throws.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      number: try values.decode(ChangeNumber.self, forKey: .number),
      at: try values.decode(Timestamp.self, forKey: .at),
      actor: try Actor(recorded: values.decode(String.self, forKey: .actor)),
      login: try values.decode(String.self, forKey: .login),
      reason: try values.decodeIfPresent(String.self, forKey: .reason).map { text in
        try Remark(recorded: text)
      },
      verb: try values.decode(Verb.self, forKey: .verb),
      altersCatalogue: try values.decode(Bool.self, forKey: .altersCatalogue))
  }
}

/// An edit in a list, with the gifts that it touched.
package struct ListedChange: Hashable, Sendable {
  /// The change itself.
  package let record: ChangeRecord
  /// The gifts, by id; the first 20 of many.
  package let gifts: [GiftID]
  /// The number of gifts that it touched.
  package let giftCount: Int
  /// The rotations that it gave new plans.
  package let rotations: [RotationName]
  /// The placements and categories that it gave new settings.
  package let groups: [GiftGroup.ID]
}

/// A change as read; nil if its row is not one.
typealias ReadChange = (number: Int64, change: ListedChange?)

extension Row {
  /// A row of `change_list…` with its gifts.
  func listedChange() throws -> ReadChange {
    let number = try int("number")
    // Whatever is wrong with it: only this change is left out.
    return (number, try? wholeChange())
  }

  private func wholeChange() throws -> ListedChange {
    ListedChange(
      record: try changeRecord(), gifts: try textArray("gift").map { text in try GiftID(text) },
      giftCount: Int(try int("gift_count")),
      rotations: try textArray("rotation").map { text in try RotationName(text) },
      groups: try groupIDs("group_kind", "group_name"))
  }

  /// A row of `change_list…`.
  func changeRecord() throws -> ChangeRecord {
    ChangeRecord(
      number: try change("number"), at: try instant("at"),
      actor: try Actor(recorded: text("actor")), login: try text("login"),
      reason: try optionalText("reason").map { text in try Remark(recorded: text) },
      verb: try word("verb"), altersCatalogue: try bool("alters_catalogue"))
  }

  /// A row of `change_all`.
  func archivedChange() throws -> ArchivedChange {
    ArchivedChange(
      record: try changeRecord(), commands: try text("commands"),
      difference: try digest("difference"), digest: try digest("digest"))
  }
}

/// A change as stored: with its commands, and a digest that chains it to the change before.
package struct ArchivedChange: Hashable, Sendable, Codable {
  /// The author, instant and verb.
  package let record: ChangeRecord
  /// The commands: a JSON array, exactly as written then.
  package let commands: String
  /// The digest of the rows that it added and superseded.
  package let difference: SHA256Digest
  /// SHA-256 over the digest of the change before and all of this one that is not derived.
  package let digest: SHA256Digest
}

extension ArchivedChange {
  /// A new change after the one of a digest; nil for the first.
  ///
  /// Never throws in practice, because a digest has a fixed size.
  package init(
    _ record: ChangeRecord, _ commands: String, difference: SHA256Digest,
    after previous: SHA256Digest?
  ) throws(DomainError) {
    let digest = try SHA256Digest(
      bytes: Self.hash(record, commands, difference, after: previous))
    self.init(record: record, commands: commands, difference: difference, digest: digest)
  }

  /// The commands, decoded.
  ///
  /// Throws `StoreError.rowBroken` or `unexpected` for text that this version did not write.
  package func decodedCommands() throws(StoreError) -> [Command] {
    try failing { try value([Command].self, of: commands) }
  }

  /// Whether the digest is correct for a change after one with the given digest.
  func follows(_ previous: SHA256Digest?) -> Bool {
    Self.hash(record, commands, difference, after: previous) == digest.bytes
  }

  /// Hashes a unique prefix, the digest before, then each part with its length, so that no two
  /// changes give the same input.
  private static func hash(
    _ record: ChangeRecord, _ commands: String, _ difference: SHA256Digest,
    after previous: SHA256Digest?
  ) -> [UInt8] {
    let parts = [
      previous?.hex ?? "", record.number.description, record.at.rfc3339, record.actor.text,
      record.login, record.reason?.text ?? "", record.verb.rawValue, commands, difference.hex,
    ]
    let text = parts.reduce("gift catalogue, change, 1\n") { "\($0)\($1.utf8.count):\($1)" }
    return SHA256.hash(Array(text.utf8))
  }
}
