/// Where an availability stands: what lies on a higher layer hides what lies below.
package enum Layer: String, Hashable, Sendable, CaseIterable {
  /// What `publish` and `retire` edit.
  case base
  /// What rotations bring in, above the base.
  case rotation
}
