package import GiftDomain

/// What a manifest can say of a live gift's plans: those of the live version.
///
/// It has no other file. Plans of other versions are left out, as if nobody had made them.
struct LivePlan {
  /// The plans, in a manifest that is imported at the instant or later.
  let entry: Manifest.PlanEntry
  /// What it leaves out.
  let omitted: [OmittedPlan]

  /// That of a gift that shows a version at an instant.
  init(_ state: GiftState, _ version: VersionNumber, at instant: Timestamp) {
    let schedule = state.schedule
    let own =
      [schedule.step(at: instant)].compactMap(\.self)
      + schedule.standing.filter { $0.window.from > instant }
      + schedule.windows.filter { $0.window.onward(from: instant) != nil }
    let isSaid = { (plan: Availability) in plan.version.map { $0 == version } ?? true }
    var omitted = own.filter { !isSaid($0) }.map { OmittedPlan.plan($0) }
    let turn = state.rotation.entry(at: instant).flatMap { $0.version == version ? $0 : nil }
    if state.rotation.entries.contains(where: {
      $0 != turn && $0.window.onward(from: instant) != nil
    }) {
      omitted.append(.turns)
    }
    let shown = GiftSchedule(partsOf: own.filter(isSaid))
      .shown(with: Timeline([turn].compactMap(\.self))).onward(from: instant).entries
    var windows: [Manifest.WindowEntry] = []
    if let first = shown.first, let end = first.window.until, first.offer.terms != .usual {
      // What has begun cannot begin once more.
      omitted.append(.terms(first.offer.terms, until: end))
    }
    // It stands if it shows in the end, whatever interrupts it.
    let stands = shown.last.map { $0.window.until == nil } ?? true
    var end = shown.first?.window.until
    for entry in shown.dropFirst() {
      if stands, let end, end < entry.window.from {
        windows.append(
          Manifest.WindowEntry(from: end.rfc3339, until: entry.window.from.rfc3339, hide: true))
      }
      if let until = entry.window.until, !stands || entry.offer.terms != .usual {
        windows.append(
          Manifest.WindowEntry(
            from: entry.window.from.rfc3339, until: until.rfc3339,
            price: entry.offer.terms.price?.coins, order: entry.offer.terms.order?.value))
      }
      end = entry.window.until
    }
    self.entry = Manifest.PlanEntry(
      publish: true, until: stands ? nil : shown.first?.window.until?.rfc3339,
      windows: windows.isEmpty ? nil : windows)
    self.omitted = omitted
  }
}

/// A plan of a live gift that a manifest cannot say.
package enum OmittedPlan: Hashable, Sendable {
  /// A step or a window of another version.
  case plan(Availability)
  /// Another price or order, which has begun.
  case terms(Terms, until: Timestamp)
  /// Turns in rotations, except the current one.
  case turns
}
