import GiftDomain
import Testing

/// What the content team may ask of a rotation.
enum RotationVerb: Hashable, Sendable {
  case edit(RotationPatch)
  case skip(Int64, Bool)
  case move(Int64, to: LocalTime?)
  case swap(GiftID, in: Int64, for: LineupPlace?)
  case withdraw(GiftID, at: Timestamp)
  case end(at: Timestamp)

  func decide(_ plan: RotationPlan, now: Timestamp) throws(Rejection) -> RotationPlan {
    switch self {
    case .edit(let patch): try plan.edited(patch, now: now)
    case .skip(let turn, let isSkipped): try plan.skipping(turn, isSkipped, now: now)
    case .move(let turn, let time): try plan.moving(turn, to: time, now: now)
    case .swap(let gift, let turn, let place):
      try plan.swapping(gift, in: turn, for: place, now: now)
    case .withdraw(let gift, let instant): plan.withdrawing(gift, at: instant, now: now)
    case .end(let instant): try plan.ending(at: instant, now: now)
    }
  }
}

/// One verb as it was asked for, and what became of it.
struct RotationStep: Hashable, Sendable, CustomStringConvertible {
  let story: UInt64
  let verb: RotationVerb
  let now: Timestamp
  let outcome: Result<RotationPlan, Rejection>
  /// The rotation before it.
  let before: Rotation
  /// The same with another revision, unless there was nothing to do.
  let after: Rotation

  init(
    asking verb: RotationVerb, of before: Rotation, now: Timestamp, story: UInt64
  ) throws {
    self.story = story
    self.verb = verb
    self.now = now
    self.before = before
    outcome = Result { () throws(Rejection) in try verb.decide(before.plan, now: now) }
    guard case .success(let plan) = outcome, plan != before.plan else {
      after = before
      return
    }
    after = try before.revised(plan, at: now)
  }

  var isDone: Bool { after != before }

  var description: String {
    """
    story \(story), now \(now), \(verb)
    before: \(before.plan.summary)
    outcome: \(outcome.map(\.summary))
    """
  }
}

extension Rotation {
  /// With another plan from an instant on.
  func revised(_ plan: RotationPlan, at instant: Timestamp) throws -> Rotation {
    let since = revisions.map(\.since).max() ?? .zero
    let revision = Revision(since: since.next, at: instant, plan: plan)
    return try #require(Rotation(name: name, revisions: revisions + [revision]))
  }

  /// What each gift shows when, as far as `until`.
  func timelines(until: Timestamp) throws -> [GiftID: Timeline] {
    let first = revisions.map(\.at).min() ?? until
    let entries = entries(from: first, until: until)
    return Dictionary(grouping: entries, by: \.gift).mapValues { Timeline($0.map(\.entry)) }
  }
}

extension RotationPlan {
  /// With a patch whose lineup pins all of its versions.
  func edited(_ patch: RotationPatch, now: Timestamp) throws(Rejection) -> RotationPlan {
    try edited(patch, now: now) { spec throws(Rejection) in
      guard let version = spec.version else { throw .noVersion(spec.gift) }
      return LineupPlace(gift: spec.gift, version: version)
    }
  }

  /// Everything but the rules of the zone, which nobody wants to read.
  var summary: String {
    """
    \(zone.name) turn \(anchorTurn) \(anchor) every \(cadence) for \(String(describing: stay)), \
    \(lineup.perTurn) of \(lineup.places.map { "\($0.gift)v\($0.version)" }) from \(position), \
    turns \(firstTurn)...\(String(describing: lastTurn)) until \(String(describing: until)), \
    overrides \(overrides), withdrawals \(withdrawals), carried \(String(describing: carried))
    """
  }
}

extension LineupPlace {
  /// The place as a command names it.
  var spec: LineupSpec { LineupSpec(gift: gift, version: version) }
}
