import Foundation

// What is to be seen of the catalogue that is held: a function of it and the moment.
extension FollowState {
  /// The catalogue as it is to be shown; nil if there never was one.
  func shown(at now: Moment) -> Catalogue? {
    guard let held = catalogue.held else { return nil }
    let isExpired = maximumAge.map { age(at: now) > $0 } ?? false
    var gifts = isExpired || goneAt != nil ? [] : held.gifts.compactMap { self.gift($0, at: now) }
    if gifts.contains(where: { $0.from > held.asOf }) { gifts.sort(by: Gift.isBefore) }
    let used = Set(gifts.map(\.category))
    return Catalogue(
      placement: query.placement, choice: held.head.choice, gifts: gifts,
      categories: held.head.categories.filter { used.contains($0.id) }, token: held.token,
      asOf: held.asOf, until: held.until, age: age(at: now), isOffline: isOffline,
      isReset: catalogue.isReset, isExpired: isExpired, madeAt: now.uptime)
  }

  /// A gift of the catalogue that is to be shown.
  func gift(_ id: GiftID, at now: Moment) -> Gift? {
    if let maximumAge, age(at: now) > maximumAge { return nil }
    if goneAt != nil { return nil }
    return catalogue.held?.gifts.first { $0.id == id }.flatMap { gift($0, at: now) }
  }

  /// Seconds since a server confirmed the catalogue; infinite if none has.
  func age(at now: Moment) -> TimeInterval {
    confirmedAt.map { max(0, now.uptime - $0) } ?? .infinity
  }

  /// A gift as it is to be shown: gone at its end, and after a planned change as far as that is
  /// known.
  ///
  /// The rest of the change, such as another version, is in the next catalogue. Until that is here,
  /// what is held is better than nothing, unless servers answer without it for too long.
  private func gift(_ gift: Gift, at now: Moment) -> Gift? {
    if let until = gift.until, hasPassed(until, at: now) { return nil }
    guard let changes = gift.changes, let left = clock.secondsUntil(changes, at: now.uptime),
      left <= 0
    else { return gift }
    let changedAt = now.uptime + left
    if let confirmedAt, confirmedAt > changedAt + ClientLimits.overdue { return nil }
    return gift.changed(at: changes)
  }

  /// Whether an instant has certainly passed on the server.
  func hasPassed(_ instant: Date, at now: Moment) -> Bool {
    clock.secondsUntil(instant, at: now.uptime).map { $0 <= 0 } ?? false
  }

  /// Publishes what has changed, and reports the gifts that have ended.
  mutating func show(at now: Moment) -> [Output] {
    guard let next = shown(at: now) else { return [] }
    var outputs: [Output] = []
    let gone = Set(
      (catalogue.held?.gifts ?? []).filter { gift($0, at: now) == nil }.map(\.id))
    outputs += gone.subtracting(ended).sorted().map { .report(.giftEnded($0)) }
    ended = gone
    let isNews = published.map { !$0.shows(next) } ?? true
    if isNews || published?.isAsConfirmed(as: next) == false {
      published = next
      outputs.append(.publish(next, isNews: isNews))
    }
    return outputs
  }

  /// The next uptime at which something else is to be shown without an answer; nil: none.
  func nextSight(at now: Moment) -> TimeInterval? {
    let instants = (catalogue.held?.gifts ?? []).flatMap { [$0.until, $0.changes] }
    let next = instants.compactMap { $0 }.filter { !hasPassed($0, at: now) }.min()
    let change = next.flatMap { clock.secondsUntil($0, at: now.uptime) }
    // A millisecond later than the limit, the catalogue is older than it.
    let expiry = maximumAge.map { $0 - age(at: now) + 0.001 }.flatMap { $0 > 0 ? $0 : nil }
    return [change, expiry].compactMap { $0 }.min().map { now.uptime + max(0.001, $0) }
  }
}

extension Gift {
  /// The gift after its planned change, as far as that is known.
  fileprivate func changed(at instant: Date) -> Gift {
    Gift(
      id: id, names: names, fallback: fallback, price: next.map(\.price) ?? price,
      category: category, order: next?.order ?? order, weight: weight, streakable: streakable,
      tags: tags, from: instant, until: until, changes: nil, next: nil, animation: animation,
      poster: poster, preview: preview)
  }

  /// The order of gifts in a catalogue.
  static func isBefore(_ left: Gift, _ right: Gift) -> Bool {
    (left.number, left.id) < (right.number, right.id)
  }
}
