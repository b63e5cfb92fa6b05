/// The parameters and columns of a statement, as the server infers them.
package struct StatementShape: Sendable, Hashable {
  /// One column of the result.
  package struct Column: Sendable, Hashable {
    /// The column's name.
    package let name: String
    /// The object identifier of its type (`pg_type.oid`).
    package let type: UInt32
  }

  /// The object identifiers of the types of `$1`, `$2`, …, as the server infers them.
  package let parameters: [UInt32]

  /// The result's columns in their order; none for a statement without a result.
  package let columns: [Column]
}
