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
    var items: [Item] = []
    var last: Timestamp?
    var next: Timestamp?
    for state in states where state.definition != nil {
      let shown = state.shown
      let near = shown.boundaries(around: instant)
      if let boundary = near.last { last = max(last ?? boundary, boundary) }
      if let boundary = near.next { next = min(next ?? boundary, boundary) }
      if let item = Item(state, shown.entry(at: instant)) { items.append(item) }
    }
    self.instant = instant
    self.items = items.inOrder()
    lastBoundary = last
    nextBoundary = next
  }
}

extension [Catalogue.Item] {
  /// By order, then id; places are sorted, not items, which are large and hold many references.
  fileprivate func inOrder() -> [Element] {
    let orders = map(\.definition.order.value)
    return indices.sorted { left, right in
      orders[left] == orders[right]
        ? self[left].gift < self[right].gift : orders[left] < orders[right]
    }.map { self[$0] }
  }
}

extension Catalogue.Item {
  fileprivate init?(_ state: GiftState, _ entry: TimelineEntry?) {
    guard let entry, let definition = state.definition,
      let version = state.version(entry.version)
    else { return nil }
    self.init(
      gift: state.gift, definition: definition, version: version, window: entry.window)
  }
}
