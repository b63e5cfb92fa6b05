import GiftDomain

/// What stands of one gift in a history that is checked.
struct GiftCheck {
  /// Rows that one or more changes end.
  typealias Rows = (
    definitions: [Recorded<Definition>], availabilities: [Recorded<Availability>],
    pictures: [Recorded<PicturedVersion>]
  )

  /// The change that edited it last; zero before the first.
  private(set) var edited = ChangeNumber.zero
  /// How many versions it has.
  private(set) var versionCount: Int64 = 0
  private var definitions = Standing<Definition>()
  private var availabilities = Standing<Availability>()
  private var pictures = Standing<PicturedVersion>()
  private var pictured: Set<VersionNumber> = []
  /// Of each kind, in order, where only neighbours can overlap.
  private var (steps, windows): ([Window], [Window]) = ([], [])

  /// Begins a change of the gift; returns the rows that it superseded.
  ///
  /// Throws `changesOfGiftBroken` if that has begun already.
  mutating func begin(_ change: ChangeNumber, of gift: GiftID) throws(ArchiveFault) -> Rows {
    guard edited < change else { throw .changesOfGiftBroken(gift) }
    edited = change
    let ended = (
      definitions: definitions.end(at: change), availabilities: availabilities.end(at: change),
      pictures: pictures.end(at: change)
    )
    for row in ended.availabilities {
      let window = row.value.window
      if row.value.isStanding {
        steps.remove(at: steps.place(of: window))
      } else {
        windows.remove(at: windows.place(of: window))
      }
    }
    for row in ended.pictures { pictured.remove(row.value.version) }
    return ended
  }

  /// Adds the next version.
  mutating func add(_ version: AnimationVersion, of gift: GiftID) throws(ArchiveFault) {
    guard version.number.value == versionCount + 1, version.gift == gift, version.pictures == nil
    else { throw .versionsOutOfOrder(gift) }
    guard version.since == edited else { throw .rowWithoutChange(gift) }
    versionCount += 1
  }

  mutating func add(_ row: Recorded<Definition>, of gift: GiftID) throws(ArchiveFault) {
    try check(row, of: row.value.latestVersion, gift)
    guard definitions.isEmpty else { throw .overlap(gift, at: edited) }
    definitions.add(row)
  }

  mutating func add(_ row: Recorded<Availability>, of gift: GiftID) throws(ArchiveFault) {
    try check(row, of: row.value.version, gift)
    let window = row.value.window
    let isAlone =
      row.value.isStanding
      ? steps.insert(window, excluding: { $0.from == $1.from })
      : windows.insert(window, excluding: { $0.overlaps($1) })
    guard isAlone else { throw .overlap(gift, at: edited) }
    availabilities.add(row)
  }

  mutating func add(_ row: Recorded<PicturedVersion>, of gift: GiftID) throws(ArchiveFault) {
    try check(row, of: row.value.version, gift)
    guard pictured.insert(row.value.version).inserted else { throw .overlap(gift, at: edited) }
    pictures.add(row)
  }

  /// Checks that no row ends with a change that is not one of the gift's.
  func finish(_ gift: GiftID) throws(ArchiveFault) {
    guard definitions.isLasting, availabilities.isLasting, pictures.isLasting else {
      throw .rowWithoutChange(gift)
    }
  }

  /// The rows that nothing has superseded.
  var lasting: Rows { (definitions.lasting, availabilities.lasting, pictures.lasting) }

  /// Checks that a row belongs to the change, and names a version that exists.
  private func check<Value: Hashable & Sendable & Codable>(
    _ row: Recorded<Value>, of version: VersionNumber?, _ gift: GiftID
  ) throws(ArchiveFault) {
    guard row.since == edited, row.until.map({ row.since < $0 }) ?? true,
      version.map({ $0.value <= versionCount }) ?? true
    else { throw .rowWithoutChange(gift) }
  }
}

/// The rows of one kind that stand, by the change that ends them.
private struct Standing<Value: Hashable & Sendable & Codable> {
  private var ending: [ChangeNumber: [Recorded<Value>]] = [:]
  /// Those that no change ends.
  private(set) var lasting: [Recorded<Value>] = []

  var isEmpty: Bool { ending.isEmpty && lasting.isEmpty }
  var isLasting: Bool { ending.isEmpty }

  mutating func add(_ row: Recorded<Value>) {
    if let until = row.until {
      ending[until, default: []].append(row)
    } else {
      lasting.append(row)
    }
  }

  mutating func end(at change: ChangeNumber) -> [Recorded<Value>] {
    ending.isEmpty ? [] : ending.removeValue(forKey: change) ?? []
  }
}

extension [Window] {
  /// The index of the first that does not begin before another one.
  fileprivate func place(of window: Window) -> Int { endOfPrefix { $0.from < window.from } }

  /// Puts a window into its place; false if a neighbour excludes it.
  fileprivate mutating func insert(
    _ window: Window, excluding exclude: (Window, Window) -> Bool
  ) -> Bool {
    let place = place(of: window)
    guard
      ![place - 1, place].contains(where: { indices.contains($0) && exclude(self[$0], window) })
    else { return false }
    insert(window, at: place)
    return true
  }
}
