import GiftDomain
import Synchronization

/// Something for clients of every kind: a value for those that belong to no audience, and others
/// for those that do, each made when first requested, of bounded number and size.
///
/// What clients request of one is known to the next as seeds: what is needed to make the same again
/// at less cost.
final class PerAudience<Value: Sendable, Seed: Sendable>: Sendable {
  /// A value for further audiences, and how often clients request it.
  struct Slot: Sendable {
    let set: AudienceSet
    /// One of the clients that get it.
    let client: ClientKind
    let value: Value
    /// In bytes.
    fileprivate let byteCount: Int
    fileprivate(set) var requests: Int
  }

  /// What a value is made of that clients requested of an earlier one.
  struct Sown: Sendable {
    /// One of the clients that got it.
    let client: ClientKind
    let seed: Seed
    fileprivate(set) var requests: Int
  }

  private struct Further: Sendable {
    var slots: [AudienceSet: Slot] = [:]
    var seeds: [AudienceSet: Sown] = [:]
    var byteCount = 0

    /// While there are too many, drops those that are requested least, though not one of them.
    mutating func trim(to limits: AudienceLimits, keeping set: AudienceSet) {
      while slots.count > limits.maxCount || byteCount > limits.maxBytes,
        let least = slots.values.filter({ $0.set != set })
          .min(by: { $0.requests < $1.requests })
      {
        byteCount -= least.byteCount
        slots[least.set] = nil
      }
    }
  }

  /// The value for clients that belong to no audience.
  let everybody: Value
  /// The audiences that tell clients apart, of which only the first 64 count.
  let audiences: [Audience]
  private let further: Mutex<Further>
  private let limits: AudienceLimits

  /// Only `everybody`, so far, and what clients requested before, most requested first.
  init(_ everybody: Value, audiences: [Audience], sown: [Sown], limits: AudienceLimits) {
    self.everybody = everybody
    self.audiences = audiences
    self.limits = limits
    var seeds: [AudienceSet: Sown] = [:]
    for sown in sown {
      let set = AudienceSet(of: sown.client, among: audiences)
      guard set != .none else { continue }
      // What was different may be the same now.
      if let requests = seeds[set]?.requests {
        seeds[set]?.requests = requests + sown.requests
      } else {
        seeds[set] = sown
      }
    }
    further = Mutex(Further(seeds: seeds))
  }

  /// The value for a client, if it was made; `counts`: as a request, unless that was counted
  /// before.
  func requested(by client: ClientKind, counts: Bool) -> Value? {
    let set = AudienceSet(of: client, among: audiences)
    if set == .none { return everybody }
    return further.withLock { further in
      guard let index = further.slots.index(forKey: set) else { return nil }
      if counts { further.slots.values[index].requests += 1 }
      return further.slots.values[index].value
    }
  }

  /// The value for a client, made if need be, for so many requests; of two callers at once, both
  /// may make it.
  func value(
    for client: ClientKind, requests: Int,
    _ make: (AudienceSet, Seed?) -> (value: Value, byteCount: Int)
  ) -> Value {
    let set = AudienceSet(of: client, among: audiences)
    if set == .none { return everybody }
    let (known, sown) = further.withLock { ($0.slots[set]?.value, $0.seeds[set]) }
    if let known { return known }
    let made = make(set, sown?.seed)
    further.withLock { further in
      let slot = Slot(
        set: set, client: client, value: made.value, byteCount: made.byteCount,
        requests: requests + (sown?.requests ?? 0))
      further.seeds[set] = nil
      let old = further.slots.updateValue(slot, forKey: set)
      further.byteCount += made.byteCount - (old?.byteCount ?? 0)
      further.trim(to: limits, keeping: set)
    }
    return made.value
  }

  /// All values for further audiences, those that are requested most first.
  var slots: [Slot] {
    further.withLock { Array($0.slots.values) }.sorted { $0.requests > $1.requests }
  }

  /// One client for each seed whose value was requested, those most requested first.
  var awaited: [ClientKind] {
    further.withLock { further in
      further.seeds.values.filter { $0.requests > 0 }.sorted { $0.requests > $1.requests }
        .map(\.client)
    }
  }

  /// What clients request most, for the next one.
  ///
  /// What was made but not requested since is known to it once more: a next one may be made long
  /// before it replaces this one, which takes over what was requested until then.
  func seeds(_ seed: (Value) -> Seed) -> [Sown] {
    let made = slots.map {
      Sown(client: $0.client, seed: seed($0.value), requests: $0.requests)
    }
    let left = further.withLock { $0.seeds.values.filter { $0.requests > 0 } }
    return Array(
      (made + left).sorted { $0.requests > $1.requests }.prefix(limits.maxSeeds))
  }

  /// Counts half of the requests of an earlier one, which this one replaces now: what was popular
  /// once does not stay for ever, and what became popular since this one was made is known.
  func takeRequests(of earlier: PerAudience) {
    guard earlier !== self else { return }
    let counts = earlier.further.withLock { further in
      further.slots.map { ($0.key, $0.value.client, $0.value.requests) }
        + further.seeds.map { ($0.key, $0.value.client, $0.value.requests) }
    }
    let isSame = audiences == earlier.audiences
    let requests = Dictionary(
      counts.map { set, client, requests in
        (isSame ? set : AudienceSet(of: client, among: audiences), requests)
      }, uniquingKeysWith: +)
    further.withLock { further in
      for set in further.slots.keys { further.slots[set]?.requests = (requests[set] ?? 0) / 2 }
      for set in further.seeds.keys { further.seeds[set]?.requests = (requests[set] ?? 0) / 2 }
    }
  }
}
