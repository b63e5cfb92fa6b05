import GiftDomain
package import GiftStore

extension [ChangeRecord] {
  /// Changes that asked for nothing, each with the digest that chains it to the one before.
  package func chained() throws -> [ArchivedChange] {
    try reduce(into: []) { changes, record in
      changes.append(try ArchivedChange(record, "[]", after: changes.last?.digest))
    }
  }
}
