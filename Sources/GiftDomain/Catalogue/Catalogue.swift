/// The gifts live at an instant: a pure function of rows and time.
package struct Catalogue: Equatable, Sendable {
  /// One live gift.
  package struct Item: Equatable, Sendable {
    private let rows: GiftRows
    private let place: Int
    /// The gift's position among the states.
    package let index: Int
    /// The window in which this version is shown without a break, on the same terms.
    package let window: Window
    /// How it goes on after that, as far as clients are told; nil if it goes off.
    package let continuation: Continuation?
    private let terms: Terms

    /// Nil for a gift without a definition or this version, and for one that is withdrawn.
    fileprivate init?(
      _ rows: GiftRows, _ entry: TimelineEntry, _ continuation: Continuation?, index: Int
    ) {
      guard rows.others != nil, !rows.withdrawn.contains(entry.version),
        let place = rows.versions.firstIndex(where: { $0.number == entry.version })
      else { return nil }
      self.rows = rows
      self.place = place
      self.index = index
      window = entry.window
      self.continuation = continuation
      terms = entry.offer.terms
    }

    /// The live gift.
    package var gift: GiftID { rows.gift }

    /// The gift's definition, on the terms of this window.
    package var definition: Definition { usualDefinition.on(terms) }

    /// The gift's definition, on its own terms.
    package var usualDefinition: Definition {
      guard let definition = rows.definition else {
        preconditionFailure("an item of a gift without a definition")
      }
      return definition
    }

    /// The gift's category; that of many is read without a copy of their definitions.
    package var category: Category { rows.definition?.category ?? .general }

    /// Which clients get it; nil for everybody.
    package var audience: Audience? { rows.audience }

    /// Whether one of the gift's placements is there: others were retired.
    package func isPlaced(in groups: GiftGroups) -> Bool { rows.isPlaced(in: groups) }

    /// The version shown.
    package var version: AnimationVersion { rows.versions[place] }

    /// Whether viewers see no difference.
    package static func == (left: Item, right: Item) -> Bool {
      left.window == right.window && left.continuation == right.continuation
        && left.version == right.version && left.gift == right.gift
        && left.definition == right.definition
    }
  }

  /// The live gifts in any placement: those in `gifts` by order, then id; then the others by id.
  package let items: [Item]
  /// How many of them are in `gifts`.
  private let countInGifts: Int
  /// The last boundary at or before the instant; nil when there was none.
  package let lastBoundary: Timestamp?
  /// The next boundary after the instant; nil when nothing is planned.
  package let nextBoundary: Timestamp?
  /// When what clients are told last changed: `lastBoundary`, or when they were told of the terms
  /// after a later one.
  package let lastTold: Timestamp?
  /// When what clients are told changes next without an edit; nil when nothing is planned.
  package let nextTold: Timestamp?
  /// When what clients are told of the gifts in each placement changes next.
  private let sections: [PlacementName: Section]

  /// The live gifts in a placement for all audiences, by their numbers there, then id.
  package func items(in placement: PlacementName) -> ArraySlice<Item> {
    if placement == .gifts { return items.prefix(countInGifts) }
    let placed = items.compactMap { item in
      item.definition.places[placement].map { (number: $0, item: item) }
    }
    return placed.sorted { ($0.number, $0.item.gift) < ($1.number, $1.item.gift) }.map(\.item)[...]
  }

  /// The audiences other than everybody of the gifts in a placement that are live or coming, in
  /// order.
  ///
  /// Edits that change them alter the catalogue, so they depend on its position alone.
  package func audiences(in placement: PlacementName) -> [Audience] {
    (sections[placement]?.audiences.keys).map { $0.sorted() } ?? []
  }

  /// When what clients are told of the gifts in a placement that are for everybody or for one of
  /// some audiences changes next; nil when nothing is planned there.
  package func nextTold(
    in placement: PlacementName, for audiences: Set<Audience>
  ) -> Timestamp? {
    guard let section = sections[placement] else { return nil }
    return audiences.reduce(section.next) { earlier($0, section.audiences[$1] ?? nil) }
  }

  /// The catalogue at `instant`, of gifts as they were after one change.
  package init(of states: [GiftState], at instant: Timestamp) {
    var live: [Item] = []
    var places: [Place] = []
    live.reserveCapacity(states.count)
    places.reserveCapacity(states.count)
    var (last, lastTold): (Timestamp?, Timestamp?)
    var (next, nextTold): (Timestamp?, Timestamp?)
    // Nearly all are there, and dictionaries take time.
    var gifts = Section()
    var sections: [PlacementName: Section] = [:]
    for index in states.indices {
      let rows = states[index].rows
      guard let others = rows.others else { continue }
      let moment = states[index].moment(at: instant)
      if let boundary = moment.last { last = max(last ?? boundary, boundary) }
      if let told = moment.lastTold(at: instant) { lastTold = max(lastTold ?? told, told) }
      next = earlier(next, moment.next)
      let told = moment.nextTold(at: instant)
      nextTold = earlier(nextTold, told)
      if moment.next != nil || moment.entry != nil {
        if rows.order != nil { gifts.add(told, for: rows.audience) }
        for other in others {
          sections[other, default: Section()].add(told, for: rows.audience)
        }
      }
      let continuation = moment.continuation(at: instant)
      if let entry = moment.entry, let item = Item(rows, entry, continuation, index: index) {
        let order = rows.order.map { entry.offer.terms.order?.value ?? $0 }
        places.append(Place(order: order ?? .max, index: live.count))
        live.append(item)
      }
    }
    places.sort { left, right in
      left.order == right.order
        ? live[left.index].gift < live[right.index].gift : left.order < right.order
    }
    countInGifts = places.endOfPrefix { $0.order < .max }
    live.arrange(places.map(\.index))
    items = live
    lastBoundary = last
    nextBoundary = next
    self.lastTold = lastTold
    self.nextTold = nextTold
    sections[.gifts] = gifts
    self.sections = sections
  }
}

/// The gifts of one placement that are live or coming.
private struct Section: Equatable {
  /// When what clients are told of those for everybody changes next.
  var next: Timestamp?
  /// That of those for each other audience; nil when nothing is planned for it.
  var audiences: [Audience: Timestamp?] = [:]

  mutating func add(_ told: Timestamp?, for audience: Audience?) {
    guard let audience else {
      next = earlier(next, told)
      return
    }
    audiences[audience] = .some(earlier(audiences[audience] ?? nil, told))
  }
}

private func earlier(_ one: Timestamp?, _ other: Timestamp?) -> Timestamp? {
  guard let one, let other else { return one ?? other }
  return min(one, other)
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
