import GiftDomain

extension GiftDifference {
  /// What of an edit's plans does not show as one may have expected, a sentence each.
  func planWarnings(at now: Timestamp) -> [String] {
    let (old, new) = (before.schedule, after.schedule)
    let steps = new.standing.filter { !old.standing.contains($0) && $0.version != nil }
    let windows = new.windows.filter { !old.windows.contains($0) }
    return steps.compactMap { hiding(of: $0, now) } + steps.compactMap(later)
      + windows.compactMap(unending)
  }

  /// What hides a step that begins, and when its version shows.
  private func hiding(of step: Availability, _ now: Timestamp) -> String? {
    guard let version = step.version else { return nil }
    let start = max(step.window.from, now)
    let shown = after.shown.entry(at: start)
    guard shown?.version != version, let layer = cover(at: start) else { return nil }
    let what = shown.map { "version \($0.version)" } ?? "nothing"
    let head = "\(layer) shows \(what) above version \(version)"
    let next = after.shown.entries.first { $0.version == version && $0.window.from > start }
    return next.map { "\(head), which shows from \($0.window.from) on." }
      ?? "\(head), which does not show: another one stands by then."
  }

  /// What lies above standing versions at an instant.
  private func cover(at instant: Timestamp) -> String? {
    if after.schedule.window(at: instant) != nil { return "A window" }
    return after.rotation.entry(at: instant).map { _ in "A rotation" }
  }

  /// The step that was planned before and takes over from a new one.
  private func later(than step: Availability) -> String? {
    let next = after.schedule.standing.first { $0.window.from > step.window.from }
    guard let next, before.schedule.standing.contains(next) else { return nil }
    let what = next.version.map { "version \($0) takes over" } ?? "it goes off"
    return "At \(next.window.from) \(what), as was planned before; --replace drops that plan."
  }

  /// That a window's version shows behind it, too.
  private func unending(_ window: Availability) -> String? {
    guard let version = window.version, let end = window.window.until,
      after.shown.entry(at: end)?.version == version
    else { return nil }
    return "Version \(version) does not end at \(end), as it stands below the window; to end it: "
      + "giftctl retire \(after.gift) --at \(end)"
  }
}
