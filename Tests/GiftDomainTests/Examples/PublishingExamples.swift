import GiftDomain
import Testing

/// Publishing and retiring by example.
///
/// The drawings show what plays, each column an instant, `·` nothing; `now` is the fifth instant.
struct PublishingExamples {
  private let rose: GiftID
  private let now: Timestamp

  init() throws {
    rose = try GiftID("rose")
    now = try at(5)
  }

  @Test func `a first publish stands from its instant on`() throws {
    #expect(drawing(try publish(1, 5, nil, over: [])) == "·····11111111111")
  }

  @Test func `a new version takes over from the one that stands`() throws {
    let one = [try plan(1, 0, nil)]
    #expect(drawing(try publish(2, 5, nil, over: one)) == "1111122222222222")
    #expect(drawing(try publish(2, 10, nil, over: one)) == "1111111111222222")
  }

  @Test func `a window gives way to what stands below it`() throws {
    #expect(drawing(try publish(2, 8, 12, over: [plan(1, 0, nil)])) == "1111111122221111")
    let ending = [try plan(1, 0, nil), try plan(0, 10, nil)]
    #expect(drawing(try publish(2, 8, 12, over: ending)) == "111111112222····")
  }

  @Test func `ending a window early, or late, moves its end alone`() throws {
    let week = [try plan(1, 0, nil), try plan(2, 4, 11)]
    #expect(drawing(try GiftSchedule(week)) == "1111222222211111")
    #expect(drawing(try publish(2, 4, 8, over: week)) == "1111222211111111")
    #expect(drawing(try publish(2, 4, 13, over: week)) == "1111222222222111")
    #expect(try publish(2, 4, 13, over: week).windows == [plan(2, 4, 13)])
    #expect(try publish(2, 4, 11, over: week) == GiftSchedule(week))
    #expect(drawing(try publish(2, 4, 5, over: week)) == "1111211111111111")
  }

  @Test func `a window in the way of a window is a conflict, which names it`() throws {
    let week = [try plan(1, 0, nil), try plan(2, 8, 12)]
    let planned = Rejection.overlapsPlanned(rose, [try plan(2, 8, 12)])
    #expect(throws: planned) { try publish(3, 6, 10, over: week) }
    #expect(throws: planned) { try publish(2, 6, 10, over: week) }
    // Inside a window that has yet to begin, only its own beginning means that window.
    #expect(throws: planned) { try publish(2, 9, 11, over: week) }
    #expect(throws: planned) { try publish(3, 9, 14, over: week) }
    let running = [try plan(1, 0, nil), try plan(2, 4, 12)]
    #expect(throws: Rejection.overlapsPlanned(rose, [try plan(2, 4, 12)])) {
      try publish(3, 5, 7, over: running)
    }
  }

  @Test func `a window that replaces others drops them whole, and it can be told`() throws {
    let week = try GiftSchedule([plan(1, 0, nil), plan(2, 8, 12)])
    let after = try publish(3, 6, 10, over: week.availabilities, replacing: .whole)
    #expect(drawing(after) == "1111113333111111")
    #expect(week.dropped(by: after, from: now) == [try plan(2, 8, 12)])
    // The same version, earlier: no tail is left.
    let moved = try publish(2, 6, 10, over: week.availabilities, replacing: .whole)
    #expect(drawing(moved) == "1111112222111111")
    #expect(week.dropped(by: moved, from: now) == [try plan(2, 10, 12)])
    // Windows that show nothing are windows.
    let hidden = try GiftSchedule([plan(1, 0, nil), plan(0, 7, 9), plan(2, 9, 12), plan(3, 12, 14)])
    let over = try publish(2, 8, 10, over: hidden.availabilities, replacing: .whole)
    #expect(drawing(over) == "1111111122113311")
  }

  @Test func `a running window that is replaced goes on until the new one begins`() throws {
    let running = [try plan(1, 0, nil), try plan(2, 3, 12)]
    #expect(drawing(try publish(3, 8, 10, over: running, replacing: .whole)) == "1112222233111111")
    #expect(drawing(try publish(3, 5, 7, over: running, replacing: .whole)) == "1112233111111111")
    #expect(drawing(try publish(2, 8, 14, over: running, replacing: .whole)) == "1112222222222211")
  }

  @Test func `a window that keeps the rest cuts others, and it can be told`() throws {
    let week = try GiftSchedule([plan(1, 0, nil), plan(2, 8, 12)])
    let after = try publish(3, 6, 10, over: week.availabilities, replacing: .overlap)
    #expect(drawing(after) == "1111113333221111")
    #expect(week.dropped(by: after, from: now) == [try plan(2, 8, 10)])
    let inside = try publish(3, 9, 11, over: week.availabilities, replacing: .overlap)
    #expect(drawing(inside) == "1111111123321111")
    #expect(week.dropped(by: inside, from: now) == [try plan(2, 9, 11)])
  }

  @Test func `a later step stays, unless it is to be replaced`() throws {
    let plans = [try plan(1, 0, nil), try plan(3, 10, nil)]
    #expect(drawing(try publish(2, 5, nil, over: plans)) == "1111122222333333")
    let replaced = try publish(2, 5, nil, over: plans, replacing: .whole)
    #expect(drawing(replaced) == "1111122222222222")
    #expect(try GiftSchedule(plans).dropped(by: replaced, from: now) == [plan(3, 10, nil)])
    #expect(drawing(try publish(1, 5, nil, over: plans, replacing: .whole)) == "1111111111111111")
  }

  @Test func `a step at the very instant of another is a conflict`() throws {
    let plans = [try plan(1, 0, nil), try plan(3, 10, nil)]
    #expect(throws: Rejection.overlapsPlanned(rose, [try plan(3, 10, nil)])) {
      try publish(2, 10, nil, over: plans)
    }
    let replaced = try publish(2, 10, nil, over: plans, replacing: .whole)
    #expect(drawing(replaced) == "1111111111222222")
    // What began this very instant is a plan no more.
    let begun = [try plan(1, 0, nil), try plan(3, 5, nil)]
    #expect(drawing(try publish(2, 5, nil, over: begun)) == "1111122222222222")
  }

  @Test func `a window leaves steps alone, and a step leaves windows alone`() throws {
    let plans = [try plan(1, 0, nil), try plan(2, 8, 12)]
    #expect(drawing(try publish(3, 5, nil, over: plans)) == "1111133322223333")
    #expect(drawing(try publish(3, 10, nil, over: plans)) == "1111111122223333")
    let steps = [try plan(1, 0, nil), try plan(3, 10, nil)]
    #expect(drawing(try publish(2, 8, 12, over: steps)) == "1111111122223333")
  }

  @Test func `publishing what stands changes nothing, however late`() throws {
    let plans = [try plan(1, 2, nil), try plan(2, 12, nil), try plan(3, 8, 10)]
    let schedule = try GiftSchedule(plans)
    #expect(try publish(1, 2, nil, over: plans) == schedule)
    #expect(try publish(1, 5, nil, over: plans) == schedule)
    // What is planned for an instant to come is noted: what stands by then may be edited.
    let noted = try publish(1, 9, nil, over: plans)
    #expect(noted.standing.count == 3 && drawing(noted) == drawing(schedule))
    #expect(drawing(try publish(2, 14, nil, over: plans)) == drawing(schedule))
    #expect(try publish(3, 8, 10, over: plans) == schedule)
    let over = [try plan(1, 0, nil), try plan(2, 1, 3)]
    #expect(try publish(2, 1, 3, over: over) == GiftSchedule(over))
  }

  @Test func `publishing into the past is refused`() throws {
    let one = [try plan(1, 0, nil), try plan(2, 1, 3)]
    let past = Rejection.instantInPast(try at(4), now: now)
    #expect(throws: past) { try publish(2, 4, nil, over: one) }
    #expect(throws: past) { try publish(2, 4, nil, over: one, replacing: .whole) }
    #expect(throws: past) { try publish(2, 4, 9, over: one) }
    #expect(throws: Rejection.instantInPast(try at(1), now: now)) {
      try publish(2, 1, 9, over: one)
    }
    #expect(throws: Rejection.instantInPast(try at(4), now: now)) {
      try publish(2, 1, 4, over: [plan(1, 0, nil), plan(2, 1, 9)])
    }
  }

  @Test func `in a window that shows nothing, a gift is off, whatever lies below`() throws {
    let one = try GiftSchedule([plan(1, 0, nil)])
    let hidden = try one.laying(
      nil, of: rose, from: at(8), until: at(12), now: now, replacing: .nothing)
    #expect(drawing(hidden) == "11111111····1111")
    let turns = try Timeline([entry(4, 10, 14)])
    #expect(Strip(hidden.shown(with: turns)) == Strip(hidden, turns: turns))
    #expect(throws: Rejection.overlapsPlanned(rose, [try plan(0, 8, 12)])) {
      try publish(nil, 9, 11, over: hidden.availabilities)
    }
  }

  @Test func `retiring ends what runs on every layer and drops what is planned`() throws {
    let plans = [
      try plan(1, 0, nil), try plan(0, 7, nil), try plan(2, 10, nil), try plan(3, 4, 6),
      try plan(3, 11, 13),
    ]
    let schedule = try GiftSchedule(plans)
    #expect(drawing(schedule) == "1111331···233222")
    #expect(drawing(try schedule.retiring(at: now, now: now)) == "11113···········")
    #expect(drawing(try schedule.retiring(at: at(12), now: now)) == "1111331···23····")
  }

  @Test func `retiring what is over changes nothing, even at an instant long past`() throws {
    let over = try GiftSchedule([plan(1, 2, nil), plan(0, 4, nil)])
    #expect(try over.retiring(at: now, now: now) == over)
    #expect(try over.retiring(at: at(4), now: now) == over)
    #expect(throws: Rejection.instantInPast(try at(3), now: now)) {
      try over.retiring(at: at(3), now: now)
    }
  }

  @Test func `windows that share an instant are no schedule, nor two steps at one`() throws {
    let (first, second) = (try plan(1, 2, 6), try plan(2, 5, 7))
    #expect(throws: DomainError.overlap(first.window, second.window)) {
      try GiftSchedule([second, first])
    }
    let (one, other) = (try plan(1, 2, nil), try plan(2, 2, nil))
    #expect(throws: DomainError.overlap(one.window, other.window)) {
      try GiftSchedule([one, other])
    }
  }

  /// What `publish` makes of plans, as a gift with four versions would; nil is no version named.
  private func publish(
    _ version: Int64?, _ from: Int64, _ until: Int64?, over plans: [Availability],
    replacing: Replacement = .nothing
  ) throws -> GiftSchedule {
    let schedule = try GiftSchedule(plans)
    guard let until else {
      return try schedule.publishing(
        VersionNumber(version ?? 4), of: rose, from: at(from), now: now, replacing: replacing)
    }
    let held = try schedule.window(at: at(from))
    let wanted = try version.map(VersionNumber.init) ?? VersionNumber(4)
    if let held, try held.version == wanted && held.window.from == at(from) {
      return try schedule.moving(held, of: rose, until: at(until), now: now, replacing: replacing)
    }
    return try schedule.laying(
      Offer(wanted), of: rose, from: at(from), until: at(until), now: now, replacing: replacing)
  }
}

private let width = 16

private func drawing(_ schedule: GiftSchedule) -> String {
  Strip(schedule.shown(with: .empty)).cells.prefix(width).map { $0 == 0 ? "·" : "\($0)" }
    .joined()
}
