/// Collects what rules find, and keeps a bounded part of it however much there is.
struct FindingSink {
  /// A fact at a node, before its place is worked out.
  struct Observation {
    let rule: Rule
    let node: NodeID
    let detail: String
  }

  /// For whom the file is checked.
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

  /// Reports a fact: `detail` says in half a sentence what is there.
  mutating func add(_ rule: Rule, at node: NodeID, _ detail: @autoclosure () -> String) {
    let count = Self.next(&counts[rule.code, default: 0])
    if count == 1, rule.severity(in: profile) == .error { hasErrors = true }
    if count <= maxPerRule {
      kept.append(Observation(rule: rule, node: node, detail: detail()))
    }
  }

  /// Counts one more, in place: looking a rule up twice is what a report of many findings costs.
  private static func next(_ count: inout Int) -> Int {
    count += 1
    return count
  }
}
