import GiftDomain
package import GiftStore
import Support

extension Archive {
  /// The same with digests of changes that hold: of what they did to the rows, each chained to the
  /// one before.
  package func proven() throws -> Archive {
    let differences = differences
    let nothing = sha256(Array("gift catalogue, difference, 1\n".utf8))
    var chained: [ArchivedChange] = []
    for change in changes {
      let difference = differences[change.record.number] ?? nothing
      chained.append(
        try ArchivedChange(
          change.record, change.commands, difference: SHA256Digest(bytes: difference),
          after: chained.last?.digest))
    }
    return Archive(
      changes: chained, gifts: gifts, plans: plans, groups: groups, bindings: bindings,
      announcements: announcements, codings: codings)
  }
}

extension [ChangeRecord] {
  /// Changes that asked for nothing, and did nothing yet: `Archive.proven` gives them digests.
  package func chained() throws -> [ArchivedChange] {
    let none = try SHA256Digest(bytes: [UInt8](repeating: 0, count: 32))
    return try map { try ArchivedChange($0, "[]", difference: none, after: nil) }
  }
}
