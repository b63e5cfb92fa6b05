import GiftDomain
import GiftStore
import StoreSupport

/// What the store ought to hold: rows in memory, edited and read by the domain's pure functions.
struct PureCatalogue {
  private(set) var changes: [ChangeRecord] = []
  private(set) var histories: [GiftID: GiftHistory] = [:]
  private(set) var rotations: [Rotation] = []
  private var undos: [ChangeNumber: ChangeNumber] = [:]
  /// The changes that did nothing but take back last edits.
  private var plainRollbacks: Set<ChangeNumber> = []

  var last: ChangeNumber { changes.last?.number ?? .zero }

  func history(of gift: GiftID) -> GiftHistory {
    histories[gift]
      ?? GiftHistory(
        gift: gift, versions: [], definitions: [], availabilities: [], pictures: [],
        changes: [])
  }

  /// What an edit of gifts looks at, or one of whole changes.
  func editState(
    for gifts: [GiftID], and subjects: [Command.Subject] = [], now: Timestamp
  ) throws -> EditState {
    var touched: [Command.Subject: [GiftID]] = [:]
    for subject in subjects {
      guard let (after, through) = subject.changes else { continue }
      touched[subject] = histories.values.filter { history in
        history.changes.contains { number in
          number > after && through.map { number <= $0 } ?? true
        }
      }.map(\.gift).sorted()
    }
    let all = touched.isEmpty ? gifts : Array(histories.keys)
    let named = Set(gifts + all).sorted().map(history)
    return try EditState(
      now: now, change: last.next, histories: named,
      rollbacks: plainRollbacks.intersection(named.flatMap(\.changes)), rotations: rotations,
      groups: [], otherAudiences: [], touched: touched, undos: undos, withdrawals: .none)
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

  /// What an edit made different, as the store writes it.
  mutating func record(
    _ difference: EditDifference, of commands: [Command], as change: ChangeRecord
  ) {
    changes.append(change)
    let number = change.number
    if commands.allSatisfy({ if case .rollBack(_, nil) = $0 { true } else { false } }) {
      plainRollbacks.insert(number)
    }
    for gift in difference.gifts {
      let (before, after) = (gift.before, gift.after)
      let old = history(of: before.gift)
      histories[before.gift] = GiftHistory(
        gift: before.gift, versions: old.versions + gift.addedVersions.map { $0.with(nil) },
        definitions: before.definition == after.definition
          ? old.definitions
          : old.definitions.map { $0.superseded(by: number) }
            + [after.definition].compactMap { $0.map { Recorded($0, since: number, until: nil) } },
        availabilities: Self.availabilities(
          old, before.schedule.availabilities, after.schedule.availabilities, number),
        pictures: Self.pictures(old.pictures, gift.redrawnVersions, number),
        changes: old.changes + [number])
    }
    for gift in difference.turnedGifts {
      let old = history(of: gift)
      histories[gift] = GiftHistory(
        gift: gift, versions: old.versions, definitions: old.definitions,
        availabilities: old.availabilities, pictures: old.pictures,
        changes: old.changes + [number])
    }
    for rotation in difference.rotations {
      rotations.removeAll { $0.name == rotation.after.name }
      rotations.append(rotation.after)
    }
    rotations.sort { $0.name < $1.name }
  }

  /// All that an archive's commands make, each of them decoded and applied to what the ones before
  /// it made.
  static func replaying(_ archive: Archive) throws -> PureCatalogue {
    try archive.changes.reduce(into: PureCatalogue()) { catalogue, change in
      let record = change.record
      let commands = try change.decodedCommands()
      let state = try catalogue.editState(
        for: Set(commands.flatMap(\.gifts)).sorted(),
        and: commands.map(\.subject), now: record.at)
      catalogue.record(
        try state.applying(commands, expecting: nil), of: commands, as: record)
      if case .undo(let number)? = commands.first { catalogue.undos[record.number] = number }
    }
  }

  /// The rows of versions that are drawn again are superseded.
  private static func pictures(
    _ rows: [Recorded<PicturedVersion>], _ redrawn: [AnimationVersion], _ number: ChangeNumber
  ) -> [Recorded<PicturedVersion>] {
    let numbers = redrawn.map(\.number)
    let ended = rows.map { row in
      numbers.contains(row.value.version) ? row.superseded(by: number) : row
    }
    let begun = redrawn.compactMap { version in
      version.pictures.map { drawn in
        Recorded(
          PicturedVersion(version: version.number, pictures: drawn), since: number, until: nil)
      }
    }
    return (ended + begun).sorted { ($0.value.version, $0.since) < ($1.value.version, $1.since) }
  }

  /// What the new schedule lacks is superseded, what it has besides is recorded.
  private static func availabilities(
    _ history: GiftHistory, _ old: [Availability], _ new: [Availability], _ number: ChangeNumber
  ) -> [Recorded<Availability>] {
    let ended = history.availabilities.map { row in
      new.contains(row.value) ? row : row.superseded(by: number)
    }
    let begun = new.filter { !old.contains($0) }.map { Recorded($0, since: number, until: nil) }
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
