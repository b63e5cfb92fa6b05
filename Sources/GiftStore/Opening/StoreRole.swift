/// The database role that a store's connections take on, whatever the login may do.
package enum StoreRole: String, Hashable, Sendable, CaseIterable {
  /// May read what clients may see, and write nothing.
  case reader
  /// May read everything, record edits and supersede rows; may not delete.
  case editor
  /// May read the input of announcements, and insert announcements.
  case scheduler
  /// The login itself: for migrations.
  case owner

  /// The role's name in the database; nil for the login itself.
  package var databaseRole: String? {
    switch self {
    case .reader: "gift_reader"
    case .editor: "gift_editor"
    case .scheduler: "gift_scheduler"
    case .owner: nil
    }
  }
}
