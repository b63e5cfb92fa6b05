package import GiftDomain
package import GiftStore

/// A gift as it is named for a lineup: with a version, or for the latest.
package struct LineupWish: Hashable, Sendable {
  /// The gift.
  package let gift: GiftID
  /// The version; nil for the latest at the instant of the edit.
  package let version: VersionNumber?

  /// A wish.
  package init(gift: GiftID, version: VersionNumber?) {
    self.gift = gift
    self.version = version
  }
}

/// What a new rotation shall be.
package struct RotationWish: Hashable, Sendable {
  /// The zone on whose clock turns begin.
  package let zone: ZoneRules
  /// When the first turn begins.
  package let first: LocalTime
  /// How far apart turns begin.
  package let cadence: Cadence
  /// How long gifts stay; nil until the next turn.
  package let stay: Stay?
  /// Who takes turns.
  package let lineup: [LineupWish]
  /// How many gifts a turn has.
  package let perTurn: Int
  /// The number of turns; nil when it is open.
  package let turnCount: Int64?
  /// When it ends; nil when it is open.
  package let until: Timestamp?

  /// A wish.
  package init(
    zone: ZoneRules, first: LocalTime, cadence: Cadence, stay: Stay?, lineup: [LineupWish],
    perTurn: Int, turnCount: Int64?, until: Timestamp?
  ) {
    self.zone = zone
    self.first = first
    self.cadence = cadence
    self.stay = stay
    self.lineup = lineup
    self.perTurn = perTurn
    self.turnCount = turnCount
    self.until = until
  }
}

// The verbs of rotations. Each throws `PublishingError.store` when the edit is rejected or the
// database fails; then nothing is stored.
extension Publisher {
  /// A new rotation; one that is there and was made by the same wish is left alone.
  package func addRotation(
    _ name: RotationName, _ wish: RotationWish, _ request: EditRequest
  ) async throws(PublishingError) -> RotationOutcome {
    try await edit(
      request,
      RotationEdit(name: name, gifts: wish.lineup.map(\.gift)) { context throws(Rejection) in
        let plan = RotationPlan(
          zone: wish.zone, first: wish.first, cadence: wish.cadence, stay: wish.stay,
          lineup: try context.lineup(wish.lineup, perTurn: wish.perTurn),
          lastTurn: wish.turnCount, until: wish.until)
        if let current = context.current {
          guard current.revisions.count == 1, current.plan == plan else {
            throw .rotationExists(name)
          }
          return plan
        }
        try plan.validate(now: context.now)
        try plan.validateTurnCount()
        guard plan.turn(1) != nil else { throw .rotationWithoutTurn(name) }
        return plan
      })
  }

  /// Another shape for the coming turns; `lineup` names its gifts anew.
  package func editRotation(
    _ name: RotationName, _ patch: RotationPatch, lineup: [LineupWish]?, _ request: EditRequest
  ) async throws(PublishingError) -> RotationOutcome {
    try await change(name, gifts: (lineup ?? []).map(\.gift), request) {
      plan, context throws(Rejection) in
      var patch = patch
      if let lineup { patch.places = try context.places(lineup) }
      return try plan.edited(patch, now: context.now)
    }
  }

  /// A coming turn that does not take place, or does so again.
  package func skipTurn(
    _ turn: Int64, of name: RotationName, isSkipped: Bool, _ request: EditRequest
  ) async throws(PublishingError) -> RotationOutcome {
    try await change(name, request) { plan, context throws(Rejection) in
      try plan.skipping(turn, isSkipped, now: context.now)
    }
  }

  /// A coming turn at another time, or at its own again.
  package func moveTurn(
    _ turn: Int64, of name: RotationName, to time: LocalTime?, _ request: EditRequest
  ) async throws(PublishingError) -> RotationOutcome {
    try await change(name, request) { plan, context throws(Rejection) in
      try plan.moving(turn, to: time, now: context.now)
    }
  }

  /// Another gift in the place of one of a turn that runs or comes; nil takes a swap back.
  package func swapGift(
    _ gift: GiftID, in turn: Int64, of name: RotationName, for wish: LineupWish?,
    _ request: EditRequest
  ) async throws(PublishingError) -> RotationOutcome {
    try await change(name, gifts: wish.map { [$0.gift] } ?? [], request) {
      plan, context throws(Rejection) in
      let place = try wish.map { wish throws(Rejection) in
        try context.place(wish.gift, wish.version)
      }
      return try plan.swapping(gift, in: turn, for: place, now: context.now)
    }
  }

  /// Nothing from an instant, or now, on.
  package func endRotation(
    _ name: RotationName, at instant: Timestamp?, _ request: EditRequest
  ) async throws(PublishingError) -> RotationOutcome {
    try await change(name, request) { plan, context throws(Rejection) in
      try plan.ending(at: instant ?? context.now, now: context.now)
    }
  }

  private func change(
    _ name: RotationName, gifts: [GiftID] = [], _ request: EditRequest,
    _ decide:
      @escaping @Sendable (RotationPlan, RotationContext) throws(Rejection) -> RotationPlan
  ) async throws(PublishingError) -> RotationOutcome {
    try await edit(
      request,
      RotationEdit(name: name, gifts: gifts) { context throws(Rejection) in
        guard let current = context.current else { throw .rotationNotFound(name) }
        return try decide(current.plan, context)
      })
  }

  private func edit(
    _ request: EditRequest, _ edit: RotationEdit
  ) async throws(PublishingError) -> RotationOutcome {
    do {
      return try await store.edit(request, edit)
    } catch {
      throw .store(error)
    }
  }
}

extension RotationContext {
  fileprivate func places(_ wishes: [LineupWish]) throws(Rejection) -> [LineupPlace] {
    try wishes.map { wish throws(Rejection) in try place(wish.gift, wish.version) }
  }

  fileprivate func lineup(
    _ wishes: [LineupWish], perTurn: Int
  ) throws(Rejection) -> Lineup {
    let places = try places(wishes)
    do {
      return try Lineup(places, perTurn: perTurn)
    } catch {
      throw .invalid(error)
    }
  }
}
