import GiftDomain
import Testing

/// What holds of every edit of a rotation, whatever was done before.
struct RotationEditLaws {
  @Test(arguments: RotationStory.seeds)
  func `an edit changes nothing before it`(seed: UInt64) throws {
    let broken = try RotationStory.firstStep(of: seed) { step, story in
      guard step.isDone else { return false }
      let before = try step.before.timelines(until: story.horizon)
      let after = try step.after.timelines(until: story.horizon)
      return shown(before, before: step.now) != shown(after, before: step.now)
    }
    #expect(broken == nil)
  }

  @Test(arguments: RotationStory.seeds)
  func `a plan that is continued shows what it would have shown`(seed: UInt64) throws {
    let broken = try RotationStory.firstStep(of: seed) { step, story in
      let plan = step.before.plan.continued(at: step.now)
      let continued = try step.before.revised(plan, at: step.now)
      return try continued.timelines(until: story.horizon)
        != step.before.timelines(until: story.horizon)
    }
    #expect(broken == nil)
  }

  @Test(arguments: RotationStory.seeds)
  func `a plan continued twice is the plan continued once`(seed: UInt64) throws {
    let broken = try RotationStory.firstStep(of: seed) { step, story in
      let plan = step.before.plan.continued(at: step.now)
      let later = step.now.later(86_400_000_000 * 5)
      return plan.continued(at: step.now) != plan
        || plan.continued(at: later) != step.before.plan.continued(at: later)
    }
    #expect(broken == nil)
  }

  @Test(arguments: RotationStory.seeds)
  func `a verb run twice is the verb run once`(seed: UInt64) throws {
    let broken = try RotationStory.firstStep(of: seed) { step, _ in
      guard case .success(let plan) = step.outcome else { return false }
      return try step.verb.decide(plan, now: step.now) != plan
    }
    #expect(broken == nil)
  }

  @Test(arguments: RotationStory.seeds)
  func `what is special about one turn leaves all others as they were`(seed: UInt64) throws {
    let broken = try RotationStory.firstStep(of: seed) { step, story in
      let own: Set<Int64>
      switch step.verb {
      case .skip(let turn, _), .swap(_, in: let turn, for: _): own = [turn]
      // The turn before a moved one ends when that begins.
      case .move(let turn, to: _): own = [turn - 1, turn]
      case .edit, .withdraw, .end: return false
      }
      let (before, after) = (step.before.plan, step.after.plan)
      let turns = before.turns(from: step.now, until: story.horizon).map(\.number)
      return turns.contains { number in
        !own.contains(number) && number >= after.firstTurn
          && before.turn(number) != after.turn(number)
      }
    }
    #expect(broken == nil)
  }

  @Test(arguments: RotationStory.seeds)
  func `the turn that runs goes on when the plan of the coming ones is edited`(
    seed: UInt64
  ) throws {
    let broken = try RotationStory.firstStep(of: seed) { step, _ in
      guard case .edit = step.verb, step.isDone else { return false }
      let (before, after) = (step.before.plan, step.after.plan)
      let next = min(
        after.turn(after.firstTurn)?.from ?? step.now, after.until ?? after.horizon,
        before.until ?? after.horizon)
      let continued = before.continued(at: step.now)
      guard step.now < next, continued.turn(continued.firstTurn).map({ $0.from > step.now }) ?? true
      else { return false }
      return playing(step.before, at: step.now) != playing(step.after, at: step.now)
    }
    #expect(broken == nil)
  }

  @Test(arguments: RotationStory.seeds)
  func `a withdrawn gift is not shown any more`(seed: UInt64) throws {
    let broken = try RotationStory.firstStep(of: seed) { step, story in
      guard case .withdraw(let gift, let instant) = step.verb else { return false }
      let timeline = try step.after.timelines(until: story.horizon)[gift] ?? .empty
      return !timeline.onward(from: max(instant, step.now)).entries.isEmpty
    }
    #expect(broken == nil)
  }

  @Test(arguments: RotationStory.seeds)
  func `nothing is shown after the end`(seed: UInt64) throws {
    let broken = try RotationStory.firstStep(of: seed) { step, story in
      guard case .end(let instant) = step.verb, case .success = step.outcome else { return false }
      return try step.after.timelines(until: story.horizon).values.contains {
        !$0.onward(from: instant).entries.isEmpty
      }
    }
    #expect(broken == nil)
  }

  @Test(arguments: RotationStory.seeds)
  func `a rejection tells the truth`(seed: UInt64) throws {
    let broken = try RotationStory.firstStep(of: seed) { step, _ in
      guard case .failure(let rejection) = step.outcome else { return false }
      return !step.justifies(rejection)
    }
    #expect(broken == nil)
  }

  @Test func `the stories meet every outcome often`() throws {
    var met: [String: Int] = [:]
    for story in try RotationStory.seeds.flatMap(RotationStory.all) {
      for step in story.steps { met[step.kind, default: 0] += 1 }
    }
    let wanted = [
      "edit done", "edit unchanged", "edit turnInPast", "edit rotationEnded", "skip done",
      "skip unchanged", "skip turnNotComing", "move done",
      "move unchanged", "move turnsOutOfOrder", "swap done", "swap unchanged",
      "swap giftNotInTurn", "swap giftInTurn", "withdraw done", "withdraw unchanged", "end done",
    ]
    for kind in wanted { #expect(met[kind, default: 0] >= 5, "\(kind) in \(met)") }
  }

  private func shown(
    _ timelines: [GiftID: Timeline], before instant: Timestamp
  ) -> [GiftID: Timeline] {
    timelines.mapValues { $0.before(instant) }.filter { !$0.value.entries.isEmpty }
  }

  private func playing(_ rotation: Rotation, at instant: Timestamp) -> [GiftID: [VersionNumber]] {
    rotation.entries(from: instant, until: instant.later(1)).playing(at: instant)
  }
}

extension RotationPlan {
  /// Later than all that the stories tell.
  fileprivate var horizon: Timestamp { Timestamp.epoch.later(Timestamp.range.upperBound) }
}

extension RotationStep {
  fileprivate func justifies(_ rejection: Rejection) -> Bool {
    let plan = before.plan.continued(at: now)
    switch rejection {
    case .turnNotComing(let turn, let next):
      return next == plan.firstTurn && plan.turn(turn) == nil
    case .turnInPast(_, let instant, let now): return instant <= now && now == self.now
    case .instantInPast(let instant, let now): return instant < now && now == self.now
    case .giftNotInTurn(let gift, let turn):
      let places = plan.carried?.number == turn ? plan.carried?.places : nil
      let isTakenBack = places != nil && verb.isTakingBack
      return isTakenBack
        || !(places ?? plan.scheduledPlaces(of: turn)).contains { $0.gift == gift }
    case .giftInTurn(let gift, let turn):
      let places = plan.carried?.number == turn ? plan.carried?.places : plan.turn(turn)?.places
      let scheduled = plan.scheduledPlaces(of: turn)
      return ((places ?? []) + scheduled).contains { $0.gift == gift }
    case .turnsOutOfOrder: return verb.isAboutTime
    case .rotationEnded(let instant): return instant < now && plan.until == instant
    default: return false
    }
  }

  fileprivate var kind: String {
    let name = "\(verb)".prefix { $0 != "(" }
    switch outcome {
    case .success: return "\(name) \(isDone ? "done" : "unchanged")"
    case .failure(let rejection): return "\(name) \("\(rejection)".prefix { $0 != "(" })"
    }
  }
}

extension RotationVerb {
  fileprivate var isTakingBack: Bool {
    if case .swap(_, in: _, for: nil) = self { true } else { false }
  }

  fileprivate var isAboutTime: Bool {
    switch self {
    case .edit, .move: true
    case .skip, .swap, .withdraw, .end: false
    }
  }
}
