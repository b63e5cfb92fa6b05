/// Part of a gift's own schedule: a standing step, or a window above it.
package struct Availability: Hashable, Sendable, Codable {
  /// The time: a window has an end, a standing step has none and is valid until the next.
  package let window: Window
  /// What is shown; nil for nothing.
  package let offer: Offer?

  /// A window or, without an end, a standing step.
  package init(window: Window, offer: Offer?) {
    self.window = window
    self.offer = offer
  }

  /// The same on the usual terms.
  package init(window: Window, version: VersionNumber?) {
    self.init(window: window, offer: version.map { Offer($0) })
  }

  /// The version shown; nil for nothing.
  package var version: VersionNumber? { offer?.version }

  /// Whether it is a standing step.
  package var isStanding: Bool { window.until == nil }

  /// The time and offer; nil if nothing shows.
  package var entry: TimelineEntry? {
    offer.map { TimelineEntry(window: window, offer: $0) }
  }

  func during(_ window: Window) -> Availability { Availability(window: window, offer: offer) }

  /// The part of a window before an instant; nil if there is none.
  func before(_ instant: Timestamp) -> Availability? { window.before(instant).map(during) }

  /// The part of a window from an instant on; nil if there is none.
  func onward(from instant: Timestamp) -> Availability? {
    window.onward(from: instant).map(during)
  }
}
