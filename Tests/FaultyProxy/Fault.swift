import Support

/// What can happen to an answer.
package enum Fault: CaseIterable, Sendable {
  /// The connection ends within the head.
  case cutHead
  /// The connection ends within the body.
  case cutBody
  /// One bit of the body is another one.
  case flip
  /// It comes later.
  case delay
  /// An answer that the same request got before comes once more.
  case again
  /// It comes after the answer to a request that was sent later, or else later.
  case overtaken
  /// The server is said to be busy.
  case unavailable
  /// A cache has an old answer to another query of the same path.
  case stale
  /// The connection is closed before anything is said.
  case refused
}

/// Which faults there are, and how often; the same for the same seed and the same requests.
package struct FaultPlan: Sendable {
  private let seed: UInt64
  private let kinds: [Fault]
  private let share: Double

  /// Only some kinds of fault, so that no kind hides others, for a share of 20 to 80 %.
  package init(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let some = Fault.allCases.filter { _ in Bool.random(using: &random) }
    self.init(
      seed: seed, kinds: some.isEmpty ? Fault.allCases : some,
      share: Double.random(in: 0.2...0.8, using: &random))
  }

  /// - Parameters:
  ///   - seed: Decides which requests suffer what.
  ///   - kinds: What can happen; not empty.
  ///   - share: How many of the requests something happens to, from 0 to 1.
  package init(seed: UInt64, kinds: [Fault], share: Double) {
    self.seed = seed
    self.kinds = kinds
    self.share = share
  }

  /// What happens to the `number`th request of a target, and what chooses the details.
  ///
  /// It depends on no other target, because requests for several arrive in any order.
  func fault(of target: String, number: Int) -> (fault: Fault?, random: SplitMix64) {
    // FNV-1a: Swift's own hashes differ from run to run.
    let hash = target.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    var random = SplitMix64(seed: seed ^ hash ^ (UInt64(number) << 48))
    let isHit = Double.random(in: 0..<1, using: &random) < share
    return (isHit ? kinds.randomElement(using: &random) : nil, random)
  }
}
