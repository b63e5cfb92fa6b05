package import GiftStore

extension Archive {
  /// That of a database in which nothing has happened yet.
  package static let empty = Archive(
    changes: [], gifts: [], plans: [], groups: [], bindings: [], announcements: [], codings: [])
}
