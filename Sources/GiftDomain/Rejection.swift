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
  /// The window shares instants with planned availabilities, or would run on into one of the same
  /// version.
  case overlapsPlanned(GiftID, [TimelineEntry])
  /// A new gift needs a name and a price.
  case definitionIncomplete(GiftID, lacksName: Bool, lacksPrice: Bool)
  /// The database's history is neither empty nor the one being imported.
  case historyDiffers(last: ChangeNumber)
  /// A value breaks its rule.
  case invalid(DomainError)
}
