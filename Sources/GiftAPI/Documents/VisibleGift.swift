import GiftDomain
import GiftStore

/// The public part of a gift that is live, or once was.
struct VisibleGift: Hashable, Sendable {
  /// The gift's current status.
  enum Status: String, Hashable, Sendable, Encodable, CaseIterable {
    case live
    case retired
  }

  let gift: GiftID
  let definition: Definition
  let status: Status
  /// The version shown now, or shown last.
  let entry: TimelineEntry
  let version: AnimationVersion
  /// Whether the version is withdrawn.
  let isWithdrawn: Bool
  /// How it goes on, as clients are told; nil if it goes off, or is not live.
  let continuation: ContinuationDocument?
  /// When what clients are told of it changes next without an edit.
  let nextTold: Timestamp?

  /// Nil for a gift that was never shown.
  ///
  /// A gift that was shown and then rolled back to before it was added is retired: chat histories
  /// and gifts in flight still request it, and get its last definition.
  init?(_ state: GiftState, lastDefinition: Definition?, at now: Timestamp) {
    let shown = state.shown
    guard let definition = state.definition ?? lastDefinition,
      let entry = shown.entries.last(where: { $0.window.from <= now }),
      let version = state.version(entry.version)
    else { return nil }
    gift = state.gift
    status = entry.window.contains(now) ? .live : .retired
    // What was sold on special terms has its usual price in chat histories.
    self.definition = status == .live ? definition.on(entry.offer.terms) : definition
    self.entry = entry
    self.version = version
    isWithdrawn = state.withdrawn.contains(version.number)
    let moment = shown.moment(at: now)
    continuation = moment.continuation(at: now).map { ContinuationDocument($0, of: definition) }
    nextTold = moment.nextTold(at: now)
  }

  /// When it was last taken off; nil while live.
  var retiredAt: Timestamp? { status == .retired ? entry.window.until : nil }
}
