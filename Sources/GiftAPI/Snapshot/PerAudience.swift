import GiftDomain
import Synchronization

/// Something for clients of every kind: a value for those that belong to no audience, and others
/// for those that do, each made when first requested, of bounded number and size.
final class PerAudience<Value: Sendable>: Sendable {
  /// A value for further audiences, and how often clients request it.
  struct Slot: Sendable {
    let set: AudienceSet
    /// One of the clients that get it.
    let client: ClientKind
    fileprivate(set) var value: Value
    /// In bytes.
    fileprivate(set) var byteCount: Int
    /// Halved with each new catalogue, so that what was popular once does not stay for ever.
    fileprivate(set) var requests: Int
  }

  private struct Slots: Sendable {
    var slots: [AudienceSet: Slot] = [:]
    var byteCount = 0
  }

  /// The value for clients that belong to no audience.
  let everybody: Value
  /// The audiences that tell clients apart, of which only the first 64 count.
  let audiences: [Audience]
  private let further: Mutex<Slots>
  private let limits: AudienceLimits

  /// Only `everybody`, so far.
  init(_ everybody: Value, audiences: [Audience], limits: AudienceLimits) {
    self.everybody = everybody
    self.audiences = audiences
    self.limits = limits
    further = Mutex(Slots())
  }

  /// The same for further audiences, and another value for those that belong to none.
  init(_ other: PerAudience, everybody: Value) {
    self.everybody = everybody
    audiences = other.audiences
    limits = other.limits
    further = Mutex(other.further.withLock { $0 })
  }

  /// The value for a client, if it was made; counts as a request.
  func requested(by client: ClientKind) -> Value? {
    let set = AudienceSet(of: client, among: audiences)
    if set == .none { return everybody }
    return further.withLock { further in
      guard let index = further.slots.index(forKey: set) else { return nil }
      further.slots.values[index].requests += 1
      return further.slots.values[index].value
    }
  }

  /// The value for a client, made if need be; of two callers at once, both may make it.
  ///
  /// While there are too many, those that are requested least go, though not this one.
  func value(
    for client: ClientKind, requests: Int = 1,
    _ make: (AudienceSet) -> (value: Value, byteCount: Int)
  ) -> Value {
    let set = AudienceSet(of: client, among: audiences)
    if set == .none { return everybody }
    let known = further.withLock { further in
      further.slots[set]?.requests += requests
      return further.slots[set]?.value
    }
    if let known { return known }
    let made = make(set)
    further.withLock { further in
      let slot = Slot(
        set: set, client: client, value: made.value, byteCount: made.byteCount, requests: requests)
      let old = further.slots.updateValue(slot, forKey: set)
      further.byteCount += made.byteCount - (old?.byteCount ?? 0)
      while further.slots.count > limits.maxCount || further.byteCount > limits.maxBytes,
        let least = further.slots.values.filter({ $0.set != set })
          .min(by: { $0.requests < $1.requests })
      {
        further.byteCount -= least.byteCount
        further.slots[least.set] = nil
      }
    }
    return made.value
  }

  /// Makes what clients requested most of an earlier one, so that they find it ready.
  func makePopular(
    of earlier: PerAudience, _ make: (Slot, AudienceSet) -> (value: Value, byteCount: Int)
  ) {
    for slot in earlier.popular {
      _ = value(for: slot.client, requests: max(1, slot.requests / 2)) { make(slot, $0) }
    }
  }

  /// Puts another form of a value in its place, if it is still there.
  func replace(_ set: AudienceSet, with value: Value, byteCount: Int) {
    further.withLock { further in
      guard let index = further.slots.index(forKey: set) else { return }
      further.byteCount += byteCount - further.slots.values[index].byteCount
      further.slots.values[index].value = value
      further.slots.values[index].byteCount = byteCount
    }
  }

  /// All values for further audiences, those that are requested most first.
  var slots: [Slot] {
    further.withLock { $0.slots.values.sorted { $0.requests > $1.requests } }
  }

  /// As many of them as are kept ready.
  var popular: [Slot] {
    var bytes = limits.maxReadyBytes
    return slots.prefix(limits.maxReady).filter { slot in
      bytes -= slot.byteCount
      return bytes >= 0
    }
  }

  /// The size of the values for further audiences, in bytes.
  var byteCount: Int { further.withLock { $0.byteCount } }
}
