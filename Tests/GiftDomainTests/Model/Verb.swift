import GiftDomain

/// What the content team may ask for of a gift.
enum Verb: Hashable, Sendable {
  case add(AnimationCandidate?, DefinitionPatch)
  case publish(VersionNumber?, from: Timestamp?, until: Timestamp?, replacing: Replacement)
  case moveWindowEnd(until: Timestamp?, replacing: Replacement)
  case hide(from: Timestamp?, until: Timestamp, replacing: Replacement)
  case retire(at: Timestamp?)
  case rollBack(to: ChangeNumber?)

  func commands(of gift: GiftID) -> [Command] {
    switch self {
    case .add(let candidate, let patch):
      [.define(gift: gift, patch: patch)]
        + (candidate.map { [.addVersion(gift: gift, animation: $0)] } ?? [])
    case .publish(let version, let from, let until, let replacing):
      [.publish(gift: gift, version: version, from: from, until: until, replace: replacing)]
    case .moveWindowEnd(let until, let replacing):
      [.moveWindowEnd(gift: gift, until: until, replace: replacing)]
    case .hide(let from, let until, let replacing):
      [.hide(gift: gift, from: from, until: until, replace: replacing)]
    case .retire(let instant): [.retire(gift: gift, at: instant)]
    case .rollBack(let target): [.rollBack(gift: gift, to: target)]
    }
  }

  func decide(_ context: EditContext) throws(Rejection) -> GiftState {
    let commands = commands(of: context.history.gift)
    return try context.state.applying(commands).gifts.first?.after ?? context.current
  }

  /// The window that a publish asks for, or the moment of any other verb.
  func window(now: Timestamp) throws(Rejection) -> Window {
    do {
      switch self {
      case .add, .rollBack, .moveWindowEnd(nil, _): return try Window(from: now)
      case .moveWindowEnd(let until, _): return try Window(from: now, until: until)
      case .publish(_, let from, let until, _): return try Window(from: from ?? now, until: until)
      case .hide(let from, let until, _): return try Window(from: from ?? now, until: until)
      case .retire(let instant): return try Window(from: instant ?? now)
      }
    } catch {
      throw .invalid(error)
    }
  }

  /// What it does with plans in its way.
  var replacement: Replacement {
    switch self {
    case .publish(_, _, _, let replacement), .moveWindowEnd(_, let replacement),
      .hide(_, _, let replacement):
      replacement
    case .add, .retire, .rollBack: .nothing
    }
  }

  /// Whether it takes back the last edit, whatever that was.
  var isPlainRollback: Bool {
    if case .rollBack(nil) = self { return true }
    return false
  }

  var isRollback: Bool {
    switch self {
    case .rollBack: true
    case .add, .publish, .moveWindowEnd, .hide, .retire: false
    }
  }
}
