import GiftDomain
import GiftSQL
import Postgres

extension Session {
  /// The current view, from an earlier one and the edits since.
  func view(after earlier: CatalogueView) throws -> CatalogueView {
    let (changes, clocks) = try answers(.lastChange, .clock)
    let last = changes[0].number
    // Broken rows may have been repaired by hand, without a change.
    guard last != earlier.change || !earlier.broken.isEmpty else {
      return earlier.evaluated(at: clocks[0], now: clocks[0])
    }
    let limit = StoreLimits.giftsAtOnce
    let span: [Parameter] = [.change(earlier.change), .change(last)]
    var touched = Set(
      try answers(
        Question(gifts: SQL.giftChangeBetween, span + [.int(Int64(limit + 1))]) { _ in }
      ).compactMap(\.gift))
    let isTurning = try row(SQL.rotationPlanExistsBetween, span) { row in
      try row.bool("present")
    }
    let (rotations, broken) =
      isTurning ? [Rotation].parted(try answers(.plans(at: last))) : (earlier.rotations, [])
    if isTurning {
      // A draft that a plan made visible, if only for a turn: its rows were hidden before.
      let known = Set(earlier.states.map(\.gift))
      let plans = rotations.flatMap(\.revisions).filter { $0.since > earlier.change }.map(\.plan)
      touched.formUnion(plans.flatMap(\.gifts).filter { !known.contains($0) })
    }
    // Fewer changes than before: another database. The caller decides what that means.
    guard touched.count <= limit, last > earlier.change, earlier.broken.isEmpty else {
      return try view(at: .now, as: .reader)
    }
    let (alterings, grouped, withdrawn) = try answers(
      .lastAltering(upTo: last), .lastGroups(after: earlier.change, through: last),
      .withdrawnAssets)
    let altering = alterings[0]
    let (groups, lostGroups) = [GroupRecord].parted(grouped)
    var states = earlier.states
    var departed = earlier.departed
    let gifts = Array(touched)
    let (versions, definitions, availabilities, pictures) = try answers(
      Question(versions: SQL.versionOfGifts, [.gifts(gifts)]),
      .lastDefinitions(of: .gifts(gifts), upTo: last, as: .reader),
      Question(availabilities: SQL.availabilityOfGifts, [.gifts(gifts)]),
      Question(pictures: SQL.pictureOfGifts, [.gifts(gifts)]))
    let rows = HistoryRows(versions, definitions, availabilities, pictures, [])
    var left = Set(broken.map(BrokenPart.rotation) + lostGroups.map(BrokenPart.group))
    for gift in gifts {
      let state = rows.states(of: [gift], at: last, leaving: &left).first
      states.put(state?.definition == nil ? nil : state, at: gift, by: \.gift)
      departed.put(state.flatMap(rows.departed), at: gift, by: \.state.gift)
    }
    let now = try clock()
    return CatalogueView(
      states: states, departed: departed, rotations: rotations,
      groups: earlier.groups.changed(
        by: groups + lostGroups.map { GroupRecord($0.absent, since: last) }),
      withdrawn: withdrawn, broken: left.sorted(),
      change: last,
      altering: altering.last.number, alteredAt: altering.last.at, history: altering.history,
      instant: now, now: now
    ).evaluated(at: now)
  }
}

extension Array {
  /// Replaces, inserts or removes the element with a key; the array is sorted by keys.
  fileprivate mutating func put(
    _ element: Element?, at key: GiftID, by path: KeyPath<Element, GiftID>
  ) {
    let low = endOfPrefix { $0[keyPath: path] < key }
    let isThere = low < count && self[low][keyPath: path] == key
    replaceSubrange(low..<(isThere ? low + 1 : low), with: element.map { [$0] } ?? [])
  }
}
