import GiftDomain

extension GiftHistory {
  /// The first change after which two rows stand that exclude each other: two definitions, two
  /// pictures of a version, windows that overlap, or steps that begin at the same instant; nil if
  /// there is none.
  var firstOverlap: ChangeNumber? {
    let drawn = Dictionary(grouping: pictures, by: \.value.version).values
    let steps = availabilities.filter(\.value.isStanding)
    let windows = availabilities.filter { !$0.value.isStanding }
    let found =
      [firstOverlap(of: definitions)] + drawn.map { firstOverlap(of: $0) }
      + [
        firstOverlap(of: steps) { $0 == $1 }, firstOverlap(of: windows) { $0.overlaps($1) },
      ]
    return found.compactMap(\.self).min()
  }

  private func firstOverlap<Value>(of rows: [Recorded<Value>]) -> ChangeNumber? {
    firstOverlap(of: rows.map { Span(recorded: $0, window: .open(from: .epoch)) }) { _, _ in true }
  }

  private func firstOverlap(
    of rows: [Recorded<Availability>], _ exclude: (Window, Window) -> Bool
  ) -> ChangeNumber? {
    firstOverlap(of: rows.map { Span(recorded: $0, window: $0.value.window) }, exclude)
  }

  /// What stands is kept in the order of its windows, where only neighbours can overlap.
  private func firstOverlap(
    of rows: [Span], _ exclude: (Window, Window) -> Bool
  ) -> ChangeNumber? {
    // What a change ends makes room for what it begins.
    let ends = rows.indices.compactMap { row in rows[row].until.map { ($0, 0, row) } }
    let events = (ends + rows.indices.map { (rows[$0].since, 1, $0) }).sorted(by: <)
    var standing: [Int] = []
    for (change, kind, row) in events {
      let window = rows[row].window
      let place = standing.endOfPrefix { rows[$0].window.from < window.from }
      if kind == 0 {
        standing.remove(at: place)
        continue
      }
      let neighbours = [place - 1, place].filter(standing.indices.contains)
      if neighbours.contains(where: { exclude(rows[standing[$0]].window, window) }) {
        return change
      }
      standing.insert(row, at: place)
    }
    return nil
  }
}

/// When a row was recorded and superseded, and the time that it is about.
private struct Span {
  let since: ChangeNumber
  let until: ChangeNumber?
  let window: Window

  init<Value>(recorded row: Recorded<Value>, window: Window) {
    since = row.since
    until = row.until
    self.window = window
  }
}
