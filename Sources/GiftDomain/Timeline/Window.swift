/// A half-open span of time: `from` belongs to it, `until` does not; without `until` it is open.
package struct Window: Hashable, Sendable, Codable {
  /// The first instant.
  package let from: Timestamp
  /// The first instant after it; nil if it never ends.
  package let until: Timestamp?

  /// Throws `DomainError.emptyWindow` unless `from` is before `until`.
  package init(from: Timestamp, until: Timestamp? = nil) throws(DomainError) {
    if let until, until <= from { throw .emptyWindow(from: from, until: until) }
    self.from = from
    self.until = until
  }

  /// Throws `DomainError`, or what the decoder throws.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(
      from: values.decode(Timestamp.self, forKey: .from),
      until: values.decodeIfPresent(Timestamp.self, forKey: .until))
  }

  /// Whether `instant` is within.
  package func contains(_ instant: Timestamp) -> Bool {
    guard instant >= from else { return false }
    return until.map { instant < $0 } ?? true
  }

  /// Whether the two have an instant in common.
  package func overlaps(_ other: Window) -> Bool {
    let startsBeforeEnd = other.until.map { from < $0 } ?? true
    let endsAfterStart = until.map { other.from < $0 } ?? true
    return startsBeforeEnd && endsAfterStart
  }

  /// The part before `instant`; nil if there is none.
  package func before(_ instant: Timestamp) -> Window? {
    guard from < instant else { return nil }
    return Window(unchecked: from, until.map { min($0, instant) } ?? instant)
  }

  /// The part from `instant` on; nil if there is none.
  package func onward(from instant: Timestamp) -> Window? {
    if let until, until <= instant { return nil }
    return Window(unchecked: max(from, instant), until)
  }

  /// The same beginning with a later end, or none.
  func extended(until later: Timestamp?) -> Window {
    guard let until, let later else { return Window(unchecked: from, nil) }
    return Window(unchecked: from, max(until, later))
  }

  /// From an instant on, without end.
  package static func open(from instant: Timestamp) -> Window { Window(unchecked: instant, nil) }

  /// Nil if the end is not after the beginning.
  init?(checking from: Timestamp, until: Timestamp) {
    guard from < until else { return nil }
    self.init(unchecked: from, until)
  }

  private init(unchecked from: Timestamp, _ until: Timestamp?) {
    self.from = from
    self.until = until
  }
}
