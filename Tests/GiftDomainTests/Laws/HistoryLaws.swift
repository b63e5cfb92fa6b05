import GiftDomain
import Testing

/// What holds of the rows that edits leave behind.
struct HistoryLaws {
  @Test(arguments: Story.seeds)
  func `at every change and instant at most one window holds`(seed: UInt64) throws {
    for story in try Story.all(of: seed) {
      let rows = story.ledger.history.availabilities
      for change in try story.changes {
        let standing = rows.filter { $0.stands(at: change) && !$0.value.isStanding }
        var playing = [Int](repeating: 0, count: ModelTime.instants.count)
        for row in standing {
          for cell in Strip.cells(of: row.value.window) { playing[cell] += 1 }
        }
        if playing.contains(where: { $0 > 1 }) {
          Issue.record("at change \(change): \(standing)")
        }
      }
    }
  }

  @Test(arguments: Story.seeds)
  func `at every change at most one definition stands`(seed: UInt64) throws {
    for story in try Story.all(of: seed) {
      for change in try story.changes {
        let standing = story.ledger.history.definitions.filter { $0.stands(at: change) }
        if standing.count > 1 { Issue.record("at change \(change): \(standing)") }
      }
    }
  }

  @Test(arguments: Story.seeds)
  func `a change once made evaluates the same for ever`(seed: UInt64) throws {
    for story in try Story.all(of: seed) {
      for step in story.steps where step.isDone {
        for later in [step.ledger, story.ledger] {
          let state = try later.history.state(at: step.context.change)
          if state != step.after { Issue.record("\(step), later \(state)") }
        }
      }
    }
  }

  @Test(arguments: Story.seeds)
  func `the newest change still knows what was shown at every edit`(seed: UInt64) throws {
    for story in try Story.all(of: seed) {
      guard let end = story.steps.last?.after else { continue }
      for step in story.steps {
        let (then, now) = (Strip(step.after.schedule), Strip(end.schedule))
        if then.before(step.now) != now.before(step.now) { Issue.record("\(step)") }
      }
    }
  }

  @Test(arguments: Story.seeds)
  func `rows lie in order: superseded after they were recorded, by changes of the gift`(
    seed: UInt64
  ) throws {
    for story in try Story.all(of: seed) {
      let history = story.ledger.history
      let spans =
        history.availabilities.map { ($0.since, $0.until) }
        + history.definitions.map { ($0.since, $0.until) }
      let isOrdered = spans.allSatisfy { since, until in
        history.changes.contains(since)
          && until.map { since < $0 && history.changes.contains($0) } ?? true
      }
      if !isOrdered { Issue.record("\(history)") }
    }
  }

  @Test(arguments: Story.seeds)
  func `what shows the same at every instant is equal`(seed: UInt64) throws {
    for story in try Story.all(of: seed) {
      for step in story.steps {
        let (before, after) = (step.before.shown, step.after.shown)
        let met = zip(after.entries, after.entries.dropFirst()).contains {
          $0.version == $1.version && $0.window.until == $1.window.from
        }
        let looksTheSame = Strip(before) == Strip(after)
        if met || looksTheSame != (before == after) { Issue.record("\(step)") }
      }
    }
  }
}

extension Story {
  /// Every change from the empty catalogue to the newest.
  fileprivate var changes: [ChangeNumber] {
    get throws { try (0...ledger.last.value).map(ChangeNumber.init) }
  }
}
