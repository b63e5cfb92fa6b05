@testable import GiftDomain

/// Time in the laws: so few instants that each of them can be looked at.
enum ModelTime {
  /// Everything that is planned begins and ends before the last one, which stands for all time
  /// after it.
  static let instants: ClosedRange<Int64> = 0...40

  /// Where plans and edits lie: after the first instant, so that nothing is shown there, and
  /// before the last.
  static let plans: ClosedRange<Int64> = 1...39
}

/// The instant `microseconds` after the epoch.
func at(_ microseconds: Int64) throws(DomainError) -> Timestamp {
  try Timestamp(microseconds: microseconds)
}

/// An entry that plays `version` in `from ..< until`.
func entry(_ version: Int64, _ from: Int64, _ until: Int64?) throws(DomainError) -> TimelineEntry {
  TimelineEntry(window: try window(from, until), version: try VersionNumber(version))
}

/// A version, or nothing (0), in a window or, without an end, from an instant on.
func plan(_ version: Int64, _ from: Int64, _ until: Int64?) throws(DomainError) -> Availability {
  Availability(
    window: try window(from, until), version: version == 0 ? nil : try VersionNumber(version))
}

/// The window `from ..< until`.
func window(_ from: Int64, _ until: Int64?) throws(DomainError) -> Window {
  let end = try until.map { microseconds throws(DomainError) in try at(microseconds) }
  return try Window(from: try at(from), until: end)
}

/// What plays at each instant of the model's time, painted instant by instant; 0 is nothing.
///
/// The slow and obvious evaluation that the laws compare with.
struct Strip: Hashable, Sendable {
  private(set) var cells = [Int64](repeating: 0, count: ModelTime.instants.count)

  init(_ entries: [TimelineEntry]) {
    for entry in entries { paint(entry.version.value, in: entry.window) }
  }

  init(_ timeline: Timeline) { self.init(timeline.entries) }

  /// What a gift shows: the layers painted one above the other.
  init(_ schedule: GiftSchedule, turns: Timeline = .empty) {
    for step in schedule.standing { paint(step.version?.value ?? 0, in: step.window) }
    for turn in turns.entries { paint(turn.version.value, in: turn.window) }
    for window in schedule.windows { paint(window.version?.value ?? 0, in: window.window) }
  }

  init(_ state: GiftState) { self.init(state.schedule, turns: state.rotation) }

  /// The instants of `window`.
  static func cells(of window: Window) -> Range<Int> {
    let end = window.until.map { Int($0.microseconds) } ?? ModelTime.instants.count
    return Int(window.from.microseconds)..<end
  }

  mutating func paint(_ version: Int64, in window: Window) {
    for cell in Self.cells(of: window) { paint(version, at: cell) }
  }

  mutating func paint(_ version: Int64, at cell: Int) { cells[cell] = version }

  /// The instants without a break around `cell` that look as it does.
  func run(around cell: Int) -> Range<Int> {
    var first = cell
    var end = cell + 1
    while first > 0, cells[first - 1] == cells[cell] { first -= 1 }
    while end < cells.count, cells[end] == cells[cell] { end += 1 }
    return first..<end
  }

  func before(_ instant: Timestamp) -> ArraySlice<Int64> { cells[..<Int(instant.microseconds)] }

  func onward(from instant: Timestamp) -> ArraySlice<Int64> { cells[Int(instant.microseconds)...] }
}
