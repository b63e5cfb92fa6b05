/// Part of a gift's own schedule: a standing step, or a window above it.
package struct Availability: Hashable, Sendable, Codable {
  /// The time: a window has an end, a standing step has none and is valid until the next.
  package let window: Window
  /// The version shown; nil for nothing.
  package let version: VersionNumber?

  /// A window or, without an end, a standing step.
  package init(window: Window, version: VersionNumber?) {
    self.window = window
    self.version = version
  }

  /// Whether it is a standing step.
  package var isStanding: Bool { window.until == nil }

  /// The time and version; nil if nothing shows.
  package var entry: TimelineEntry? {
    version.map { TimelineEntry(window: window, version: $0) }
  }

  func during(_ window: Window) -> Availability { Availability(window: window, version: version) }

  /// The part of a window before an instant; nil if there is none.
  func before(_ instant: Timestamp) -> Availability? { window.before(instant).map(during) }

  /// The part of a window from an instant on; nil if there is none.
  func onward(from instant: Timestamp) -> Availability? {
    window.onward(from: instant).map(during)
  }
}
