package import GiftDomain

/// What is wanted of one rotation: a decision, and the gifts that it looks at.
package struct RotationEdit: Sendable {
  /// From the rotation as it stands to the plan that shall hold from now on.
  package typealias Decision = @Sendable (RotationContext) throws(Rejection) -> RotationPlan

  /// The rotation.
  package let name: RotationName
  /// The gifts whose versions the decision asks for.
  package let gifts: [GiftID]
  /// The decision.
  package let decide: Decision

  /// An edit of `name`.
  package init(name: RotationName, gifts: [GiftID] = [], decide: @escaping Decision) {
    self.name = name
    self.gifts = gifts
    self.decide = decide
  }
}

/// What a decision about one rotation may look at.
package struct RotationContext: Sendable {
  /// The instant of the edit, by the database's clock.
  package let now: Timestamp
  /// The rotation as it stands; nil when there is none of that name.
  package let current: Rotation?
  /// The gifts that were asked for, as they stand.
  package let states: [GiftID: GiftState]

  /// A gift's place with the version named, or the latest.
  ///
  /// Throws `Rejection.giftNotFound`, `versionNotFound` or `noVersion`.
  package func place(
    _ gift: GiftID, _ version: VersionNumber?
  ) throws(Rejection) -> LineupPlace {
    guard let state = states[gift] else { throw .giftNotFound(gift) }
    return LineupPlace(gift: gift, version: try state.publishable(version))
  }
}

/// One rotation before and after an edit.
package struct RotationDifference: Hashable, Sendable {
  /// As it stood; nil for a new one.
  package let before: Rotation?
  /// As it stands.
  package let after: Rotation
}

/// What an edit of a rotation did.
package struct RotationOutcome: Hashable, Sendable {
  /// The number it got; nil when nothing had to change.
  package let change: ChangeNumber?
  /// The instant of the edit.
  package let at: Timestamp
  /// Before and after; the same when nothing had to change.
  package let difference: RotationDifference
}
