/// The states of a gift after some of its changes, one after the other: each takes as long as what
/// stands then, and not as the whole history.
struct GiftStates {
  private let gift: GiftID
  private let versions: [AnimationVersion]
  private var definitions: StandingRows<Definition>
  private var availabilities: StandingRows<Availability>
  private var pictures: StandingRows<PicturedVersion>

  init(of history: GiftHistory) {
    gift = history.gift
    versions = history.versions
    definitions = StandingRows(history.definitions)
    availabilities = StandingRows(history.availabilities)
    pictures = StandingRows(history.pictures)
  }

  /// The gift as it was after `change`, which is not before that of an earlier call.
  ///
  /// Throws `DomainError.overlap` for rows that the store's constraints rule out.
  mutating func advance(to change: ChangeNumber) throws(DomainError) -> GiftState {
    let standing = GiftHistory(
      gift: gift, versions: versions, definitions: definitions.advance(to: change),
      availabilities: availabilities.advance(to: change), pictures: pictures.advance(to: change),
      changes: [])
    return try standing.state(at: change)
  }
}

/// The rows of one kind that stand after a change, and those of later ones.
private struct StandingRows<Value: Hashable & Sendable & Codable> {
  private let rows: [Recorded<Value>]
  private var next = 0
  private var standing: [Recorded<Value>] = []

  init(_ rows: [Recorded<Value>]) { self.rows = rows.sorted { $0.since < $1.since } }

  mutating func advance(to change: ChangeNumber) -> [Recorded<Value>] {
    standing.removeAll { !$0.stands(at: change) }
    while next < rows.count, rows[next].since <= change {
      if rows[next].stands(at: change) { standing.append(rows[next]) }
      next += 1
    }
    return standing
  }
}
