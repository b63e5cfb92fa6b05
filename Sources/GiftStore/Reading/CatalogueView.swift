package import GiftDomain

/// Which catalogue is asked for.
package enum Moment: Hashable, Sendable {
  /// As it stands, now.
  case now
  /// At an instant: for the past as clients saw it then, for the future as it is planned.
  case instant(Timestamp)
  /// After a change, at the instant of that change.
  case change(ChangeNumber)
}

/// All gifts as they stood after one change, and the instant to look at.
package struct CatalogueView: Hashable, Sendable, Codable {
  /// Every gift that has a definition but those that are broken, by id.
  package private(set) var states: [GiftState]
  /// Every other gift, by id.
  package private(set) var departed: [DepartedGift]
  /// Every rotation but those that are broken, by name.
  package let rotations: [Rotation]
  /// The gifts and rotations that are left out.
  package let broken: [BrokenPart]
  /// The change after which they stand.
  package let change: ChangeNumber
  /// The newest of those changes that clients could see, and when it was made.
  package let altering: ChangeNumber
  /// When that change was made; the epoch when there is none.
  package let alteredAt: Timestamp
  /// The history that it is of.
  package let history: DigestMark
  /// The instant to evaluate.
  package private(set) var instant: Timestamp
  /// The database's clock.
  package private(set) var now: Timestamp

  /// The catalogue of this view.
  package var catalogue: Catalogue { Catalogue(of: states, at: instant) }
}

/// A gift that was rolled back to before it was added: no catalogue has it, but chat histories and
/// gifts in flight still ask for it.
package struct DepartedGift: Hashable, Sendable, Codable {
  /// Without a definition.
  package let state: GiftState
  /// The definition that it had last.
  package let lastDefinition: Definition
}

/// What is left out of what is read: a row of it is none that this program writes.
package enum BrokenPart: Hashable, Sendable, Codable, Comparable {
  /// A gift.
  case gift(GiftID)
  /// A rotation.
  case rotation(RotationName)
}

extension CatalogueView {
  /// The same rows at another instant, if nobody edits them until then; read again by a clock that
  /// showed `now`, if it is named.
  package func evaluated(at instant: Timestamp, now: Timestamp? = nil) -> CatalogueView {
    let shown = rotations.timelines(
      around: instant, below: states.windows.merging(departed.map(\.state).windows) { $1 })
    var view = self
    view.states = states.with(shown)
    // What turns showed of a gift that is gone is part of what it was.
    view.departed = departed.map { gift in
      DepartedGift(
        state: gift.state.with(rotation: shown[gift.state.gift] ?? .empty),
        lastDefinition: gift.lastDefinition)
    }
    view.instant = instant
    view.now = now ?? self.now
    return view
  }

  /// The view without gifts that another one had to leave out, so that both can be compared.
  package func leavingOut(_ parts: [BrokenPart]) -> CatalogueView {
    var view = self
    view.states.removeAll { parts.contains(.gift($0.gift)) }
    return view
  }

  /// The name of the public catalogue in this view.
  package func token(of catalogue: Catalogue) -> CataloguePosition {
    CataloguePosition(
      change: altering, history: history, boundary: catalogue.lastBoundary ?? .epoch)
  }
}
