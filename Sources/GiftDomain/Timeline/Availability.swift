/// What a gift plays by itself: a standing step, or a window above it.
package struct Availability: Hashable, Sendable, Codable {
  /// When: a window has an end, a standing step has none of its own and holds until the next.
  package let window: Window
  /// Which version; nil for none, so that nothing shows.
  package let version: VersionNumber?

  /// A window or, without an end, a standing step.
  package init(window: Window, version: VersionNumber?) {
    self.window = window
    self.version = version
  }

  /// Whether it is a standing step.
  package var isStanding: Bool { window.until == nil }

  /// A version's time; nil when nothing shows.
  package var entry: TimelineEntry? {
    version.map { TimelineEntry(window: window, version: $0) }
  }

  func during(_ window: Window) -> Availability { Availability(window: window, version: version) }

  /// The part of a window before an instant; nil when nothing is.
  func before(_ instant: Timestamp) -> Availability? { window.before(instant).map(during) }

  /// The part of a window from an instant on; nil when nothing is.
  func onward(from instant: Timestamp) -> Availability? {
    window.onward(from: instant).map(during)
  }
}
