package import GiftDomain
import Postgres

/// What an edit was.
package enum Verb: String, Hashable, Sendable, Codable, CaseIterable {
  /// A new gift, version or definition.
  case add
  /// A version in a window.
  case publish
  /// Nothing from an instant on.
  case retire
  /// Back to an earlier state.
  case rollback
  /// Many gifts at once.
  case `import`
  /// A change taken back as a whole.
  case undo
  /// A rotation.
  case rotation
  /// Nothing but that instants begin anew: it may be dated before the changes before it.
  case repair
}

/// One committed edit: who, when, what.
package struct ChangeRecord: Hashable, Sendable, Codable {
  /// Its number.
  package let number: ChangeNumber
  /// When it was made, by the database's clock.
  package let at: Timestamp
  /// Who made it, as they said.
  package let actor: Actor
  /// The login of the database under which it was made.
  package let login: String
  /// Why; nil when nobody said.
  package let reason: Reason?
  /// What it was.
  package let verb: Verb
  /// Whether clients can see a difference, at once or later.
  package let altersCatalogue: Bool
}

/// An edit in a list, with the gifts that it touched.
package struct ListedChange: Hashable, Sendable {
  /// The edit.
  package let record: ChangeRecord
  /// The gifts, by id; the first 20 of many.
  package let gifts: [GiftID]
  /// How many gifts it touched.
  package let giftCount: Int
  /// The rotations that it gave new plans.
  package let rotations: [RotationName]
}

extension Row {
  /// A row of `change_list…` with its gifts.
  func listedChange() throws -> ListedChange {
    ListedChange(
      record: try changeRecord(), gifts: try textArray("gift").map { text in try GiftID(text) },
      giftCount: Int(try int("gift_count")),
      rotations: try textArray("rotation").map { text in try RotationName(text) })
  }

  /// A row of `change_list…`.
  func changeRecord() throws -> ChangeRecord {
    ChangeRecord(
      number: try change("number"), at: try instant("at"), actor: try Actor(text("actor")),
      login: try text("login"), reason: try optionalText("reason").map { text in try Reason(text) },
      verb: try word("verb"), altersCatalogue: try bool("alters_catalogue"))
  }

  /// A row of `change_all`.
  func archivedChange() throws -> ArchivedChange {
    ArchivedChange(
      record: try changeRecord(), commands: try text("commands"), digest: try digest("digest"))
  }
}
