package import GiftDomain

/// An animation on its way into the database.
package struct Upload: Sendable {
  /// The candidate that a command names.
  package let candidate: AnimationCandidate
  /// The original bytes.
  package let bytes: [UInt8]
  /// The compressed forms for clients, if the bytes are not stored yet.
  package let codings: AssetCodings
  /// The findings of its check: a JSON array.
  package let findings: String

  /// An upload whose digest is that of its bytes, which the codings decode to.
  package init(
    candidate: AnimationCandidate, bytes: [UInt8], codings: AssetCodings = [:], findings: String
  ) {
    self.candidate = candidate
    self.bytes = bytes
    self.codings = codings
    self.findings = findings
  }

  /// The same upload with other codings.
  package func with(_ codings: AssetCodings) -> Upload {
    Upload(candidate: candidate, bytes: bytes, codings: codings, findings: findings)
  }
}

/// A picture on its way into the database.
package struct PictureFile: Hashable, Sendable {
  /// The picture that a command names.
  package let picture: Picture
  /// Its bytes, of which `picture` has the digest and the size.
  package let bytes: [UInt8]

  /// A picture and its bytes.
  package init(picture: Picture, bytes: [UInt8]) {
    self.picture = picture
    self.bytes = bytes
  }
}

/// The author, verb and conditions of an edit.
package struct EditRequest: Hashable, Sendable {
  /// The verb that makes the edit.
  package let verb: Verb
  /// The author.
  package let actor: Actor
  /// The reason; nil if none was given.
  package let reason: Remark?
  /// Refuse if anything that it would change was edited after this change; nil skips the check.
  package var expected: ChangeNumber?
  /// Refuse if there is any change after this one; nil skips the check.
  package var newest: ChangeNumber?
  /// Refuse to do anything else than what was shown; nil skips the check.
  package var shown: CanonicalDifference?
  /// Refuse if a gift that it names does not exist yet.
  package var namesExisting = false
  /// Refuse if a rotation brings a gift that is retired.
  package var refusesTurns = false
  /// Compute the result, and store nothing.
  package var isDryRun: Bool

  /// A request from its parts.
  package init(
    verb: Verb, actor: Actor, reason: Remark? = nil, expected: ChangeNumber? = nil,
    isDryRun: Bool = false
  ) {
    self.verb = verb
    self.actor = actor
    self.reason = reason
    self.expected = expected
    self.isDryRun = isDryRun
  }

  /// Throws `Rejection.editedSince` or `movedSinceShown` if the edit is not the one that was shown.
  func requireShown(
    _ form: CanonicalDifference, after last: ChangeNumber
  ) throws(StoreError) {
    if let newest, last > newest { throw .rejected(.editedSince(newest, latest: last)) }
    guard let shown, shown.digest != form.digest else { return }
    throw .rejected(.movedSinceShown(form.subjects(differingFrom: shown)))
  }
}

/// The result of an edit.
package struct EditOutcome: Hashable, Sendable {
  /// Its number; nil if nothing had to change.
  package let change: ChangeNumber?
  /// The instant of the edit.
  package let at: Timestamp
  /// The newest change before it.
  package let previous: ChangeNumber
  /// The gifts, rotations and groups that it changed.
  package let difference: EditDifference
  /// The rows of the difference.
  package let form: CanonicalDifference
  /// Whether it was held back, to be asked about: then nothing is stored.
  package var isHeld = false
}
