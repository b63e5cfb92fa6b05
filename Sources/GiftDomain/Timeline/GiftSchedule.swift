/// A gift's own schedule: standing steps, and windows above them and above turns.
///
/// ```
/// windows              ├─v3─┤     ├─nothing─┤
/// turns            ├───v2───┤   ├────v2────┤
/// standing     v1──────────────────────┼─v4──────►
/// shows        v1──┼v2─┼v3──┼v1─┼v2┼        ┼v4──►
/// ```
///
/// At each instant the topmost layer that covers it shows. Nothing is copied between layers, so
/// when an entry ends, the layer below shows again.
package struct GiftSchedule: Hashable, Sendable, Codable {
  /// The standing steps, earliest first: each is valid from its instant until the next.
  package let standing: [Availability]
  /// The windows, earliest first, without overlaps.
  package let windows: [Availability]

  /// A schedule that never shows anything.
  package static let empty = GiftSchedule(standing: [], windows: [])

  /// A schedule of steps and windows in any order.
  ///
  /// Throws `DomainError.overlap` if two windows overlap, or two steps begin at the same instant.
  package init(_ availabilities: [Availability]) throws(DomainError) {
    self.init(partsOf: availabilities)
    for next in standing.indices.dropFirst() {
      let (earlier, later) = (standing[next - 1].window, standing[next].window)
      if earlier == later { throw .overlap(earlier, later) }
    }
    for next in windows.indices.dropFirst() {
      let (earlier, later) = (windows[next - 1].window, windows[next].window)
      if earlier.overlaps(later) { throw .overlap(earlier, later) }
    }
  }

  /// Throws `DomainError`, or what the decoder throws.
  package init(from decoder: any Decoder) throws {
    try self.init(decoder.singleValueContainer().decode([Availability].self))
  }

  /// Writes steps and windows as one list.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(availabilities)
  }

  /// Some steps and windows of a schedule.
  package init(partsOf availabilities: [Availability]) {
    self.init(
      standing: availabilities.filter(\.isStanding),
      windows: availabilities.filter { !$0.isStanding })
  }

  /// Steps and windows that are known to be valid.
  init(standing: [Availability], windows: [Availability]) {
    self.standing = standing.sorted { $0.window.from < $1.window.from }
    self.windows = windows.sorted { $0.window.from < $1.window.from }
  }

  /// The steps, then the windows.
  package var availabilities: [Availability] { standing + windows }

  /// The timeline that the layers show together, with turns of rotations between them.
  package func shown(with turns: Timeline) -> Timeline {
    let below = turns.entries.isEmpty ? base : base.covered(by: turns)
    return windows.isEmpty ? below : below.covered(by: windows)
  }

  /// The standing versions, below turns and windows.
  package var base: Timeline { Timeline(standing: standing) }

  /// The standing step in effect at an instant.
  package func step(at instant: Timestamp) -> Availability? {
    standing.last { $0.window.from <= instant }
  }

  /// The window in effect at an instant.
  package func window(at instant: Timestamp) -> Availability? {
    windows.first { $0.window.contains(instant) }
  }

  /// The plans from an instant on that `after` drops: coming steps, and windows or parts of them,
  /// unless another window shows the same there.
  package func dropped(by after: GiftSchedule, from now: Timestamp) -> [Availability] {
    let steps = standing.filter { $0.window.from > now && !after.standing.contains($0) }
    let parts = windows.compactMap { $0.onward(from: now) }.flatMap { lost in
      after.windows.filter { $0.offer == lost.offer }.reduce([lost]) { parts, kept in
        parts.flatMap { $0.parts(beside: kept.window) }
      }
    }
    return steps + parts
  }
}

extension Availability {
  /// The parts of a window outside another.
  func parts(beside other: Window) -> [Availability] {
    guard window.overlaps(other) else { return [self] }
    return [before(other.from), other.until.flatMap(onward)].compactMap(\.self)
  }
}
