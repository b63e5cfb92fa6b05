import GiftDomain
import Synchronization

/// Something for clients of every kind: a value for those that belong to no audience, and others
/// for those that do, each made when first requested, of which those requested last are kept.
final class PerAudience<Value: Sendable>: Sendable {
  private struct Further: Sendable {
    var kept: [AudienceSet: (value: Value, byteCount: Int, lastUse: Int)] = [:]
    var byteCount = 0
    var uses = 0

    mutating func use(_ set: AudienceSet) -> Value? {
      guard let index = kept.index(forKey: set) else { return nil }
      uses += 1
      kept.values[index].lastUse = uses
      return kept.values[index].value
    }

    /// While there are too many, drops those whose last use is longest ago, though not one of them.
    mutating func trim(to limits: AudienceLimits, keeping set: AudienceSet) {
      while kept.count > limits.maxCount || byteCount > limits.maxBytes,
        let oldest = kept.filter({ $0.key != set }).min(by: { $0.value.lastUse < $1.value.lastUse })
      {
        byteCount -= oldest.value.byteCount
        kept[oldest.key] = nil
      }
    }
  }

  /// The value for clients that belong to no audience.
  let everybody: Value
  /// The audiences that tell clients apart, of which only the first 64 count.
  let audiences: [Audience]
  private let further = Mutex(Further())
  private let limits: AudienceLimits

  /// Only `everybody`, so far.
  init(_ everybody: Value, audiences: [Audience], limits: AudienceLimits) {
    self.everybody = everybody
    self.audiences = audiences
    self.limits = limits
  }

  /// The value for a client, if it was made.
  subscript(client: ClientKind) -> Value? {
    let set = AudienceSet(of: client, among: audiences)
    return set == .none ? everybody : further.withLock { $0.use(set) }
  }

  /// The value for a client, made if need be; of two callers at once, both may make it.
  func value(
    for client: ClientKind, _ make: (AudienceSet) -> (value: Value, byteCount: Int)
  ) -> Value {
    if let known = self[client] { return known }
    let set = AudienceSet(of: client, among: audiences)
    let made = make(set)
    further.withLock { further in
      further.uses += 1
      let old = further.kept.updateValue((made.value, made.byteCount, further.uses), forKey: set)
      further.byteCount += made.byteCount - (old?.byteCount ?? 0)
      further.trim(to: limits, keeping: set)
    }
    return made.value
  }

  /// The values for further audiences that are kept.
  var kept: [AudienceSet: Value] { further.withLock { $0.kept.mapValues(\.value) } }
}
