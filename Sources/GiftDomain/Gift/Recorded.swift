/// A value with the edits that recorded and superseded it: nothing is overwritten.
package struct Recorded<Value: Hashable & Sendable & Codable>: Hashable, Sendable, Codable {
  /// The recorded value.
  package let value: Value
  /// The change that recorded it.
  package let since: ChangeNumber
  /// The change that superseded it; nil while current.
  package let until: ChangeNumber?

  /// A row's value and its changes; `since` is before `until`.
  package init(_ value: Value, since: ChangeNumber, until: ChangeNumber?) {
    self.value = value
    self.since = since
    self.until = until
  }

  /// The changes that recorded and superseded it.
  var changes: [ChangeNumber] { [since] + (until.map { [$0] } ?? []) }

  /// Whether it was current after `change` was committed.
  package func stands(at change: ChangeNumber) -> Bool {
    since <= change && until.map { change < $0 } ?? true
  }
}
