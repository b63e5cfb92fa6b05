import GiftDomain

/// The rows of one gift, written as the store writes them: superseded rows get `until`, new rows
/// get `since`, nothing else is touched.
struct Ledger: Hashable, Sendable {
  let gift: GiftID
  private(set) var last = ChangeNumber.zero
  private(set) var rollbacks: Set<ChangeNumber> = []
  private var versions: [AnimationVersion] = []
  private var definitions: [Recorded<Definition>] = []
  private var availabilities: [Recorded<Availability>] = []
  private var pictures: [Recorded<PicturedVersion>] = []
  private var changes: [ChangeNumber] = []

  init(of gift: GiftID) { self.gift = gift }

  var history: GiftHistory {
    GiftHistory(
      gift: gift, versions: versions, definitions: definitions, availabilities: availabilities,
      pictures: pictures, changes: changes)
  }

  /// What the next edit may look at.
  func context(now: Timestamp) throws(DomainError) -> EditContext {
    try EditContext(now: now, change: last.next, history: history, rollbacks: rollbacks)
  }

  /// Someone edits another gift.
  mutating func skipChange() { last = last.next }

  /// What an edit of several gifts did to this one, if anything.
  mutating func record(
    _ difference: GiftDifference?, isTouched: Bool, isRollback: Bool, at change: ChangeNumber
  ) {
    last = change.previous
    if let difference {
      record(difference.before, difference.after, isRollback: isRollback)
    } else if isTouched {
      changes.append(change)
      if isRollback { rollbacks.insert(change) }
    }
    last = change
  }

  /// The difference of two states as a change; no change when there is none.
  mutating func record(_ before: GiftState, _ after: GiftState, isRollback: Bool) {
    guard after != before else { return }
    last = last.next
    changes.append(last)
    if isRollback { rollbacks.insert(last) }
    let difference = GiftDifference(before: before, after: after)
    versions += difference.addedVersions.map { $0.with(nil) }
    for version in difference.redrawnVersions {
      pictures = pictures.map { row in
        row.value.version == version.number ? row.superseded(by: last) : row
      }
      if let drawn = version.pictures {
        let row = PicturedVersion(version: version.number, pictures: drawn)
        pictures.append(Recorded(row, since: last, until: nil))
      }
    }
    if before.definition != after.definition {
      definitions = definitions.map { $0.superseded(by: last) }
      if let definition = after.definition {
        definitions.append(Recorded(definition, since: last, until: nil))
      }
    }
    replace(before.schedule, with: after.schedule)
  }

  private mutating func replace(_ old: GiftSchedule, with new: GiftSchedule) {
    let kept = Set(old.availabilities).intersection(new.availabilities)
    let gone = Set(old.availabilities.filter { !kept.contains($0) })
    availabilities = availabilities.map { row in
      gone.contains(row.value) ? row.superseded(by: last) : row
    }
    for plan in new.availabilities where !kept.contains(plan) {
      availabilities.append(Recorded(plan, since: last, until: nil))
    }
  }
}

extension Recorded {
  fileprivate func superseded(by change: ChangeNumber) -> Recorded {
    until == nil ? Recorded(value, since: since, until: change) : self
  }
}
