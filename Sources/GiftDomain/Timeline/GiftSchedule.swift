/// What a gift plays by itself: standing steps, and windows that lie above them and above turns.
///
/// ```
/// windows              ├─v3─┤     ├─nothing─┤
/// turns            ├───v2───┤   ├────v2────┤
/// standing     v1──────────────────────┼─v4──────►
/// shows        v1──┼v2─┼v3──┼v1─┼v2┼        ┼v4──►
/// ```
///
/// At each instant the topmost layer that says something shows. Nothing is copied from one layer to
/// another, so whatever ends gives way to what lies below.
package struct GiftSchedule: Hashable, Sendable, Codable {
  /// The standing steps, earliest first: each holds from its instant until the next.
  package let standing: [Availability]
  /// The windows, earliest first; no two share an instant.
  package let windows: [Availability]

  /// Nothing, ever.
  package static let empty = GiftSchedule(standing: [], windows: [])

  /// A schedule of steps and windows in any order.
  ///
  /// Throws `DomainError.overlap` when two windows share an instant, or two steps begin at one.
  package init(_ availabilities: [Availability]) throws(DomainError) {
    self.init(
      standing: availabilities.filter(\.isStanding),
      windows: availabilities.filter { !$0.isStanding })
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

  /// Steps and windows that are known to fit.
  init(standing: [Availability], windows: [Availability]) {
    self.standing = standing.sorted { $0.window.from < $1.window.from }
    self.windows = windows.sorted { $0.window.from < $1.window.from }
  }

  /// The steps, then the windows.
  package var availabilities: [Availability] { standing + windows }

  /// What the layers show together, with the turns that rotations bring between them.
  package func shown(with turns: Timeline) -> Timeline {
    let below = turns.entries.isEmpty ? base : base.covered(by: turns)
    return windows.isEmpty ? below : below.covered(by: windows)
  }

  /// What stands below turns and windows.
  package var base: Timeline { Timeline(standing: standing) }

  /// The standing step that holds at an instant.
  package func step(at instant: Timestamp) -> Availability? {
    standing.last { $0.window.from <= instant }
  }

  /// The window that holds at an instant.
  package func window(at instant: Timestamp) -> Availability? {
    windows.first { $0.window.contains(instant) }
  }

  /// What `after` no longer plans of this from an instant on: coming steps, and windows or parts of
  /// them, unless another window shows the same there.
  package func dropped(by after: GiftSchedule, from now: Timestamp) -> [Availability] {
    let steps = standing.filter { $0.window.from > now && !after.standing.contains($0) }
    let parts = windows.compactMap { $0.onward(from: now) }.flatMap { lost in
      after.windows.filter { $0.version == lost.version }.reduce([lost]) { parts, kept in
        parts.flatMap { $0.parts(beside: kept.window) }
      }
    }
    return steps + parts
  }
}

extension Availability {
  /// What is left of a window beside another.
  func parts(beside other: Window) -> [Availability] {
    guard window.overlaps(other) else { return [self] }
    return [before(other.from), other.until.flatMap(onward)].compactMap(\.self)
  }
}
