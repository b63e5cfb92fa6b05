package import GiftDomain
import GiftSQL
import Postgres

/// The gifts at a moment, in brief: their status without their history.
package struct GiftListing: Hashable, Sendable {
  /// Every gift that has a definition, except broken ones, by id.
  package let gifts: [ListedGift]
  /// The placements and categories.
  package let groups: GiftGroups
  /// The gifts, rotations and groups that are left out.
  package let broken: [BrokenPart]
  /// The last change included.
  package let change: ChangeNumber
  /// The instant at which their status is evaluated.
  package let instant: Timestamp
}

/// A gift of a listing.
package struct ListedGift: Hashable, Sendable {
  /// The gift's id.
  package let gift: GiftID
  /// The gift's definition.
  package let definition: Definition
  /// Its status for viewers.
  package let status: GiftStatus

  /// Nil for a gift without a definition.
  package init?(_ state: GiftState, at instant: Timestamp) {
    guard let definition = state.definition else { return nil }
    gift = state.gift
    self.definition = definition
    status = state.status(at: instant)
  }
}

extension GiftStore {
  /// All gifts in brief, in one consistent read that grows with the gifts, not with their past.
  ///
  /// Throws `Rejection.changeNotFound` for a change that does not exist.
  package func listing(at moment: Moment) async throws(StoreError) -> GiftListing {
    try await reading { session in
      try session.listing(at: moment, pastRows: StoreLimits.listedPastRows)
    }
  }
}

extension Session {
  /// Reads up to `pastRows` of each gift's steps and windows that began by the instant, and all
  /// rows of gifts for which these do not determine when the status began.
  func listing(at moment: Moment, pastRows: Int64) throws -> GiftListing {
    let (changes, clocks) = try answers(.lastChange, .clock)
    let (change, instant) = try locate(moment, now: clocks[0], last: changes[0].number)
    let (plans, grouped, last, recent) = try answers(
      .plans(at: change), .lastGroups(through: change),
      .lastDefinitions(of: .null, upTo: change, as: .editor),
      Question(
        availabilities: SQL.availabilityRecent,
        [.change(change), .instant(instant), .int(pastRows)]))
    let (rotations, broken) = [Rotation].parted(plans)
    let definitions = last.filter { $0.content?.stands(at: change) ?? true }
    let (groups, lostGroups) = [GroupRecord].parted(grouped)
    var left = Set(broken.map(BrokenPart.rotation) + lostGroups.map(BrokenPart.group))

    func states(
      _ definitions: [GiftRow<Recorded<Definition>>],
      _ availabilities: [GiftRow<Recorded<Availability>>]
    ) -> [GiftState] {
      let rows = HistoryRows([], definitions, availabilities)
      let states = rows.states(of: definitions.compactMap(\.gift), at: change, leaving: &left)
      return states.with(rotations.timelines(around: instant, below: states.windows))
    }

    let brief = states(definitions, recent)
    let unsure = Set(
      brief.filter { !$0.tellsItsStatus(at: instant, pastRows: pastRows) }.map(\.gift))
    let gifts = unsure.map(\.text)
    let whole =
      unsure.isEmpty
      ? []
      : states(
        definitions.filter { $0.gift.map(unsure.contains) ?? false },
        try answers(Question(availabilities: SQL.availabilityOfGifts, [.textArray(gifts)])))
    let known = brief.filter { !unsure.contains($0.gift) } + whole
    return GiftListing(
      gifts: known.compactMap { ListedGift($0, at: instant) }.sorted { $0.gift < $1.gift },
      groups: GiftGroups(groups, at: change), broken: left.sorted(), change: change,
      instant: instant)
  }
}

extension GiftState {
  /// Whether older rows than those of `schedule`, which were left out, cannot affect its status:
  /// whatever they show is over when the oldest row of its layer begins.
  fileprivate func tellsItsStatus(at instant: Timestamp, pastRows: Int64) -> Bool {
    let begun = [schedule.standing, schedule.windows].compactMap { layer in
      let past = layer.map(\.window.from).filter { $0 <= instant }
      return past.count < pastRows ? nil : past.first
    }
    guard let known = begun.max() else { return true }
    switch status(at: instant) {
    case .live(let entry): return entry.window.from > known
    case .retired(let end): return end > known
    case .scheduled: return true
    case .draft: return false
    }
  }
}
