import GiftDomain
import GiftStore

/// One gift as far as clients may know it: it is shown, or once was.
struct VisibleGift: Hashable, Sendable {
  /// What it is at the moment.
  enum Status: String, Hashable, Sendable, Encodable, CaseIterable {
    case live
    case retired
  }

  let gift: GiftID
  let definition: Definition
  let status: Status
  /// What is shown now, or was shown last.
  let entry: TimelineEntry
  let version: AnimationVersion
  /// When the gift changes next although nobody edits it.
  let nextBoundary: Timestamp?

  /// Nil for a gift that was never shown.
  ///
  /// A gift that was shown and then rolled back to before it was added is retired: chat histories
  /// and gifts in flight still ask for it, and get the last definition that it had.
  init?(_ state: GiftState, lastDefinition: Definition?, at now: Timestamp) {
    let shown = state.shown
    guard let definition = state.definition ?? lastDefinition,
      let entry = shown.entries.last(where: { $0.window.from <= now }),
      let version = state.version(entry.version)
    else { return nil }
    gift = state.gift
    self.definition = definition
    status = entry.window.contains(now) ? .live : .retired
    self.entry = entry
    self.version = version
    nextBoundary = shown.moment(at: now).next
  }

  /// Since when it is not shown any more.
  var retiredAt: Timestamp? { status == .retired ? entry.window.until : nil }
}
