/// Collects what rules find, and keeps a bounded part of it.
struct FindingSink {
  /// A fact at a node, before its line and column are computed.
  struct Observation {
    let rule: Rule
    let node: NodeID
    let detail: String
  }

  /// The profile of the check.
  let profile: Profile
  let maxPerRule: Int
  private(set) var kept: [Observation] = []
  /// How often each rule is broken, by code.
  private(set) var counts: [String: Int] = [:]
  private(set) var hasErrors = false

  init(_ policy: CheckPolicy) {
    profile = policy.profile
    maxPerRule = policy.limits.maxFindingsPerRule
  }

  /// Reports a fact; `detail` is the first half of the message.
  mutating func add(_ rule: Rule, at node: NodeID, _ detail: @autoclosure () -> String) {
    let count = Self.next(&counts[rule.code, default: 0])
    if count == 1, rule.severity(in: profile) == .error { hasErrors = true }
    if count <= maxPerRule {
      kept.append(Observation(rule: rule, node: node, detail: detail()))
    }
  }

  /// Increments in place, because a second lookup dominates the cost of many findings.
  private static func next(_ count: inout Int) -> Int {
    count += 1
    return count
  }
}
