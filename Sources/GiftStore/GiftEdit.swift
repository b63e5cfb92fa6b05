package import GiftDomain

/// What is wanted of one gift: a decision, and the bytes it may bring.
package struct GiftEdit: Sendable {
  /// From the gift as it stands to the gift as it shall be.
  package typealias Decision = @Sendable (EditContext) throws(Rejection) -> GiftState

  /// The gift.
  package let gift: GiftID
  /// Bytes and findings for the version that the decision may add.
  package let upload: Upload?
  /// From when on rotations are not to bring the gift any more; the inner nil is now.
  package let withdrawal: Timestamp??
  /// The change behind which what the gift's edits did to rotations is taken back; the inner nil
  /// is the one that `EditContext.rollbackChange` takes without a name.
  package let rollback: ChangeNumber??
  /// The decision.
  package let decide: Decision

  /// An edit of `gift`.
  package init(
    gift: GiftID, upload: Upload? = nil, withdrawal: Timestamp?? = nil,
    rollback: ChangeNumber?? = nil, decide: @escaping Decision
  ) {
    self.rollback = rollback
    self.gift = gift
    self.upload = upload
    self.withdrawal = withdrawal
    self.decide = decide
  }
}

/// An animation on its way into the database.
package struct Upload: Sendable {
  /// What becomes of it if the decision wants it.
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
  /// Refuse if the gift was changed after this change; nil does not ask.
  package let expected: ChangeNumber?
  /// Do everything, then roll it back.
  package let isDryRun: Bool

  /// A request.
  package init(
    verb: Verb, actor: Actor, expected: ChangeNumber? = nil, isDryRun: Bool = false
  ) {
    self.verb = verb
    self.actor = actor
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
  /// The gifts that it changed, before and after, in the order they were asked for.
  package let gifts: [GiftDifference]
  /// How many gifts were already as wanted.
  package let unchanged: [GiftState]
  /// The rotations that lost a gift, or got one back.
  package let rotations: [RotationDifference]
  /// The places in rotations that a rollback could not give back.
  package let lostPlaces: [LostPlace]
}

/// A place in a rotation that a gift had and does not get back.
package struct LostPlace: Hashable, Sendable {
  /// The gift.
  package let gift: GiftID
  /// The rotation.
  package let rotation: RotationName
  /// The rotation that brings the gift now; nil when the first was edited since.
  package let other: RotationName?
}

/// One gift before and after an edit.
package struct GiftDifference: Hashable, Sendable {
  /// As it stood before.
  package let before: GiftState
  /// As it stands now.
  package let after: GiftState

  /// A difference.
  package init(before: GiftState, after: GiftState) {
    self.before = before
    self.after = after
  }
}
