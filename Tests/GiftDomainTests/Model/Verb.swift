import GiftDomain

/// What the content team may ask for, decided as the publisher decides it.
enum Verb: Hashable, Sendable {
  case add(AnimationCandidate?, DefinitionPatch)
  case publish(VersionNumber?, from: Timestamp?, until: Timestamp?, replacing: Bool)
  case retire(at: Timestamp?)
  case rollBack(to: ChangeNumber?)

  func decide(_ context: EditContext) throws(Rejection) -> GiftState {
    let (current, now) = (context.current, context.now)
    switch self {
    case .add(let candidate, let patch):
      return try current.adding(candidate, patch, change: context.change)
    case .publish(let version, _, _, let replacing):
      return try current.publishing(
        version, in: try window(now: now), now: now, replacing: replacing)
    case .retire(let instant):
      return try current.retiring(at: instant ?? now, now: now)
    case .rollBack(let target):
      return current.rollingBack(to: try context.rollbackTarget(target), now: now)
    }
  }

  /// The window that a publish asks for, or the moment of any other verb.
  func window(now: Timestamp) throws(Rejection) -> Window {
    do {
      switch self {
      case .add, .rollBack: return try Window(from: now)
      case .publish(_, let from, let until, _): return try Window(from: from ?? now, until: until)
      case .retire(let instant): return try Window(from: instant ?? now)
      }
    } catch {
      throw .invalid(error)
    }
  }

  var isRollback: Bool {
    switch self {
    case .rollBack: true
    case .add, .publish, .retire: false
    }
  }
}
