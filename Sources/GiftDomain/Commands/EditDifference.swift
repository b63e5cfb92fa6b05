/// What an edit makes different, and what it found to be as wanted already.
package struct EditDifference: Hashable, Sendable {
  /// The gifts whose definition, versions or plans change, in the order they were asked for.
  package internal(set) var gifts: [GiftDifference] = []
  /// The gifts that were asked for and are as they were, but for their turns.
  package internal(set) var unchanged: [GiftState] = []
  /// Those of `unchanged` that rotations no longer bring, or bring again.
  package internal(set) var turnedGifts: [GiftID] = []
  /// The rotations with another plan, by name.
  package internal(set) var rotations: [RotationDifference] = []
  /// The rotations that were asked for and are as they were.
  package internal(set) var unchangedRotations: [Rotation] = []
  /// The places in rotations that a rollback could not give back.
  package let lostPlaces: [LostPlace]

  init(lostPlaces: [LostPlace]) {
    self.lostPlaces = lostPlaces
  }

  /// Whether there is nothing to do.
  package var isEmpty: Bool { gifts.isEmpty && rotations.isEmpty }

  /// Whether clients can see it, at `now` or later.
  package func altersCatalogue(now: Timestamp) -> Bool {
    !rotations.isEmpty
      || gifts.contains { $0.after.looksDifferent(from: $0.before, now: now) }
  }
}

/// One gift before and after an edit.
package struct GiftDifference: Hashable, Sendable {
  /// As it stood before.
  package let before: GiftState
  /// As it stands now.
  package let after: GiftState

  /// The versions that are new.
  package var addedVersions: [AnimationVersion] {
    after.versions.filter { before.version($0.number) == nil }
  }
}

/// One rotation before and after an edit.
package struct RotationDifference: Hashable, Sendable {
  /// As it stood; nil for a new one.
  package let before: Rotation?
  /// As it stands.
  package let after: Rotation

  /// A difference.
  package init(before: Rotation?, after: Rotation) {
    self.before = before
    self.after = after
  }
}

/// A place in a rotation that a gift had and does not get back.
package struct LostPlace: Hashable, Sendable {
  /// The gift.
  package let gift: GiftID
  /// The rotation.
  package let rotation: RotationName
  /// The rotation that brings the gift now; nil when the first was edited since.
  package let other: RotationName?
}
