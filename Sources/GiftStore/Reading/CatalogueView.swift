package import GiftDomain

/// The moment of a requested catalogue.
package enum Moment: Hashable, Sendable {
  /// The current catalogue, now.
  case now
  /// At an instant: in the past as clients saw it, in the future as planned.
  case instant(Timestamp)
  /// After a change, at the instant of that change.
  case change(ChangeNumber)
}

/// The gifts of a view.
package enum ViewedGifts: Hashable, Sendable {
  /// All.
  case all
  /// Only these.
  case some([GiftID])
  /// Those that a boundary may be planned for: by a step or window that begins or ends later, or by
  /// a rotation.
  case planned
}

/// All gifts as they were after one change, or some, and the instant to evaluate.
package struct CatalogueView: Hashable, Sendable, Codable {
  /// Every gift that has a definition, except broken ones, by id.
  package private(set) var states: [GiftState]
  /// Every other gift, by id.
  package private(set) var departed: [DepartedGift]
  /// Every rotation, except broken ones, by name.
  package let rotations: [Rotation]
  /// The placements and categories, except broken ones.
  package let groups: GiftGroups
  /// The animations and pictures that are withdrawn now, whatever the change: by digest.
  package let withdrawn: [WithdrawnAsset]
  /// The gifts, rotations and groups that are left out.
  package let broken: [BrokenPart]
  /// The last change included.
  package let change: ChangeNumber
  /// The newest change included that clients could see.
  package let altering: ChangeNumber
  /// When that change was made; the epoch when there is none.
  package let alteredAt: Timestamp
  /// The history that the change belongs to.
  package let history: DigestMark
  /// The instant to evaluate.
  package private(set) var instant: Timestamp
  /// The database's clock.
  package private(set) var now: Timestamp

  /// The catalogue of this view.
  package var catalogue: Catalogue { Catalogue(of: states, at: instant) }
}

/// A gift that was rolled back to before it was added: no catalogue has it, but chat histories and
/// gifts in flight still request it.
package struct DepartedGift: Hashable, Sendable, Codable {
  /// Its state, which has no definition.
  package let state: GiftState
  /// Its last definition.
  package let lastDefinition: Definition
}

/// A part that is left out of reads, because one of its rows was not written by this program.
package enum BrokenPart: Hashable, Sendable, Codable, Comparable {
  /// A gift.
  case gift(GiftID)
  /// A rotation.
  case rotation(RotationName)
  /// A placement or a category.
  case group(GiftGroup.ID)
  /// A gift with an id that is none.
  case unnamed(String)
  /// A change, by its number.
  case change(Int64)
  /// An announcement, by its number: it cannot be read, or is not one that the plans make.
  case announcement(Int64)
}

extension CatalogueView {
  /// The same rows at another instant, assuming no edits until then; `now` is a later reading of
  /// the database's clock, if given.
  package func evaluated(at instant: Timestamp, now: Timestamp? = nil) -> CatalogueView {
    let shown =
      rotations.isEmpty
      ? [:]
      : rotations.timelines(
        around: instant, below: states.windows.merging(departed.map(\.state).windows) { $1 })
    var view = self
    view.states = states.with(shown)
    // Past turns of a departed gift are part of its history.
    view.departed = departed.map { gift in
      DepartedGift(
        state: gift.state.with(rotation: shown[gift.state.gift] ?? .empty),
        lastDefinition: gift.lastDefinition)
    }
    view.instant = instant
    view.now = now ?? self.now
    return view
  }

  /// The view without parts that another one had to leave out, so that both can be compared.
  package func leavingOut(_ parts: [BrokenPart]) -> CatalogueView {
    var view = self
    view.states.removeAll { parts.contains(.gift($0.gift)) }
    return view
  }

  /// The view with what one kind of client gets (nil: with all).
  package func seen(by client: ClientKind?) -> CatalogueView {
    guard let client else { return self }
    var view = self
    view.states = states.compactMap { $0.seen(by: client) }
    return view
  }

  /// The token of the public catalogue in this view.
  package func token(of catalogue: Catalogue) -> CataloguePosition {
    CataloguePosition(
      change: altering, history: history, boundary: catalogue.lastTold ?? .epoch)
  }
}
