import GiftDomain

/// One verb as it was asked for, and what became of it.
struct Step: Hashable, Sendable, CustomStringConvertible {
  let story: UInt64
  let verb: Verb
  let context: EditContext
  let outcome: Result<GiftState, Rejection>
  /// The rows afterwards.
  let ledger: Ledger

  var now: Timestamp { context.now }
  var before: GiftState { context.current }

  /// The gift as it stood afterwards: as before when the verb was rejected.
  var after: GiftState {
    switch outcome {
    case .success(let state): state
    case .failure: before
    }
  }

  var isDone: Bool { after != before }

  var description: String {
    """
    story \(story), now \(now.microseconds), \(verb)
    before: \(before.plans) and \(before.rotation.entries)
    after: \(after.plans), \(outcome)
    """
  }
}

extension GiftState {
  fileprivate var plans: [String] { schedule.availabilities.map(\.description) }
}

extension Availability {
  /// `v2 5..<9`, in microseconds.
  var description: String {
    let end = window.until?.microseconds.description ?? ""
    return "v\(version?.value ?? 0) \(window.from.microseconds)..<\(end)"
  }
}

/// A generated life of one gift.
struct Story: Hashable, Sendable {
  private(set) var steps: [Step] = []
  private(set) var ledger: Ledger

  /// Some begin with rotations above the base.
  init(seed: UInt64, of gift: GiftID) throws {
    var chance = SplitMix64(seed: seed)
    ledger = Ledger(of: gift)
    var now: Int64 = 1
    if chance.chance(40) { try beginWithRotations(now, &chance) }
    for _ in 0..<chance.number(4...14) {
      if chance.chance(20) { ledger.skipChange() }
      let context = try ledger.context(now: try at(now))
      let verb = try chance.verb(for: context)
      let outcome = Result { () throws(Rejection) in try verb.decide(context) }
      if case .success(let after) = outcome {
        ledger.record(context.current, after, isRollback: verb.isPlainRollback)
      }
      steps.append(
        Step(story: seed, verb: verb, context: context, outcome: outcome, ledger: ledger))
      now = min(now + chance.number(0...4), ModelTime.plans.upperBound)
    }
  }

  private mutating func beginWithRotations(
    _ now: Int64, _ chance: inout SplitMix64
  ) throws {
    let context = try ledger.context(now: try at(now))
    let added = try Verb.add(chance.candidate(), chance.fullPatch()).decide(context)
    let turns = try chance.timeline(versions: 1...1)
    let state = GiftState(
      gift: ledger.gift, definition: added.definition, versions: added.versions,
      schedule: added.schedule, rotation: turns)
    ledger.record(context.current, state, isRollback: false)
  }
}

extension Story {
  /// Seeds of the laws' tests; each tells `perSeed` stories, 2,400 in all.
  static let seeds: [UInt64] = Array(0..<40)
  private static let perSeed: UInt64 = 60

  /// Told once, for all laws to look at.
  private static let told = Result {
    let gift = try GiftID("rose")
    return try seeds.map { seed in
      try (0..<perSeed).map { try Story(seed: seed * perSeed + $0, of: gift) }
    }
  }

  /// The stories of one of `seeds`.
  static func all(of seed: UInt64) throws -> [Story] { try told.get()[Int(seed)] }

  /// The first step of the seed's stories that breaks a law, to be shown when there is one.
  static func firstStep(of seed: UInt64, breaking law: (Step) throws -> Bool) throws -> Step? {
    for story in try all(of: seed) {
      if let step = try story.steps.first(where: law) { return step }
    }
    return nil
  }
}
