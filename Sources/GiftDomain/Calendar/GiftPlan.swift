/// The versions that one gift shows over time, layer by layer.
package struct GiftPlan: Hashable, Sendable {
  /// The gift.
  package let gift: GiftID
  /// What it is.
  package let definition: Definition
  /// What it plays without rotations.
  package let schedule: GiftSchedule
  /// The visible parts of each layer, in order.
  package let stretches: [CalendarStretch]
  /// The versions that viewers see, whatever the layer.
  package let shown: Timeline

  /// The plan of a gift, with each layer cut where another covers it.
  package init(gift: GiftID, definition: Definition, schedule: GiftSchedule, rotation: Timeline) {
    let windows = schedule.windows.map(\.window)
    let layers: [(CalendarStretch.Layer, [TimelineEntry], covers: [[Window]])] = [
      (.standing, schedule.base.entries, [rotation.entries.map(\.window), windows]),
      (.rotation, rotation.entries, [windows]),
      (.window, schedule.windows.compactMap(\.entry), []),
    ]
    self.gift = gift
    self.definition = definition
    self.schedule = schedule
    stretches = layers.flatMap { layer, entries, covers in
      entries.flatMap { entry in
        covers.reduce([entry.window]) { parts, above in parts.flatMap { $0.parts(beside: above) } }
          .map { CalendarStretch(layer: layer, window: $0, version: entry.version) }
      }
    }.sorted { $0.window.from < $1.window.from }
    shown = schedule.shown(with: rotation)
  }

  /// The windows that overlap a span, whole, and the standing steps that begin in it.
  package func planned(in span: Window) -> [PlannedAvailability] {
    schedule.availabilities
      .filter { $0.isStanding ? span.contains($0.window.from) : $0.window.overlaps(span) }
      .map { PlannedAvailability(gift: gift, availability: $0) }
  }
}

/// What somebody has planned for a gift: a window or a standing step.
package struct PlannedAvailability: Hashable, Sendable {
  /// The gift.
  package let gift: GiftID
  /// The window or step.
  package let availability: Availability
}

/// A time in which one layer of one gift shows one version.
package struct CalendarStretch: Hashable, Sendable {
  /// Where it is in the schedule.
  package enum Layer: String, CaseIterable, Sendable {
    /// A version published without an end.
    case standing
    /// A rotation, above it.
    case rotation
    /// A version published with an end, above both.
    case window
  }

  /// Its layer.
  package let layer: Layer
  /// Its time.
  package let window: Window
  /// The version that plays.
  package let version: VersionNumber
}

extension Window {
  /// The parts of it outside of `covers`, which are sorted and disjoint.
  fileprivate func parts(beside covers: [Window]) -> [Window] {
    var parts: [Window] = []
    var rest: Window? = self
    for cover in covers {
      guard let left = rest, left.overlaps(cover) else { continue }
      if let head = left.before(cover.from) { parts.append(head) }
      rest = cover.until.flatMap(left.onward)
    }
    return parts + [rest].compactMap(\.self)
  }
}

extension [GiftState] {
  /// The plan of each gift, by order, then id: complete until `horizon`, and after it until each
  /// gift has had one more turn.
  package func plans(
    with rotations: [Rotation], from: Timestamp, horizon: Timestamp
  ) -> [GiftPlan] {
    let before = rotations.flatMap { $0.entries(from: from, until: horizon) }.byGift
    let behind = rotations.flatMap { $0.entries(around: horizon) }.byGift
    var plans: [GiftPlan] = []
    for state in self {
      guard let definition = state.definition else { continue }
      let later = Timeline(behind[state.gift] ?? [])
      let brought = Timeline(before[state.gift] ?? []).followed(by: later, from: horizon)
      plans.append(
        GiftPlan(
          gift: state.gift, definition: definition, schedule: state.schedule, rotation: brought))
    }
    return plans.sorted { ($0.definition.listOrder, $0.gift) < ($1.definition.listOrder, $1.gift) }
  }
}

extension [TurnEntry] {
  fileprivate var byGift: [GiftID: [TimelineEntry]] {
    Dictionary(grouping: self, by: \.gift).mapValues { $0.map(\.entry) }
  }
}
