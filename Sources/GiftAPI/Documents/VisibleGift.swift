import GiftDomain
import GiftStore

/// One gift as far as clients may know it: not a draft.
struct VisibleGift: Hashable, Sendable {
  /// What it is at the moment.
  enum Status: String, Hashable, Sendable, Encodable, CaseIterable {
    case live
    case scheduled
    case retired
  }

  let gift: GiftID
  let definition: Definition
  let status: Status
  /// What is shown now, is shown next, or was shown last.
  let entry: TimelineEntry
  let version: AnimationVersion
  /// When the gift changes next although nobody edits it.
  let nextBoundary: Timestamp?

  /// Nil for a draft.
  ///
  /// A gift that was shown and then rolled back to before it was added is retired: chat histories
  /// and gifts in flight still ask for it, and get the last definition that it had.
  init?(_ state: GiftState, lastDefinition: Definition?, at now: Timestamp) {
    let shown = state.shown
    guard let definition = state.definition ?? lastDefinition,
      let (status, entry) = Self.visible(state.status(at: now), last: shown.entries.last),
      let version = state.version(entry.version)
    else { return nil }
    gift = state.gift
    self.definition = definition
    self.status = status
    self.entry = entry
    self.version = version
    nextBoundary = shown.moment(at: now).next
  }

  private static func visible(
    _ status: GiftStatus, last: TimelineEntry?
  ) -> (Status, TimelineEntry)? {
    switch status {
    case .draft: nil
    case .scheduled(let entry): (.scheduled, entry)
    case .live(let entry): (.live, entry)
    case .retired: last.map { (.retired, $0) }
    }
  }

  /// Since when it is not shown any more.
  var retiredAt: Timestamp? { status == .retired ? entry.window.until : nil }
}
