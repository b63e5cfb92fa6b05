import GiftDomain
import Testing

/// What holds of every timeline, drawn at random.
struct TimelineLaws {
  private static let perSeed = 60

  @Test(arguments: Story.seeds)
  func `the rotation layer hides the base wherever it plays`(seed: UInt64) throws {
    try forPairs(seed) { base, upper in
      let covered = base.covered(by: upper)
      let expected = zip(Strip(upper).cells, Strip(base).cells).map { $0 == 0 ? $1 : $0 }
      return Strip(covered).cells == expected && isNormal(covered)
    }
  }

  @Test(arguments: Story.seeds)
  func `a timeline followed by another is cut and joined at the instant`(seed: UInt64) throws {
    try forPairs(seed) { first, second in
      for cell in ModelTime.instants {
        let instant = try at(cell)
        let joined = first.followed(by: second, from: instant)
        let expected = Strip(first).before(instant) + Strip(second).onward(from: instant)
        guard Strip(joined).cells == Array(expected), isNormal(joined) else { return false }
        guard first.followed(by: first, from: instant) == first else { return false }
      }
      return true
    }
  }

  @Test(arguments: Story.seeds)
  func `what plays at an instant is what was painted there`(seed: UInt64) throws {
    try forPairs(seed) { timeline, _ in
      let strip = Strip(timeline)
      for cell in ModelTime.instants {
        let instant = try at(cell)
        guard timeline.entry(at: instant)?.version.value ?? 0 == strip.cells[Int(cell)],
          timeline.next(after: instant)
            == timeline.entries.first(where: { $0.window.from > instant })
        else { return false }
      }
      return true
    }
  }

  @Test(arguments: Story.seeds)
  func `boundaries are the instants at which something changes`(seed: UInt64) throws {
    try forPairs(seed) { timeline, _ in
      let cells = Strip(timeline).cells
      let expected = cells.indices.dropFirst().filter { cells[$0] != cells[$0 - 1] }
      return timeline.boundaries.map { Int($0.microseconds) } == expected
    }
  }

  @Test(arguments: Story.seeds)
  func `the order in which entries are handed in does not matter`(seed: UInt64) throws {
    var chance = SplitMix64(seed: seed)
    try forPairs(seed) { timeline, _ in
      Timeline(timeline.entries.shuffled(using: &chance)) == timeline
    }
  }

  private func isNormal(_ timeline: Timeline) -> Bool {
    zip(timeline.entries, timeline.entries.dropFirst()).allSatisfy { earlier, later in
      guard let end = earlier.window.until else { return false }
      return end < later.window.from || end == later.window.from && earlier.version != later.version
    }
  }

  private func forPairs(_ seed: UInt64, _ law: (Timeline, Timeline) throws -> Bool) throws {
    var chance = SplitMix64(seed: seed)
    for _ in 0..<Self.perSeed {
      let first = try chance.timeline(versions: 1...3)
      let second = try chance.timeline(versions: 1...3)
      if try !law(first, second) { Issue.record("\(first) and \(second)") }
    }
  }
}
