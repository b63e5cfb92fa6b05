package import GiftDomain

/// Why an archive is refused.
package enum ArchiveFault: Error, Hashable, Sendable {
  /// It cannot be read.
  case text(ArchiveTextFault)
  /// The changes are not numbered 1, 2, 3 … or go back in time without a repair.
  case changesOutOfOrder(ChangeNumber)
  /// A change, or the one before it, does not match its digest.
  case changeAltered(ChangeNumber)
  /// The rows that a change added and superseded are not those that its digest covers.
  case rowsAltered(ChangeNumber)
  /// The last change is in the future of the database's clock, so the next edits would be refused.
  case fromTheFuture(ChangeNumber)
  /// A change records a gift twice, or rows of it come before all changes.
  case changesOfGiftBroken(GiftID)
  /// A gift's versions are not numbered 1, 2, 3 …
  case versionsOutOfOrder(GiftID)
  /// A row names a change or version that the gift does not have, or not yet.
  case rowWithoutChange(GiftID)
  /// Two definitions or two pictures of a version are current at once, two windows overlap, or two
  /// standing steps begin at the same instant.
  case overlap(GiftID, at: ChangeNumber)
  /// A plan or binding of a rotation names a missing change or gift, or occurs twice.
  case rotationBroken(RotationName)
  /// Settings of a placement or category are twice in a change, or of another one.
  case groupBroken(GiftGroup.ID)
  /// An announcement is out of order, early, or names a missing version or rotation.
  case announcementBroken(Int64)
  /// An asset that a row names is not listed, or its bytes are missing.
  case assetMissing(SHA256Digest)
  /// An asset that no row names.
  case assetUnnamed(SHA256Digest)
  /// An asset's bytes do not match their digest, or the size in its rows; or it is a picture, and
  /// not WebP; or it is listed twice, or after a change.
  case assetDiffers(SHA256Digest)
  /// A compressed form of an animation is missing, or its bytes do not match their digest.
  case codingsDiffer(SHA256Digest)
}

/// Why the text of an archive cannot be read.
package enum ArchiveTextFault: Error, Hashable, Sendable {
  /// A line lacks a required member.
  case memberMissing(String, line: Int)
  /// Written by a program with another format.
  case otherFormat(String)
  /// A line is longer than `ArchiveText.maxLineBytes`, so it could not be read again.
  case tooLong(line: Int)
  /// A value on a line breaks its rule.
  case invalid(DomainError, line: Int)
  /// Damaged, cut off or edited by hand, from this line on.
  case altered(line: Int)
}
