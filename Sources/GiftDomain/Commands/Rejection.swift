/// Why the domain refuses an edit that was well-formed.
package enum Rejection: Error, Hashable, Sendable {
  /// No such gift, or it was rolled back to before it was added.
  case giftNotFound(GiftID)
  /// The gift has no such version.
  case versionNotFound(GiftID, VersionNumber, latest: VersionNumber?)
  /// The gift has no version with these bytes.
  case animationNotFound(GiftID, SHA256Digest)
  /// The gift has no animation yet.
  case noVersion(GiftID)
  /// The version is withdrawn, and cannot be planned.
  case versionWithdrawn(GiftID, VersionNumber)
  /// These bytes are withdrawn, and cannot be added.
  case bytesWithdrawn(Withdrawal)
  /// Other gifts have the bytes that are withdrawn, or allowed again.
  case bytesElsewhere(GiftID, others: [GiftID])
  /// No such change; `last` is the newest.
  case changeNotFound(ChangeNumber, last: ChangeNumber)
  /// Somebody else changed the gift after the change that the caller expected.
  case changedSince(GiftID, expected: ChangeNumber, actual: ChangeNumber)
  /// The edit is no longer what was shown: these subjects have moved since.
  case movedSinceShown([Command.Subject])
  /// The catalogue was edited by somebody else after the change that the caller read.
  case editedSince(ChangeNumber, latest: ChangeNumber)
  /// What has been shown cannot be edited.
  case instantInPast(Timestamp, now: Timestamp)
  /// A window overlaps other windows, or another standing version is planned to begin at that very
  /// instant.
  case overlapsPlanned(GiftID, [Availability])
  /// A later change has edited the same parts of a gift or rotation; with its author, if known.
  case undoConflict(ChangeNumber, Command.Subject, by: ChangeNumber, Actor?)
  /// A gift needs a name and, in the placement `gifts`, a price.
  case definitionIncomplete(GiftID, lacksName: Bool, lacksPrice: Bool)
  /// An order was given for a gift that is not in the placement `gifts`.
  case notInGifts(GiftID)
  /// The gifts' definitions would have more different audiences than the limit.
  case tooManyAudiences(Audience, limit: Int)
  /// No such placement or category.
  case groupNotFound(GiftGroup.ID)
  /// Somebody else changed the placement or category after the change that the caller expected.
  case groupChangedSince(GiftGroup.ID, expected: ChangeNumber, actual: ChangeNumber)
  /// The placement `gifts` cannot be changed or retired.
  case placementFixed
  /// A category needs a name.
  case categoryIncomplete(Category)
  /// The database's history is neither empty nor the one being imported.
  case historyDiffers(last: ChangeNumber)
  /// No such rotation.
  case rotationNotFound(RotationName)
  /// A different rotation of that name exists.
  case rotationExists(RotationName)
  /// Somebody else changed the rotation after the change that the caller expected.
  case rotationChangedSince(RotationName, expected: ChangeNumber, actual: ChangeNumber)
  /// A gift may be in one rotation at a time, and is in another.
  case giftInRotation(GiftID, RotationName)
  /// A gift is to be retired that a rotation brings, and nobody said whether its turns go, too.
  case giftTakesTurns(GiftID, RotationName)
  /// The rotation has ended, and the edit does not reopen it.
  case rotationEnded(at: Timestamp)
  /// A new rotation would end before its first turn.
  case rotationWithoutTurn(RotationName)
  /// Not a coming turn: it has begun, does not exist, or is after the rotation's end.
  case turnNotComing(Int64, next: Int64)
  /// A coming turn that is too far off to be edited; `last` is the last one that can be.
  case turnTooFar(Int64, last: Int64)
  /// The next turn would already have begun.
  case turnInPast(Int64, Timestamp, now: Timestamp)
  /// A moved turn is not between its neighbours.
  case turnsOutOfOrder(Int64)
  /// The gift is not among those of the turn.
  case giftNotInTurn(GiftID, Int64)
  /// The gift is already among those of the turn.
  case giftInTurn(GiftID, Int64)
  /// A value breaks its rule.
  case invalid(DomainError)
}

/// The value that `make` returns; throws `Rejection.invalid` if it breaks its rule.
func valid<Value>(_ make: () throws(DomainError) -> Value) throws(Rejection) -> Value {
  do {
    return try make()
  } catch {
    throw .invalid(error)
  }
}
