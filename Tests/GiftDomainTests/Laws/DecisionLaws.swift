import GiftDomain
import Testing

/// What each verb promises, instant by instant.
struct DecisionLaws {
  @Test(arguments: Story.seeds)
  func `publish plays its version in its window and nothing new elsewhere`(seed: UInt64) throws {
    let broken = try Story.firstStep(of: seed) { step in
      guard let published = try step.published, step.isDone else { return false }
      return Strip(step.after.base) != published.expected
    }
    #expect(broken == nil)
  }

  @Test(arguments: Story.seeds)
  func `without leave to replace, publish ends only what runs as it begins`(seed: UInt64) throws {
    let broken = try Story.firstStep(of: seed) { step in
      guard case .publish(_, _, _, false) = step.verb, step.isDone,
        let published = try step.published
      else { return false }
      let (before, after) = (Strip(step.before.base), Strip(step.after.base))
      return ModelTime.instants.map(Int.init).contains { cell in
        before.cells[cell] != 0 && before.cells[cell] != after.cells[cell]
          && !published.ended.contains(cell)
      }
    }
    #expect(broken == nil)
  }

  @Test(arguments: Story.seeds)
  func `leave to replace is the only difference between refused and done`(seed: UInt64) throws {
    let broken = try Story.firstStep(of: seed) { step in
      guard case .publish(let version, let from, let until, false) = step.verb,
        case .failure(.overlapsPlanned) = step.outcome
      else { return false }
      let bold = Verb.publish(version, from: from, until: until, replacing: true)
      return try bold.decide(step.context) == step.before
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
      let strip = Strip(after.base)
      return strip.before(end) != Strip(step.before.base).before(end)
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
      let last = step.context.history.changes.last { !step.context.rollbacks.contains($0) }
      guard let target = wanted ?? last?.previous else { return true }
      let earlier = try step.context.history.state(at: target)
      return after.definition != earlier.definition
        || Strip(after.base).onward(from: step.now) != Strip(earlier.base).onward(from: step.now)
        || after.base.onward(from: step.now) != earlier.base.onward(from: step.now)
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
      return after.base != step.before.base
        || candidate.map { $0.asset != latest?.asset } ?? false
    }
    #expect(broken == nil)
  }
}

/// What a publish should come to, painted on the strip of what was planned before.
private struct Published {
  let expected: Strip
  /// The instants of what ran when it began, unless that was itself planned to begin there, and of
  /// what comes back for good.
  let ended: Set<Int>
}

extension Step {
  /// Nil for other verbs and for a publish without window or version.
  fileprivate var published: Published? {
    get throws {
      guard case .publish(let wanted, let from, let until, _) = verb, case .success = outcome,
        let version = wanted ?? before.definition?.latestVersion
      else { return nil }
      let window = try Window(from: from ?? now, until: until)
      let played = Strip.cells(of: window)
      let old = Strip(before.base)
      let run = old.run(around: played.lowerBound)
      let isPlan = run.lowerBound == played.lowerBound && played.lowerBound > now.microseconds
      var ended = old.cells[played.lowerBound] == 0 || isPlan ? [] : Set(run)
      // What runs now may come back for good behind other versions: then it gives way again.
      let comesBack = before.base.entries.first {
        $0.window.until == nil && until != nil && $0.version == before.base.entry(at: now)?.version
      }
      if let comesBack { ended.formUnion(Strip.cells(of: comesBack.window)) }
      var expected = old
      for entry in before.base.entries {
        let cells = Strip.cells(of: entry.window)
        let runs = entry.version == version && cells.contains(played.lowerBound)
        let prolongs =
          entry.version == version && cells.lowerBound > played.lowerBound
          && cells.lowerBound <= played.upperBound
        if runs || prolongs {
          for cell in cells where cell >= played.lowerBound { expected.paint(0, at: cell) }
        }
      }
      expected.paint(version.value, in: window)
      return Published(expected: expected, ended: ended)
    }
  }
}
