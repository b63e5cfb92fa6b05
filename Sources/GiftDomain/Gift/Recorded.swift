/// A value with the edits that recorded and superseded it: nothing is overwritten.
package struct Recorded<Value: Hashable & Sendable & Codable>: Hashable, Sendable, Codable {
  /// What was recorded.
  package let value: Value
  /// The change that recorded it.
  package let since: ChangeNumber
  /// The change that superseded it; nil while it stands.
  package let until: ChangeNumber?

  /// A row's value and its changes; `since` lies before `until`.
  package init(_ value: Value, since: ChangeNumber, until: ChangeNumber?) {
    self.value = value
    self.since = since
    self.until = until
  }

  /// Whether it stood after `change` was committed.
  package func stands(at change: ChangeNumber) -> Bool {
    since <= change && until.map { change < $0 } ?? true
  }
}
