/// A span of time in which one version plays, on the same terms.
package struct TimelineEntry: Hashable, Sendable {
  /// The span of time.
  package let window: Window
  /// What is offered.
  package let offer: Offer

  /// A span of time and what is offered.
  package init(window: Window, offer: Offer) {
    self.window = window
    self.offer = offer
  }

  /// The same on the usual terms.
  package init(window: Window, version: VersionNumber) {
    self.init(window: window, offer: Offer(version))
  }

  /// The version that plays.
  package var version: VersionNumber { offer.version }
}

/// The versions of a gift over time: ordered entries that never overlap.
///
/// Entries that meet and have the same offer are one entry, so two timelines that play the
/// same thing at every instant are equal.
package struct Timeline: Hashable, Sendable {
  /// The entries, earliest first.
  package private(set) var entries: [TimelineEntry]

  /// A timeline at an instant.
  package struct Moment {
    /// The entry that plays; nil for none.
    package let entry: TimelineEntry?
    /// When it last changed, at or before the instant.
    package let last: Timestamp?
    /// When it changes next, after the instant.
    package let next: Timestamp?
    /// The entry that begins where the one that plays ends; nil if nothing plays then.
    var following: TimelineEntry?
  }

  /// A timeline in which nothing plays.
  package static let empty = Timeline(sorted: [])

  /// A timeline of entries; where some overlap, the one named first plays.
  package init(_ entries: [TimelineEntry]) {
    self = entries.reduce(into: .empty) { $0.add($1) }
  }

  /// The timeline of standing steps, earliest first: each plays until the next.
  init(standing steps: [Availability]) {
    self.init(
      sorted: steps.indices.compactMap { index in
        let next = index + 1 < steps.count ? steps[index + 1].window.from : nil
        return (next.map { steps[index].before($0) } ?? steps[index])?.entry
      })
  }

  /// Adds an entry, usually after all others; it plays where they do not.
  mutating func add(_ entry: TimelineEntry) {
    guard let last = entries.last, !last.window.ends(by: entry.window.from) else {
      append(entry)
      return
    }
    self = Timeline(sorted: [entry]).covered(by: self)
  }

  private init(sorted: [TimelineEntry]) {
    let meets = sorted.indices.dropFirst().contains { sorted[$0].continues(sorted[$0 - 1]) }
    entries = meets ? sorted.reduce(into: Timeline.empty) { $0.append($1) }.entries : sorted
  }

  /// Appends an entry that begins at the end of the last one or later.
  private mutating func append(_ entry: TimelineEntry) {
    guard let last = entries.last, entry.continues(last) else {
      // A gift in a rotation usually has a turn or two behind it, and one ahead.
      if entries.isEmpty { entries.reserveCapacity(3) }
      return entries.append(entry)
    }
    entries[entries.count - 1] = TimelineEntry(
      window: last.window.extended(until: entry.window.until), offer: last.offer)
  }

  /// The entry that plays at `instant`.
  package func entry(at instant: Timestamp) -> TimelineEntry? {
    entries.last { $0.window.from <= instant }
      .flatMap { $0.window.contains(instant) ? $0 : nil }
  }

  /// The first entry that begins after `instant`.
  package func next(after instant: Timestamp) -> TimelineEntry? {
    entries.first { $0.window.from > instant }
  }

  /// The entry at an instant, when the timeline last changed, and when it changes next.
  package func moment(at instant: Timestamp) -> Moment {
    var last: Timestamp?
    for index in entries.indices {
      let window = entries[index].window
      guard window.from <= instant else { return Moment(entry: nil, last: last, next: window.from) }
      last = window.from
      guard let end = window.until else {
        return Moment(entry: entries[index], last: last, next: nil)
      }
      guard end <= instant else {
        let after = index + 1 < entries.count ? entries[index + 1] : nil
        return Moment(
          entry: entries[index], last: last, next: end,
          following: after?.window.from == end ? after : nil)
      }
      last = end
    }
    return Moment(entry: nil, last: last, next: nil)
  }

  /// Every instant at which it changes, in order.
  package var boundaries: [Timestamp] {
    Set(entries.flatMap { [$0.window.from] + ($0.window.until.map { [$0] } ?? []) }).sorted()
  }

  /// The part before `instant`.
  package func before(_ instant: Timestamp) -> Timeline {
    Timeline(sorted: entries.compactMap { $0.window.before(instant).map($0.during) })
  }

  /// The part from `instant` on.
  package func onward(from instant: Timestamp) -> Timeline {
    Timeline(sorted: entries.compactMap { $0.window.onward(from: instant).map($0.during) })
  }

  /// This timeline until `instant`, and `other` from there on.
  package func followed(by other: Timeline, from instant: Timestamp) -> Timeline {
    Timeline(sorted: before(instant).entries + other.onward(from: instant).entries)
  }

  /// The combination with `upper` above: this shows where `upper` has no entry.
  package func covered(by upper: Timeline) -> Timeline {
    covered(by: upper.entries.map { Availability(window: $0.window, offer: $0.offer) })
  }

  /// The combination with windows above, some of which may show nothing; they are ordered, without
  /// overlaps.
  func covered(by covers: [Availability]) -> Timeline {
    var visible: [TimelineEntry] = []
    visible.reserveCapacity(entries.count + 2 * covers.count)
    var next = 0
    for entry in entries {
      var rest: Window? = entry.window
      while let part = rest, next < covers.count, !part.ends(by: covers[next].window.from) {
        let cover = covers[next]
        if let head = part.before(cover.window.from) { visible.append(entry.during(head)) }
        rest = cover.window.until.flatMap(part.onward)
        // A window that extends past this entry may hide the next one too.
        guard rest != nil else { continue }
        if let entry = cover.entry { visible.append(entry) }
        next += 1
      }
      if let rest { visible.append(entry.during(rest)) }
    }
    visible.append(contentsOf: covers[next...].compactMap(\.entry))
    return Timeline(sorted: visible)
  }
}

extension TimelineEntry {
  fileprivate func during(_ window: Window) -> TimelineEntry {
    TimelineEntry(window: window, offer: offer)
  }

  /// Whether it begins where `earlier` ends, with the same offer.
  fileprivate func continues(_ earlier: TimelineEntry) -> Bool {
    offer == earlier.offer && earlier.window.until == window.from
  }
}

extension Window {
  /// Whether it ends at or before `instant`.
  fileprivate func ends(by instant: Timestamp) -> Bool { until.map { $0 <= instant } ?? false }
}
