/// The gifts live at an instant: a pure function of rows and time.
package struct Catalogue: Hashable, Sendable {
  /// One live gift.
  package struct Item: Hashable, Sendable {
    /// The gift.
    package let gift: GiftID
    /// What it is.
    package let definition: Definition
    /// What it plays.
    package let version: AnimationVersion
    /// The window in which this version is seen without a break.
    package let window: Window
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
    var live: [(order: Int64, place: Int, entry: TimelineEntry)] = []
    var last: Timestamp?
    var next: Timestamp?
    // By place: states are large, and each copy counts its references.
    for place in states.indices {
      guard let order = states[place].definition?.order.value else { continue }
      let shown = states[place].shown
      let near = shown.boundaries(around: instant)
      if let boundary = near.last { last = max(last ?? boundary, boundary) }
      if let boundary = near.next { next = min(next ?? boundary, boundary) }
      if let entry = shown.entry(at: instant) { live.append((order, place, entry)) }
    }
    live.sort { left, right in
      left.order == right.order
        ? states[left.place].gift < states[right.place].gift : left.order < right.order
    }
    self.instant = instant
    items = live.compactMap { Item(states[$0.place], $0.entry) }
    lastBoundary = last
    nextBoundary = next
  }
}

extension Catalogue.Item {
  fileprivate init?(_ state: GiftState, _ entry: TimelineEntry) {
    guard let definition = state.definition, let version = state.version(entry.version) else {
      return nil
    }
    self.init(
      gift: state.gift, definition: definition, version: version, window: entry.window)
  }
}
