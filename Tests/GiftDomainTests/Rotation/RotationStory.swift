import GiftDomain
import Testing

/// A generated life of one rotation.
struct RotationStory: Sendable {
  let seed: UInt64
  /// When the rotation was made.
  let begin: Timestamp
  /// Where the laws look no further.
  let horizon: Timestamp
  private(set) var steps: [RotationStep] = []
  private(set) var rotation: Rotation
  /// What it shows, obviously.
  let naive: NaiveRotation
  /// Draws for whoever looks at it.
  let chance: SplitMix64

  /// Nil when the first plan would be rejected.
  init?(seed: UInt64) throws {
    var chance = SplitMix64(seed: seed)
    let unit = CadenceUnit.allCases[Int(chance.number(0...2))]
    let days: Int64 = [.day: 90, .week: 300, .month: 1_000][unit] ?? 0
    let plan = try chance.plan(unit)
    let first = plan.zone.instant(of: plan.anchor)
    let begin = first.later(-chance.number(1...10 * 86_400_000_000))
    guard
      case .success = Result(catching: { () throws(Rejection) in try plan.validate(now: begin) })
    else { return nil }
    self.seed = seed
    self.begin = begin
    horizon = begin.later(days * 86_400_000_000)
    let revision = Rotation.Revision(since: try ChangeNumber(1), at: begin, plan: plan)
    rotation = try #require(Rotation(name: try RotationName("spring"), revisions: [revision]))
    var now = begin
    for _ in 0..<chance.number(0...9) {
      now = Self.later(than: now, of: rotation, begin..<horizon, &chance)
      let verb = try chance.rotationVerb(for: rotation.plan, unit, now: now)
      let step = try RotationStep(asking: verb, of: rotation, now: now, story: seed)
      steps.append(step)
      rotation = step.after
    }
    naive = NaiveRotation(rotation, horizon: horizon.microseconds)
    self.chance = chance
  }

  /// Often the very moment at which something happens.
  private static func later(
    than now: Timestamp, of rotation: Rotation, _ life: Range<Timestamp>,
    _ chance: inout SplitMix64
  ) -> Timestamp {
    let span = (life.upperBound.microseconds - life.lowerBound.microseconds) / 12
    let later = now.later(chance.number(0...span))
    let next = rotation.plan.turns(from: later, until: life.upperBound).first
    guard chance.chance(40), let next else { return later }
    return max(now, chance.chance(70) ? next.from : next.until)
  }
}

extension RotationStory {
  /// Seeds of the laws' tests; each tells `perSeed` stories.
  static let seeds: [UInt64] = Array(0..<20)
  private static let perSeed: UInt64 = 10

  /// Told once, for all laws to look at.
  private static let told = Result {
    try seeds.map { seed in
      try (0..<perSeed).compactMap { try RotationStory(seed: seed * perSeed + $0) }
    }
  }

  /// The stories of one of `seeds`.
  static func all(of seed: UInt64) throws -> [RotationStory] { try told.get()[Int(seed)] }

  /// The first step of the seed's stories that breaks a law, to be shown when there is one.
  static func firstStep(
    of seed: UInt64, breaking law: (RotationStep, RotationStory) throws -> Bool
  ) throws -> RotationStep? {
    for story in try all(of: seed) {
      if let step = try story.steps.first(where: { try law($0, story) }) { return step }
    }
    return nil
  }

  /// All boundaries and edits, a microsecond before and after each, and some instants more; of
  /// them one of `step`.
  func instants(draws: Int, every step: Int = 1) -> [Timestamp] {
    var chance = chance
    let span = horizon.microseconds - begin.microseconds
    let edges = naive.instants.flatMap { [$0 - 1, $0, $0 + 1] }
    let drawn = (0..<draws).map { _ in begin.microseconds + chance.number(0...span - 1) }
    let all = (edges + drawn).filter { $0 < horizon.microseconds }
    return stride(from: 0, to: all.count, by: step).map { Timestamp.epoch.later(all[$0]) }
  }
}
