package import GiftDomain

/// The whole catalogue with all of its history, without the animations' bytes.
package struct Archive: Hashable, Sendable {
  /// Every change, in order, from 1.
  package let changes: [ChangeRecord]
  /// Every gift, by id.
  package let gifts: [ArchivedGift]

  /// An archive; `validate` says whether it fits together.
  package init(changes: [ChangeRecord], gifts: [ArchivedGift]) {
    self.changes = changes
    self.gifts = gifts
  }

  /// The digests of all animations, each once, in order.
  package var assets: [SHA256Digest] {
    Set(gifts.flatMap { $0.history.versions.map(\.asset) }).sorted { $0.hex < $1.hex }
  }

  /// Throws the first `ArchiveFault`: gaps in the changes, rows of changes that are not there,
  /// availabilities that overlap, versions that do not count up from 1.
  package func validate() throws(ArchiveFault) {
    var previous: Timestamp?
    for (index, change) in changes.enumerated() {
      guard change.number.value == Int64(index + 1), previous.map({ $0 <= change.at }) ?? true
      else { throw .changesOutOfOrder(change.number) }
      previous = change.at
    }
    var seen: Set<GiftID> = []
    for gift in gifts {
      guard seen.insert(gift.history.gift).inserted else {
        throw .giftRepeated(gift.history.gift)
      }
      try gift.validate(last: changes.last?.number ?? .zero)
    }
  }
}

/// One gift in an archive.
package struct ArchivedGift: Hashable, Sendable {
  /// All its rows.
  package let history: GiftHistory
  /// What the check said of each version: JSON arrays.
  package let findings: [VersionNumber: String]

  /// A gift's rows and findings.
  package init(history: GiftHistory, findings: [VersionNumber: String]) {
    self.history = history
    self.findings = findings
  }

  fileprivate func validate(last: ChangeNumber) throws(ArchiveFault) {
    let gift = history.gift
    guard let first = history.changes.first, let newest = history.changes.last,
      first > .zero, newest <= last, history.changes == Set(history.changes).sorted()
    else { throw .changesOfGiftBroken(gift) }
    for (index, version) in history.versions.enumerated() {
      guard version.number.value == Int64(index + 1), version.gift == gift else {
        throw .versionsOutOfOrder(gift)
      }
    }
    let numbers = Set(history.versions.map(\.number))
    let recorded = Set(history.changes)
    let rows =
      history.definitions.map { ($0.since, $0.until, $0.value.latestVersion) }
      + history.availabilities.map { ($0.since, $0.until, $0.value.entry.version) }
    for (since, until, version) in rows {
      guard recorded.contains(since), until.map({ recorded.contains($0) && since < $0 }) ?? true,
        version.map(numbers.contains) ?? true
      else { throw .rowWithoutChange(gift) }
    }
    for change in history.changes {
      // Whichever two entries overlap: the gift and the change are what can be mended.
      guard (try? history.state(at: change)) != nil else { throw .overlap(gift, at: change) }
    }
  }
}

/// Why an archive does not fit together.
package enum ArchiveFault: Error, Hashable, Sendable {
  /// The changes do not count 1, 2, 3 … or go back in time.
  case changesOutOfOrder(ChangeNumber)
  /// A gift stands in it twice.
  case giftRepeated(GiftID)
  /// A gift's changes are missing, unordered or beyond the last.
  case changesOfGiftBroken(GiftID)
  /// A gift's versions do not count 1, 2, 3 …
  case versionsOutOfOrder(GiftID)
  /// A row names a change or version that the gift does not have.
  case rowWithoutChange(GiftID)
  /// Two availabilities of one layer share an instant.
  case overlap(GiftID, at: ChangeNumber)
  /// The bytes of an animation are missing.
  case assetMissing(SHA256Digest)
  /// The bytes of an animation do not have the digest they are filed under.
  case assetDiffers(SHA256Digest)
}
