import GiftDomain

/// The rows of one gift, written as the store writes them: superseded rows get `until`, new rows
/// get `since`, nothing else is touched.
struct Ledger: Hashable, Sendable {
  let gift: GiftID
  private(set) var last = ChangeNumber.zero
  private(set) var rollbacks: Set<ChangeNumber> = []
  private var versions: [AnimationVersion] = []
  private var definitions: [Recorded<Definition>] = []
  private var availabilities: [Recorded<TimelineEntry>] = []
  private var changes: [ChangeNumber] = []

  init(of gift: GiftID) { self.gift = gift }

  var history: GiftHistory {
    GiftHistory(
      gift: gift, versions: versions, definitions: definitions, availabilities: availabilities,
      changes: changes)
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
    versions += after.versions.filter { before.version($0.number) == nil }
    if before.definition != after.definition {
      definitions = definitions.map { $0.superseded(by: last) }
      if let definition = after.definition {
        definitions.append(Recorded(definition, since: last))
      }
    }
    replace(before.base, with: after.base)
  }

  private mutating func replace(_ old: Timeline, with new: Timeline) {
    let kept = Set(old.entries).intersection(new.entries)
    let gone = Set(old.entries.filter { !kept.contains($0) }.map(\.window.from))
    availabilities = availabilities.map { row in
      gone.contains(row.value.window.from) ? row.superseded(by: last) : row
    }
    for entry in new.entries where !kept.contains(entry) {
      availabilities.append(Recorded(entry, since: last))
    }
  }
}

extension Recorded {
  fileprivate func superseded(by change: ChangeNumber) -> Recorded {
    until == nil ? Recorded(value, since: since, until: change) : self
  }
}
