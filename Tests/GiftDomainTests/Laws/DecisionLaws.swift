import GiftDomain
import Testing

/// What each verb promises, instant by instant.
struct DecisionLaws {
  @Test(arguments: Story.seeds)
  func `what shows is the topmost layer that says something`(seed: UInt64) throws {
    let broken = try Story.firstStep(of: seed) { step in
      Strip(step.after.shown) != Strip(step.after)
    }
    #expect(broken == nil)
  }

  @Test(arguments: Story.seeds)
  func `publish makes a version stand until the next step, and touches no window`(
    seed: UInt64
  ) throws {
    let broken = try Story.firstStep(of: seed) { step in
      guard case .publish(let wanted, let from, nil, let replacing) = step.verb, step.isDone,
        let version = wanted ?? step.before.definition?.latestVersion
      else { return false }
      let (before, after) = (step.before.schedule, step.after.schedule)
      let start = from ?? step.now
      let next = before.standing.first { $0.window.from > max(start, step.now) }?.window.from
      var expected = Strip(before.base)
      // What stood already stands; only leave to replace can have changed anything then.
      let end = replacing == .nothing ? next : nil
      expected.paint(version.value, in: try Window(from: start, until: end))
      return Strip(after.base) != expected || after.windows != before.windows
    }
    #expect(broken == nil)
  }

  @Test(arguments: Story.seeds)
  func `a window changes what shows inside the old and the new one only`(seed: UInt64) throws {
    let broken = try Story.firstStep(of: seed) { step in
      guard step.isDone, let laid = try step.laid else { return false }
      let (before, after) = (Strip(step.before), Strip(step.after))
      let cells = Strip.cells(of: laid.window)
      let old = step.before.schedule.window(at: laid.window.from)
      var touched = Set(cells).union(old.map { Set(Strip.cells(of: $0.window)) } ?? [])
      if step.verb.replacement == .whole {
        for other in step.before.schedule.windows where other.window.overlaps(laid.window) {
          let isRunning = other.window.from < step.now
          touched.formUnion(
            Strip.cells(of: other.window).filter {
              !isRunning || $0 >= laid.window.from.microseconds
            })
        }
      }
      return step.before.schedule.standing != step.after.schedule.standing
        || cells.contains { after.cells[$0] != laid.version }
        || before.cells.indices.contains {
          !touched.contains($0) && before.cells[$0] != after.cells[$0]
        }
    }
    #expect(broken == nil)
  }

  @Test(arguments: Story.seeds)
  func `a window that is ended changes what shows inside it only`(seed: UInt64) throws {
    let broken = try Story.firstStep(of: seed) { step in
      guard step.isDone, case .moveWindowEnd(nil, _) = step.verb,
        let held = step.before.schedule.window(at: step.now)
      else { return false }
      let (before, after) = (Strip(step.before), Strip(step.after))
      let inside = Set(Strip.cells(of: held.window))
      return step.before.schedule.standing != step.after.schedule.standing
        || step.after.schedule.window(at: step.now) != nil
        || before.cells.indices.contains {
          !inside.contains($0) && before.cells[$0] != after.cells[$0]
        }
    }
    #expect(broken == nil)
  }

  @Test(arguments: Story.seeds)
  func `without leave to replace, no other window and no later step changes`(seed: UInt64) throws {
    let broken = try Story.firstStep(of: seed) { step in
      guard step.isDone else { return false }
      let start: Timestamp
      switch step.verb {
      case .publish(_, let from, _, .nothing), .hide(let from, _, .nothing):
        start = from ?? step.now
      case .moveWindowEnd(_, .nothing): start = step.now
      case .publish, .moveWindowEnd, .hide, .add, .retire, .rollBack: return false
      }
      let held = step.before.schedule.window(at: start)
      return step.before.schedule.dropped(by: step.after.schedule, from: step.now).contains {
        !$0.isStanding && held?.window.overlaps($0.window) != true || $0.isStanding
      }
    }
    #expect(broken == nil)
  }

  @Test(arguments: Story.seeds)
  func `leave to replace is the only difference between refused and done`(seed: UInt64) throws {
    let broken = try Story.firstStep(of: seed) { step in
      guard case .failure(.overlapsPlanned) = step.outcome else { return false }
      let bold: Verb
      switch step.verb {
      case .publish(let version, let from, let until, .nothing):
        bold = .publish(version, from: from, until: until, replacing: .whole)
      case .hide(let from, let until, .nothing):
        bold = .hide(from: from, until: until, replacing: .whole)
      case .moveWindowEnd(let until, .nothing):
        bold = .moveWindowEnd(until: until, replacing: .whole)
      case .publish, .moveWindowEnd, .hide, .add, .retire, .rollBack: return true
      }
      return try bold.decide(step.context) == step.before
    }
    #expect(broken == nil)
  }

  @Test(arguments: Story.seeds)
  func `a window that replaces others leaves nothing of them but what has run`(
    seed: UInt64
  ) throws {
    let broken = try Story.firstStep(of: seed) { step in
      guard step.isDone, step.verb.replacement == .whole, let laid = try step.laid,
        step.before.schedule != step.after.schedule
      else { return false }
      return step.after.schedule.windows.contains { window in
        !step.before.schedule.windows.contains(window) && !window.window.contains(laid.window.from)
          && (window.window.until != laid.window.from || window.window.from >= step.now)
      }
    }
    #expect(broken == nil)
  }

  @Test(arguments: Story.seeds)
  func `what is dropped is what was planned and does not show any more`(seed: UInt64) throws {
    let broken = try Story.firstStep(of: seed) { step in
      let (before, after) = (step.before.schedule, step.after.schedule)
      let dropped = before.dropped(by: after, from: step.now)
      var covered: Set<Int> = []
      for window in after.windows { covered.formUnion(Strip.cells(of: window.window)) }
      return dropped.contains { plan in
        plan.isStanding
          ? !before.standing.contains(plan) || after.standing.contains(plan)
          : Strip.cells(of: plan.window).contains { cell in
            cell < step.now.microseconds
              || after.windows.contains {
                $0.version == plan.version && Strip.cells(of: $0.window).contains(cell)
              }
          }
      }
    }
    #expect(broken == nil)
  }

  @Test(arguments: Story.seeds)
  func `retire leaves what was before its instant and nothing after`(seed: UInt64) throws {
    let broken = try Story.firstStep(of: seed) { step in
      guard case .retire(let instant) = step.verb, case .success(let after) = step.outcome else {
        return false
      }
      let end = instant ?? step.now
      let strip = Strip(after.schedule)
      return strip.before(end) != Strip(step.before.schedule).before(end)
        || strip.onward(from: end).contains { $0 != 0 }
        || after.definition != step.before.definition
    }
    #expect(broken == nil)
  }

  @Test(arguments: Story.seeds)
  func `a rollback restores the definition and all plans from now on`(seed: UInt64) throws {
    let broken = try Story.firstStep(of: seed) { step in
      guard case .rollBack(let wanted) = step.verb, case .success(let after) = step.outcome else {
        return false
      }
      guard let last = step.context.history.changes.last else { return true }
      let isBack = step.context.rollbacks.contains(last)
      let target = wanted ?? (isBack ? last : last.previous)
      let earlier = try step.context.history.state(at: target)
      let (now, then) = (Strip(after.schedule), Strip(earlier.schedule))
      return after.definition != earlier.definition
        || now.onward(from: step.now) != then.onward(from: step.now)
        || Strip(after.schedule.base).onward(from: step.now)
          != Strip(earlier.schedule.base).onward(from: step.now)
        || after.versions != step.before.versions
    }
    #expect(broken == nil)
  }

  @Test(arguments: Story.seeds)
  func `add plans nothing`(seed: UInt64) throws {
    let broken = try Story.firstStep(of: seed) { step in
      guard case .add(let candidate, _) = step.verb, case .success(let after) = step.outcome else {
        return false
      }
      let latest = after.definition?.latestVersion.flatMap(after.version)
      return after.schedule != step.before.schedule
        || candidate.map { $0.asset != latest?.asset } ?? false
    }
    #expect(broken == nil)
  }
}

extension Step {
  /// The window that was asked for, and what it is to show: 0 for nothing.
  fileprivate var laid: (window: Window, version: Int64)? {
    get throws {
      switch verb {
      case .publish(let wanted, let from, let until?, _):
        let version = wanted ?? before.definition?.latestVersion
        return (try Window(from: from ?? now, until: until), version?.value ?? 0)
      case .moveWindowEnd(let until?, _):
        let held = before.schedule.window(at: now)?.version
        let version = held ?? before.definition?.latestVersion
        return (try Window(from: now, until: until), version?.value ?? 0)
      case .hide(let from, let until, _):
        return (try Window(from: from ?? now, until: until), 0)
      case .publish, .moveWindowEnd, .add, .retire, .rollBack: return nil
      }
    }
  }
}
