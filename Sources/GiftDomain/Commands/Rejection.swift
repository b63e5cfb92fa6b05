/// Why the domain refuses an edit that was well-formed.
package enum Rejection: Error, Hashable, Sendable {
  /// No such gift, or it was rolled back to before it was added.
  case giftNotFound(GiftID)
  /// The gift has no such version.
  case versionNotFound(GiftID, VersionNumber, latest: VersionNumber?)
  /// The gift has no animation yet.
  case noVersion(GiftID)
  /// No such change; `last` is the newest.
  case changeNotFound(ChangeNumber, last: ChangeNumber)
  /// Someone else changed the gift after the change that the caller expected.
  case changedSince(GiftID, expected: ChangeNumber, actual: ChangeNumber)
  /// What has been shown cannot be edited.
  case instantInPast(Timestamp, now: Timestamp)
  /// A window shares instants with other windows, or another version is planned to stand from that
  /// very instant on.
  case overlapsPlanned(GiftID, [Availability])
  /// What a change did to a gift or a rotation was touched since, by another; and by whom, if that
  /// is known.
  case undoConflict(ChangeNumber, Command.Subject, by: ChangeNumber, Actor?)
  /// A new gift needs a name and a price.
  case definitionIncomplete(GiftID, lacksName: Bool, lacksPrice: Bool)
  /// The database's history is neither empty nor the one being imported.
  case historyDiffers(last: ChangeNumber)
  /// No such rotation.
  case rotationNotFound(RotationName)
  /// There is a rotation of that name, and it is another one.
  case rotationExists(RotationName)
  /// Someone else changed the rotation after the change that the caller expected.
  case rotationChangedSince(RotationName, expected: ChangeNumber, actual: ChangeNumber)
  /// A gift may be in one rotation at a time, and is in another.
  case giftInRotation(GiftID, RotationName)
  /// The rotation has ended, and is not opened again by the edit.
  case rotationEnded(at: Timestamp)
  /// A new rotation would end before its first turn.
  case rotationWithoutTurn(RotationName)
  /// No such turn is to come: it has begun, is none of the rotation's, or lies behind its end.
  case turnNotComing(Int64, next: Int64)
  /// The next turn would have begun already.
  case turnInPast(Int64, Timestamp, now: Timestamp)
  /// A moved turn does not lie between its neighbours.
  case turnsOutOfOrder(Int64)
  /// The gift is not among those of the turn.
  case giftNotInTurn(GiftID, Int64)
  /// The gift is among those of the turn already.
  case giftInTurn(GiftID, Int64)
  /// A value breaks its rule.
  case invalid(DomainError)
}

/// A value; throws `Rejection.invalid` when it breaks its rule.
func valid<Value>(_ make: () throws(DomainError) -> Value) throws(Rejection) -> Value {
  do {
    return try make()
  } catch {
    throw .invalid(error)
  }
}
