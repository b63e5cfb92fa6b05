import GiftDomain

/// What was made for clients of some audiences: the values that are requested most, of bounded
/// number and size.
struct AudienceCache<Value: Sendable>: Sendable {
  /// A value, and how often clients request it.
  struct Slot: Sendable {
    let set: AudienceSet
    /// One of the clients that get it.
    let client: ClientKind
    fileprivate(set) var value: Value
    /// In bytes.
    fileprivate(set) var byteCount: Int
    /// The number of requests for it.
    fileprivate(set) var requests: Int
  }

  private var slots: [AudienceSet: Slot] = [:]
  /// The size of all values, in bytes.
  private(set) var byteCount = 0
  private let limits: AudienceLimits

  init(limits: AudienceLimits) { self.limits = limits }

  /// The value for some audiences, which counts as a request; nil if it is not there.
  mutating func requested(_ set: AudienceSet) -> Value? {
    guard let index = slots.index(forKey: set) else { return nil }
    slots.values[index].requests += 1
    return slots.values[index].value
  }

  /// Keeps a value, unless there is one; while there are too many, those that were requested
  /// least go, though not this one.
  mutating func keep(
    _ value: Value, for set: AudienceSet, as client: ClientKind, byteCount: Int, requests: Int
  ) {
    guard slots[set] == nil else { return }
    slots[set] = Slot(
      set: set, client: client, value: value, byteCount: byteCount, requests: requests)
    self.byteCount += byteCount
    while slots.count > limits.maxCount || self.byteCount > limits.maxBytes,
      let least = slots.values.filter({ $0.set != set }).min(by: { $0.requests < $1.requests })
    {
      self.byteCount -= least.byteCount
      slots[least.set] = nil
    }
  }

  /// Puts another form of a value in its place, if it is still there.
  mutating func replace(_ set: AudienceSet, with value: Value, byteCount: Int) {
    guard let index = slots.index(forKey: set) else { return }
    self.byteCount += byteCount - slots.values[index].byteCount
    slots.values[index].value = value
    slots.values[index].byteCount = byteCount
  }

  /// The values, those that are requested most first.
  var byRequests: [Slot] { slots.values.sorted { $0.requests > $1.requests } }
}
