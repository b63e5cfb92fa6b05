import GiftDomain
import Testing

/// Edits of one rotation, in words: four gifts, one a week from Monday 5 January 2026, 10:00 in
/// London; unless said otherwise, edited on Wednesday of the second week.
struct RotationEditExamples {
  private let plan: RotationPlan
  private let made: Timestamp
  private let now: Timestamp
  private let second: Timestamp
  private let third: Timestamp

  init() throws {
    let london = try ZoneFixture(zone: "Europe/London").rules
    let gifts = ["rose", "heart", "crown", "teddy"]
    plan = try example(london, "2026-01-05 10:00", every: 1, .week, gifts)
    made = try instant("2026-01-01T00:00:00Z")
    now = try instant("2026-01-14T12:00:00Z")
    second = plan.instant(of: 2)
    third = plan.instant(of: 3)
  }

  @Test func `a skipped turn leaves the base, and its gift waits for its next turn`() throws {
    let skipped = try plan.skipping(3, true, now: now)
    #expect(skipped.turn(3)?.isSkipped == true)
    #expect(skipped.gifts(of: 3) == [])
    #expect(skipped.gifts(of: 4) == ["teddy"])
    #expect(skipped.gifts(of: 7) == ["crown"])
    #expect(try shown(skipped, "crown", at: third) == nil)
    #expect(try shown(skipped, "heart", at: third) == nil)
    #expect(try skipped.skipping(3, false, now: now) == plan.continued(at: now))
  }

  @Test func `a turn that has begun, or will never be, cannot be skipped or moved`() throws {
    let ending = try plan.ending(at: plan.instant(of: 9), now: now)
    for turn in [Int64.min, 0, 1, 2, 9, Int64.max] {
      let rejection = Rejection.turnNotComing(turn, next: 3)
      #expect(throws: rejection) { try ending.skipping(turn, true, now: now) }
      #expect(throws: rejection) { try ending.moving(turn, to: nil, now: now) }
    }
    for turn in [Int64.min, 0, 1, 9, Int64.max] {
      #expect(throws: Rejection.turnNotComing(turn, next: 3)) {
        try ending.swapping(GiftID("rose"), in: turn, for: nil, now: now)
      }
    }
  }

  @Test func `a turn moves between its neighbours, which make room`() throws {
    let moved = try plan.moving(3, to: try LocalTime("2026-01-21 18:00"), now: now)
    let time = try instant("2026-01-21T18:00:00Z")
    #expect(moved.turn(3)?.isMoved == true)
    #expect(moved.turn(3)?.from == time)
    #expect(moved.carriedTurn?.until == time)
    #expect(moved.turn(3)?.until == plan.instant(of: 4))
    #expect(moved.turn(4) == plan.turn(4))
    #expect(try moved.moving(3, to: nil, now: now) == plan.continued(at: now))
  }

  @Test(arguments: ["2026-01-26 10:00", "2026-01-27 10:00", "2026-01-12 10:00", "2026-01-12 09:59"])
  func `a turn does not move beyond its neighbours`(time: String) throws {
    let begun = try instant("2026-01-11T00:00:00Z")
    #expect(throws: Rejection.turnsOutOfOrder(3)) {
      try plan.moving(3, to: try LocalTime(time), now: begun)
    }
  }

  @Test func `a turn does not move into the past`() throws {
    let rejection = Rejection.turnInPast(3, try instant("2026-01-14T10:00:00Z"), now: now)
    #expect(throws: rejection) {
      try plan.moving(3, to: try LocalTime("2026-01-14 10:00"), now: now)
    }
  }

  @Test func `another gift stands in for one of a coming turn, that once`() throws {
    let swapped = try plan.swapping(GiftID("crown"), in: 3, for: place("rocket"), now: now)
    #expect(swapped.gifts(of: 3) == ["rocket"])
    #expect(swapped.gifts(of: 7) == ["crown"])
    #expect(swapped.gifts.contains(try GiftID("rocket")))
    #expect(
      try swapped.swapping(GiftID("crown"), in: 3, for: nil, now: now) == plan.continued(at: now))
    #expect(throws: Rejection.giftNotInTurn(try GiftID("rose"), 3)) {
      try plan.swapping(GiftID("rose"), in: 3, for: place("rocket"), now: now)
    }
  }

  @Test func `another gift stands in for one of the turn that runs, from now on`() throws {
    let swapped = try plan.swapping(GiftID("heart"), in: 2, for: place("rocket"), now: now)
    #expect(try shown(swapped, "heart", at: now.later(-1)) == second..<now)
    #expect(try shown(swapped, "heart", at: now) == nil)
    #expect(try shown(swapped, "rocket", at: now) == now..<third)
    #expect(swapped.gifts(of: 6) == ["heart"])
    let again = try swapped.swapping(GiftID("heart"), in: 2, for: place("rocket"), now: now)
    #expect(again == swapped)
  }

  @Test func `a gift does not stand in for another of its own turn`() throws {
    var patch = RotationPatch()
    patch.perTurn = 2
    let pairs = try plan.edited(patch, now: made)
    #expect(pairs.gifts(of: 1) == ["rose", "heart"])
    #expect(throws: Rejection.giftInTurn(try GiftID("heart"), 1)) {
      try pairs.swapping(GiftID("rose"), in: 1, for: place("heart"), now: made)
    }
    let running = try instant("2026-01-06T00:00:00Z")
    #expect(throws: Rejection.giftInTurn(try GiftID("heart"), 1)) {
      try pairs.swapping(GiftID("rose"), in: 1, for: place("heart"), now: running)
    }
  }

  @Test func `a guest that comes into the lineup of its turn stands there once`() throws {
    var patch = RotationPatch()
    patch.perTurn = 2
    let guest = try plan.edited(patch, now: made)
      .swapping(GiftID("crown"), in: 2, for: place("rocket"), now: made)
    #expect(guest.gifts(of: 2) == ["rocket", "teddy"])
    patch.lineup = try ["rose", "heart", "crown", "rocket"].map(place).map(\.spec)
    #expect(try guest.edited(patch, now: made).gifts(of: 2) == ["rocket"])
  }

  @Test func `a new lineup lets the turn run, and goes on with the gift that was next`() throws {
    var patch = RotationPatch()
    patch.lineup = try ["rocket", "crown", "rose"].map(place).map(\.spec)
    let edited = try plan.edited(patch, now: now)
    #expect(try shown(edited, "heart", at: now) == second..<third)
    #expect((3...6).map(edited.gifts) == [["crown"], ["rose"], ["rocket"], ["crown"]])
    #expect(try edited.edited(patch, now: now) == edited)
  }

  @Test func `a new lineup without the gift that was next goes on with the one after it`() throws {
    var patch = RotationPatch()
    patch.lineup = try ["rocket", "rose", "teddy"].map(place).map(\.spec)
    #expect(
      try (3...5).map(plan.edited(patch, now: now).gifts) == [["teddy"], ["rocket"], ["rose"]])
  }

  @Test func `a new cadence keeps the time of the next turn`() throws {
    var patch = RotationPatch()
    patch.cadence = try Cadence(2, .day)
    let edited = try plan.edited(patch, now: now)
    #expect(
      (3...5).map { edited.start(of: $0).description } == [
        "2026-01-19 10:00", "2026-01-21 10:00", "2026-01-23 10:00",
      ])
    #expect((3...5).map(edited.gifts) == [["crown"], ["teddy"], ["rose"]])
    #expect(edited.carriedTurn?.until == third)
  }

  @Test func `a new cadence of months keeps the day, also from a month that lacks it`() throws {
    let london = plan.zone
    let monthly = try example(london, "2026-12-31 10:00", every: 1, .month, ["rose", "heart"])
    let february = try instant("2027-02-03T12:00:00Z")
    var patch = RotationPatch()
    patch.cadence = try Cadence(2, .month)
    let edited = try monthly.edited(patch, now: february)
    #expect(
      (3...6).map { edited.start(of: $0).description } == [
        "2027-02-28 10:00", "2027-04-30 10:00", "2027-06-30 10:00", "2027-08-31 10:00",
      ])
    #expect((3...6).map(edited.gifts) == (3...6).map(monthly.gifts))
    // And back: the day was not forgotten.
    patch.cadence = monthly.cadence
    let back = try edited.edited(patch, now: february)
    #expect((3...9).map(back.start) == (3...9).map(monthly.start))
    // Where no month has the day, the last one is as good as any.
    patch.cadence = try Cadence(12, .month)
    let yearly = try monthly.edited(patch, now: february)
    #expect(
      (3...5).map { yearly.start(of: $0).description } == [
        "2027-02-28 10:00", "2028-02-28 10:00", "2029-02-28 10:00",
      ])
  }

  @Test func `a new first time is when the next turn begins, and the one that runs ends`() throws {
    var patch = RotationPatch()
    patch.first = try LocalTime("2026-01-16 08:00")
    let edited = try plan.edited(patch, now: now)
    let time = try instant("2026-01-16T08:00:00Z")
    #expect(try shown(edited, "heart", at: now) == second..<time)
    #expect(edited.turn(3)?.from == time)
    #expect(edited.start(of: 4).description == "2026-01-23 08:00")
    patch.first = try LocalTime("2026-01-14 12:00")
    #expect(throws: Rejection.turnInPast(3, now, now: now)) { try plan.edited(patch, now: now) }
  }

  @Test func `a new first time may not lie behind a turn that was moved`() throws {
    var patch = RotationPatch()
    patch.first = try LocalTime("2026-01-28 10:00")
    let moved = try plan.moving(4, to: try LocalTime("2026-01-27 10:00"), now: now)
    #expect(throws: Rejection.turnsOutOfOrder(4)) { try moved.edited(patch, now: now) }
    #expect(try plan.edited(patch, now: now).start(of: 4).description == "2026-02-04 10:00")
  }

  @Test func `an empty patch, or one that says what is, changes nothing`() throws {
    #expect(try plan.edited(RotationPatch(), now: now) == plan)
    var patch = RotationPatch()
    patch.cadence = plan.cadence
    patch.lineup = plan.lineup.places.map(\.spec)
    patch.stay = .unset
    patch.until = .unset
    #expect(try plan.edited(patch, now: now) == plan)
  }

  @Test func `an edit with a bad lineup is refused with the reason`() throws {
    var patch = RotationPatch()
    patch.lineup = [try place("rose").spec, try place("rose").spec]
    #expect(throws: Rejection.invalid(.repeated(.lineup, text: "rose"))) {
      try plan.edited(patch, now: now)
    }
  }

  @Test func `a rotation ends at once or later, never in the past, and stays ended`() throws {
    let ended = try plan.ending(at: now, now: now)
    #expect(try shown(ended, "heart", at: now) == nil)
    #expect(try shown(ended, "heart", at: now.later(-1)) == second..<now)
    #expect(ended.turn(3) == nil)
    let later = try plan.ending(at: third.later(1), now: now)
    #expect(try shown(later, "crown", at: third) == third..<third.later(1))
    #expect(try later.ending(at: third.later(2), now: now) == later)
    let past = now.later(-1)
    #expect(throws: Rejection.instantInPast(past, now: now)) {
      try plan.ending(at: past, now: now)
    }
  }

  @Test func `a gift withdrawn now leaves the running turn, and the others close up`() throws {
    let gone = plan.withdrawing(try GiftID("heart"), at: now, now: now)
    #expect(try shown(gone, "heart", at: now) == nil)
    #expect(try shown(gone, "heart", at: now.later(-1)) == second..<now)
    #expect((3...6).map(gone.gifts) == [["crown"], ["teddy"], ["rose"], ["crown"]])
    #expect(gone.withdrawing(try GiftID("heart"), at: now, now: now) == gone)
  }

  @Test func `a gift withdrawn later is shown until then`() throws {
    let time = try instant("2026-01-15T00:00:00Z")
    let gone = plan.withdrawing(try GiftID("heart"), at: time, now: now)
    #expect(try shown(gone, "heart", at: now) == second..<time)
    #expect(try shown(gone, "heart", at: plan.instant(of: 6)) == nil)
    #expect(try shown(gone, "crown", at: third) == third..<plan.instant(of: 4))
    #expect(gone.withdrawing(try GiftID("heart"), at: time.later(1), now: now) == gone)
  }

  @Test func `a rotation whose last gift is withdrawn shows nothing, and is none the worse`() throws
  {
    let empty = plan.lineup.places.reduce(plan) { $0.withdrawing($1.gift, at: now, now: now) }
    #expect(empty.lineup.places.isEmpty)
    #expect(empty.turn(3)?.places == [])
    #expect(empty.gifts == [])
    let rotation = try rotation(plan, at: made).revised(empty, at: now)
    #expect(rotation.entries(from: now, until: now.later(86_400_000_000 * 99)).isEmpty)
    #expect(!rotation.brings(try GiftID("heart"), from: now))
  }

  @Test func `an edit of another zone moves the coming turns to its clock`() throws {
    var patch = RotationPatch()
    patch.zone = try ZoneFixture(zone: "America/New_York").rules
    let edited = try plan.edited(patch, now: now)
    #expect(edited.turn(3)?.from == (try instant("2026-01-19T15:00:00Z")))
    #expect(try shown(edited, "heart", at: now)?.upperBound == edited.turn(3)?.from)
  }

  /// For how long a gift is shown around an instant, when a plan is made on Wednesday.
  private func shown(
    _ edited: RotationPlan, _ gift: String, at instant: Timestamp
  ) throws -> Range<Timestamp>? {
    let rotation = try rotation(plan, at: made).revised(edited, at: now)
    let entries = rotation.entries(from: made, until: instant.later(86_400_000_000 * 7))
      .filter { $0.gift.text == gift }.map(\.entry)
    guard let window = Timeline(entries).entry(at: instant)?.window else { return nil }
    return window.from..<(try #require(window.until))
  }
}
