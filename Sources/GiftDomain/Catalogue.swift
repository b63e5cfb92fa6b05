/// The gifts live at an instant: a pure function of rows and time.
package struct Catalogue: Hashable, Sendable {
  /// One live gift.
  package struct Item: Hashable, Sendable {
    private let rows: GiftRows
    private let place: Int
    /// The window in which this version is seen without a break.
    package let window: Window

    /// Nil for a gift without a definition or this version.
    fileprivate init?(_ rows: GiftRows, _ entry: TimelineEntry) {
      guard rows.order != nil,
        let place = rows.versions.firstIndex(where: { $0.number == entry.version })
      else { return nil }
      self.rows = rows
      self.place = place
      window = entry.window
    }

    /// The gift.
    package var gift: GiftID { rows.gift }

    /// What it is.
    package var definition: Definition {
      guard let definition = rows.definition else {
        preconditionFailure("an item of a gift without a definition")
      }
      return definition
    }

    /// What it plays.
    package var version: AnimationVersion { rows.versions[place] }

    /// Whether viewers see the same.
    package static func == (left: Item, right: Item) -> Bool {
      left.window == right.window && left.version == right.version && left.gift == right.gift
        && left.definition == right.definition
    }

    /// Hashes what viewers see.
    package func hash(into hasher: inout Hasher) {
      hasher.combine(gift)
      hasher.combine(definition)
      hasher.combine(version)
      hasher.combine(window)
    }
  }

  /// The instant it was asked for.
  package let instant: Timestamp
  /// The live gifts, by order, then id.
  package let items: [Item]
  /// The last boundary at or before the instant; nil when there was none.
  package let lastBoundary: Timestamp?
  /// The next boundary after the instant; nil when nothing is planned.
  package let nextBoundary: Timestamp?

  /// The catalogue at `instant`, of gifts as they stood after one change.
  package init(of states: [GiftState], at instant: Timestamp) {
    var live: [Live] = []
    var last: Timestamp?
    var next: Timestamp?
    for state in states {
      guard let order = state.rows.order else { continue }
      let moment = state.shown.moment(at: instant)
      if let boundary = moment.last { last = max(last ?? boundary, boundary) }
      if let boundary = moment.next { next = min(next ?? boundary, boundary) }
      if let entry = moment.entry, let item = Item(state.rows, entry) {
        live.append(Live(order: order, item: item))
      }
    }
    live.sort()
    self.instant = instant
    items = live.map(\.item)
    lastBoundary = last
    nextBoundary = next
  }
}

/// A live gift, in the order of the catalogue.
private struct Live: Comparable {
  let order: Int64
  let item: Catalogue.Item

  static func < (left: Live, right: Live) -> Bool {
    left.order == right.order ? left.item.gift < right.item.gift : left.order < right.order
  }
}
