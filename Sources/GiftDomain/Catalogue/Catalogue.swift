/// The gifts live at an instant: a pure function of rows and time.
package struct Catalogue: Equatable, Sendable {
  /// One live gift.
  package struct Item: Equatable, Sendable {
    private let rows: GiftRows
    private let place: Int
    /// The gift's position among the states.
    package let index: Int
    /// The window in which this version is shown without a break.
    package let window: Window

    /// Nil for a gift without a definition or this version.
    fileprivate init?(_ rows: GiftRows, _ entry: TimelineEntry, index: Int) {
      guard rows.order != nil,
        let place = rows.versions.firstIndex(where: { $0.number == entry.version })
      else { return nil }
      self.rows = rows
      self.place = place
      self.index = index
      window = entry.window
    }

    /// The live gift.
    package var gift: GiftID { rows.gift }

    /// The gift's definition.
    package var definition: Definition {
      guard let definition = rows.definition else {
        preconditionFailure("an item of a gift without a definition")
      }
      return definition
    }

    /// The version shown.
    package var version: AnimationVersion { rows.versions[place] }

    /// Whether viewers see no difference.
    package static func == (left: Item, right: Item) -> Bool {
      left.window == right.window && left.version == right.version && left.gift == right.gift
        && left.definition == right.definition
    }
  }

  /// The live gifts, by order, then id.
  package let items: [Item]
  /// The last boundary at or before the instant; nil when there was none.
  package let lastBoundary: Timestamp?
  /// The next boundary after the instant; nil when nothing is planned.
  package let nextBoundary: Timestamp?

  /// The catalogue at `instant`, of gifts as they were after one change.
  package init(of states: [GiftState], at instant: Timestamp) {
    var live: [Item] = []
    var places: [Place] = []
    live.reserveCapacity(states.count)
    places.reserveCapacity(states.count)
    var last: Timestamp?
    var next: Timestamp?
    for index in states.indices {
      guard let order = states[index].rows.order else { continue }
      let moment = states[index].moment(at: instant)
      if let boundary = moment.last { last = max(last ?? boundary, boundary) }
      if let boundary = moment.next { next = min(next ?? boundary, boundary) }
      if let entry = moment.entry, let item = Item(states[index].rows, entry, index: index) {
        places.append(Place(order: order, index: live.count))
        live.append(item)
      }
    }
    places.sort { left, right in
      left.order == right.order
        ? live[left.index].gift < live[right.index].gift : left.order < right.order
    }
    live.arrange(places.map(\.index))
    items = live
    lastBoundary = last
    nextBoundary = next
  }
}

/// The sort key of an item: only numbers, so that sorting counts no references.
private struct Place {
  let order: Int64
  let index: Int
}

extension [Catalogue.Item] {
  /// Moves the element at `sources[n]` to n, by swapping, without copies.
  fileprivate mutating func arrange(_ sources: [Int]) {
    var sources = sources
    for start in sources.indices {
      var hole = start
      while sources[hole] != start {
        let source = sources[hole]
        swapAt(hole, source)
        sources[hole] = hole
        hole = source
      }
      sources[hole] = hole
    }
  }
}
