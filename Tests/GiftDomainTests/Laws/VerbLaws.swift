import GiftDomain
import Testing

/// What holds for every verb, whatever was done before.
struct VerbLaws {
  @Test(arguments: Story.seeds)
  func `no edit changes what was shown before it`(seed: UInt64) throws {
    let broken = try Story.firstStep(of: seed) { step in
      Strip(step.before).before(step.now) != Strip(step.after).before(step.now)
        || step.before.rotation != step.after.rotation
    }
    #expect(broken == nil)
  }

  @Test(arguments: Story.seeds)
  func `no edit forgets or alters a version`(seed: UInt64) throws {
    let broken = try Story.firstStep(of: seed) { step in
      !step.after.versions.starts(with: step.before.versions)
        || step.after.versions.map(\.number.value)
          != step.after.versions.indices.map { Int64($0 + 1) }
        || Set(step.after.versions.map { [AnyHashable($0.asset), $0.playback] }).count
          != step.after.versions.count
    }
    #expect(broken == nil)
  }

  @Test(arguments: Story.seeds)
  func `a verb run twice at once is the verb run once`(seed: UInt64) throws {
    let broken = try Story.firstStep(of: seed) { step in
      guard case .success(let after) = step.outcome else { return false }
      return try step.verb.decide(try step.ledger.context(now: step.now)) != after
    }
    #expect(broken == nil)
  }

  @Test(arguments: Story.seeds)
  func `a verb run again later changes nothing more`(seed: UInt64) throws {
    let broken = try Story.firstStep(of: seed) { step in
      guard case .success(let after) = step.outcome else { return false }
      return try [Int64](1...4).contains { delay in
        let later = try step.ledger.context(now: try step.now.advanced(byMicroseconds: delay))
        // A window that began "now" may have ended meanwhile: then it is refused.
        let window = Result { () throws(Rejection) in try step.verb.window(now: later.now) }
        guard case .success = window, !step.isOvertaken(by: later.now) else { return false }
        return try step.verb.decide(later) != after
      }
    }
    #expect(broken == nil)
  }

  @Test(arguments: Story.seeds)
  func `a rollback at once undoes any verb but itself`(seed: UInt64) throws {
    let broken = try Story.firstStep(of: seed) { step in
      guard step.isDone, !step.verb.isPlainRollback else { return false }
      let undone = try Verb.rollBack(to: nil).decide(try step.ledger.context(now: step.now))
      return undone.definition != step.before.definition || undone.schedule != step.before.schedule
    }
    #expect(broken == nil)
  }

  @Test(arguments: Story.seeds)
  func `a rollback to the change before undoes any verb, rollbacks too`(seed: UInt64) throws {
    let broken = try Story.firstStep(of: seed) { step in
      guard step.isDone else { return false }
      let undo = Verb.rollBack(to: step.context.change.previous)
      let undone = try undo.decide(try step.ledger.context(now: step.now))
      return undone.definition != step.before.definition || undone.schedule != step.before.schedule
    }
    #expect(broken == nil)
  }

  @Test(arguments: Story.seeds)
  func `a verb that finds nothing to do or is rejected leaves the rows alone`(seed: UInt64) throws {
    let broken = try Story.firstStep(of: seed) { step in
      !step.isDone && (step.ledger.history != step.context.history)
    }
    #expect(broken == nil)
  }

  @Test(arguments: Story.seeds)
  func `a rejection tells the truth`(seed: UInt64) throws {
    let broken = try Story.firstStep(of: seed) { step in
      guard case .failure(let rejection) = step.outcome else { return false }
      return !step.justifies(rejection)
    }
    #expect(broken == nil)
  }

  @Test func `the stories meet every outcome often`() throws {
    var met: [String: Int] = [:]
    for seed in Story.seeds {
      for story in try Story.all(of: seed) {
        for step in story.steps { met[step.kind, default: 0] += 1 }
      }
    }
    let wanted = [
      "add done", "add unchanged", "add definitionIncomplete", "publish done",
      "publish unchanged", "publish giftNotFound", "publish versionNotFound", "publish noVersion",
      "publish instantInPast", "publish overlapsPlanned", "publish invalid", "moveWindowEnd done",
      "moveWindowEnd unchanged", "hide done",
      "hide giftNotFound", "hide instantInPast", "hide overlapsPlanned",
      "hide invalid", "retire done",
      "retire unchanged", "retire giftNotFound", "retire instantInPast", "rollBack done",
      "rollBack unchanged", "rollBack giftNotFound", "rollBack changeNotFound",
    ]
    for kind in wanted { #expect(met[kind, default: 0] >= 20, "\(kind) in \(met)") }
  }
}

extension Step {
  /// Whether what was asked for means another window or step by then.
  fileprivate func isOvertaken(by instant: Timestamp) -> Bool {
    // Now is another thing later; from an instant on is the same.
    if case .moveWindowEnd(nil, _) = verb { return true }
    guard case .publish(_, nil, nil, _) = verb else { return false }
    return after.schedule.standing.contains {
      $0.window.from > now && $0.window.from <= instant
    }
  }

  fileprivate func justifies(_ rejection: Rejection) -> Bool {
    switch rejection {
    case .giftNotFound(let gift):
      gift == before.gift && before.definition == nil
        && (!verb.isRollback || context.history.changes.isEmpty)
    case .versionNotFound(_, let wanted, let latest):
      before.version(wanted) == nil && latest == before.definition?.latestVersion
    case .noVersion: before.definition?.latestVersion == nil
    case .versionWithdrawn(_, let version): before.withdrawn.contains(version)
    case .changeNotFound(let wanted, let last):
      wanted > last && last == context.change.previous
    case .instantInPast(let instant, let now): instant < now && now == self.now
    case .overlapsPlanned(_, let planned):
      !planned.isEmpty
        && planned.allSatisfy { before.schedule.availabilities.contains($0) }
    case .definitionIncomplete(_, let lacksName, let lacksPrice): lacksName || lacksPrice
    case .invalid(.emptyWindow(let from, let until)): until <= from
    case .invalid(.fallbackMissing(let locale)):
      if case .add(_, let patch) = verb {
        before.definition?.names.fallback == locale && patch.droppedNames.contains(locale)
      } else {
        false
      }
    case .rotationNotFound, .rotationExists, .rotationChangedSince, .giftInRotation,
      .giftTakesTurns, .rotationWithoutTurn,
      .rotationEnded, .turnNotComing, .turnTooFar, .turnInPast, .turnsOutOfOrder, .giftNotInTurn,
      .giftInTurn:
      false
    case .notInGifts, .tooManyAudiences, .groupNotFound, .groupChangedSince, .placementFixed,
      .categoryIncomplete, .bytesWithdrawn, .bytesElsewhere:
      false
    case .animationNotFound, .changedSince, .movedSinceShown, .editedSince, .historyDiffers,
      .undoConflict, .invalid:
      false
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
