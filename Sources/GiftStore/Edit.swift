package import GiftDomain

/// An animation on its way into the database.
package struct Upload: Sendable {
  /// What a command names it by.
  package let candidate: AnimationCandidate
  /// The bytes, as they were handed in.
  package let bytes: [UInt8]
  /// What is kept of them for clients that take them compressed, if they are not stored yet.
  package let codings: AssetCodings
  /// What its check said: a JSON array.
  package let findings: String

  /// An upload whose digest is that of its bytes, which the codings decode to.
  package init(
    candidate: AnimationCandidate, bytes: [UInt8], codings: AssetCodings = .none, findings: String
  ) {
    self.candidate = candidate
    self.bytes = bytes
    self.codings = codings
    self.findings = findings
  }

  /// The same with other codings.
  package func with(_ codings: AssetCodings) -> Upload {
    Upload(candidate: candidate, bytes: bytes, codings: codings, findings: findings)
  }
}

/// Who edits, by which verb, and under which conditions.
package struct EditRequest: Hashable, Sendable {
  /// The verb.
  package let verb: Verb
  /// Who.
  package let actor: Actor
  /// Why; nil when nobody said.
  package let reason: Reason?
  /// Refuse if what is to change was changed after this change; nil does not ask.
  package let expected: ChangeNumber?
  /// Say what would be done, and store nothing.
  package let isDryRun: Bool

  /// A request.
  package init(
    verb: Verb, actor: Actor, reason: Reason? = nil, expected: ChangeNumber? = nil,
    isDryRun: Bool = false
  ) {
    self.verb = verb
    self.actor = actor
    self.reason = reason
    self.expected = expected
    self.isDryRun = isDryRun
  }
}

/// What an edit did.
package struct EditOutcome: Hashable, Sendable {
  /// The number it got; nil when nothing had to change.
  package let change: ChangeNumber?
  /// The instant of the edit.
  package let at: Timestamp
  /// The newest change before it.
  package let previous: ChangeNumber
  /// What it made different.
  package let difference: EditDifference
}
