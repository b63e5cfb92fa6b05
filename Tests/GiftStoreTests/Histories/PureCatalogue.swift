import GiftDomain
import GiftStore

/// What the store ought to hold: rows in memory, edited and read by the domain's pure functions.
struct PureCatalogue {
  private(set) var changes: [ChangeRecord] = []
  private var histories: [GiftID: GiftHistory] = [:]

  var last: ChangeNumber { changes.last?.number ?? .zero }

  func history(of gift: GiftID) -> GiftHistory {
    histories[gift]
      ?? GiftHistory(gift: gift, versions: [], definitions: [], availabilities: [], changes: [])
  }

  /// What an edit of a gift looks at.
  func editState(for gift: GiftID, now: Timestamp) throws -> EditState {
    let history = history(of: gift)
    let rollbacks = changes.filter { $0.verb == .rollback }.map(\.number)
    return try EditState(
      now: now, change: last.next, histories: [history],
      rollbacks: Set(rollbacks).intersection(history.changes), rotations: [])
  }

  /// Every gift that had a definition after a change, by id.
  func states(at change: ChangeNumber) throws -> [GiftState] {
    try histories.values.map { try $0.state(at: change) }
      .filter { $0.definition != nil }
      .sorted { $0.gift < $1.gift }
  }

  /// The last change made at or before an instant.
  func change(at instant: Timestamp) -> ChangeNumber {
    changes.last { $0.at <= instant }?.number ?? .zero
  }

  mutating func record(
    _ difference: GiftDifference, _ verb: Verb, by actor: Actor, at now: Timestamp
  ) {
    let (before, after) = (difference.before, difference.after)
    let old = history(of: before.gift)
    let number = last.next
    changes.append(
      ChangeRecord(
        number: number, at: now, actor: actor, verb: verb,
        altersCatalogue: after.looksDifferent(from: before, now: now)))
    histories[before.gift] = GiftHistory(
      gift: before.gift,
      versions: old.versions + after.versions.filter { before.version($0.number) == nil },
      definitions: before.definition == after.definition
        ? old.definitions
        : old.definitions.map { $0.superseded(by: number) }
          + [after.definition].compactMap { $0.map { Recorded($0, since: number) } },
      availabilities: Self.availabilities(
        old, before.schedule.availabilities, after.schedule.availabilities, number),
      changes: old.changes + [number])
  }

  /// What the new schedule lacks is superseded, what it has besides is recorded.
  private static func availabilities(
    _ history: GiftHistory, _ old: [Availability], _ new: [Availability], _ number: ChangeNumber
  ) -> [Recorded<Availability>] {
    let ended = history.availabilities.map { row in
      new.contains(row.value) ? row : row.superseded(by: number)
    }
    let begun = new.filter { !old.contains($0) }.map { Recorded($0, since: number) }
    return (ended + begun).sorted {
      ($0.value.window.from, $0.value.isStanding ? 1 : 0, $0.since)
        < ($1.value.window.from, $1.value.isStanding ? 1 : 0, $1.since)
    }
  }
}

extension Recorded {
  fileprivate func superseded(by change: ChangeNumber) -> Recorded {
    until == nil ? Recorded(value, since: since, until: change) : self
  }
}
