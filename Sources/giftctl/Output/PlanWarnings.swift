import GiftDomain

/// What of a publish does not show as one may have expected; the same for all gifts that it is
/// about.
struct PlanWarning: Hashable {
  private let text: String
  /// When to retire them, if that helps.
  private let retireAt: Timestamp?
  private let tail: String

  fileprivate init(_ text: String, retireAt: Timestamp? = nil, tail: String = "") {
    self.text = text
    self.retireAt = retireAt
    self.tail = tail
  }

  /// The sentence about these gifts.
  func sentence(for gifts: [GiftID]) -> String {
    guard let retireAt else { return text }
    let names = gifts.map(\.text).joined(separator: " ")
    return "\(text)giftctl retire \(names) --at \(typed: retireAt)\(tail)"
  }
}

extension GiftDifference {
  /// What of a publish does not show as one may have expected.
  func planWarnings(at now: Timestamp) -> [PlanWarning] {
    let (old, new) = (before.schedule, after.schedule)
    // What is as wanted now may still end by an earlier plan.
    guard old != new else { return [later(than: now)].compactMap { $0.map { PlanWarning($0) } } }
    let steps = new.standing.filter {
      !old.standing.contains($0) && $0.version != nil && $0.window.from >= now
    }
    let windows = new.windows.filter { window in
      !old.windows.contains { $0.window.until == window.window.until }
    }
    let sentences = steps.compactMap(hiding) + steps.compactMap { later(than: $0.window.from) }
    return sentences.map { PlanWarning($0) } + windows.compactMap { unending($0, now) }
  }

  /// What hides a step as it begins, and when it shows.
  private func hiding(of step: Availability) -> String? {
    guard let version = step.version else { return nil }
    let start = step.window.from
    let shown = after.shown.entry(at: start)
    guard shown?.version != version, let layer = cover(at: start) else { return nil }
    let what = shown.map { "version \($0.version)" } ?? "nothing"
    let head = "\(layer) shows \(what) instead of version \(version)"
    let next = after.schedule.standing.first { $0.window.from > start }?.window.from
    let ends = (after.schedule.windows.map(\.window) + after.rotation.entries.map(\.window))
      .compactMap(\.until).filter { $0 > start }.sorted()
    guard let free = ends.first(where: { cover(at: $0) == nil }) else {
      return "\(head) for all of its time."
    }
    if let next, next <= free { return "\(head) until another version takes over at \(next)." }
    return "\(head), which shows from \(free)."
  }

  /// What lies above standing versions at an instant.
  private func cover(at instant: Timestamp) -> String? {
    if after.schedule.window(at: instant) != nil { return "A window" }
    return after.rotation.entry(at: instant).map { _ in "A rotation" }
  }

  /// The step that was planned before and takes over from a new one.
  private func later(than start: Timestamp) -> String? {
    let next = after.schedule.standing.first { $0.window.from > start }
    guard let next, before.schedule.standing.contains(next) else { return nil }
    let what = next.version.map { "version \($0) takes over" } ?? "it goes off"
    return "An earlier plan still applies: at \(next.window.from) \(what). To drop it: --replace"
  }

  /// A warning that a window's version continues after it, because it is also the standing version.
  private func unending(_ window: Availability, _ now: Timestamp) -> PlanWarning? {
    // On other terms it is the terms that are to end.
    guard let version = window.version, window.offer?.terms == .usual,
      let end = window.window.until, end > now,
      after.schedule.base.entry(at: end)?.version == version
    else { return nil }
    let isLast = after.schedule.availabilities.allSatisfy { $0.window.from <= end }
    return PlanWarning(
      "Version \(version) does not end at \(end), because it is also the standing version. "
        + "To end it: ",
      retireAt: end, tail: isLast ? "" : " (drops later plans too)")
  }
}
