import NIOCore
import NIOPosix
import Support
import Synchronization

/// What the connections of a proxy share.
final class ProxyState: Sendable {
  struct Shared {
    var upstream: Int?
    var plan: FaultPlan?
    var requests: [ProxiedRequest] = []
    /// How many came before those.
    var forgotten = 0
    /// How often each target was requested.
    var counts: [String: Int] = [:]
    /// Answers with 200 by path, the newest last.
    var recorded: [String: [Answer]] = [:]
    /// Answers that wait to be overtaken, by the number of their request.
    var held: [Int: EventLoopPromise<Void>] = [:]
    var clients: [Task<Void, Never>] = []
    var isOver = false
    /// Who waits for how many requests.
    var waiters: [(count: Int, promise: EventLoopPromise<Void>)] = []
  }

  /// A request with what is to happen to it.
  struct Order {
    let number: Int
    let target: String
    let upstream: Int?
    let fault: Fault?
    var random: SplitMix64
    /// What a cache or a confused network has, if that is the fault.
    let recorded: Answer?

    /// Without the query.
    var path: String { String(target.prefix { $0 != "?" }) }
  }

  let shared: Mutex<Shared>

  init(upstream: Int?) { shared = Mutex(Shared(upstream: upstream)) }

  /// How many answers of a path are kept.
  private static let mostRecorded = 64

  /// Notes a request and decides what happens to it.
  func order(_ target: String) -> Order {
    shared.withLock { shared in
      let count = shared.counts[target, default: 0]
      shared.counts[target] = count + 1
      var (fault, random) =
        shared.plan?.fault(of: target, number: count) ?? (nil, SplitMix64(seed: 0))
      let path = String(target.prefix { $0 != "?" })
      let known = shared.recorded[path, default: []]
      let recorded: Answer? =
        switch fault {
        case .stale: stale(known, path, using: &random)
        case .again: known.last { $0.target == target }
        default: nil
        }
      if recorded == nil, fault == .stale || fault == .again { fault = nil }
      shared.requests.append(ProxiedRequest(target: target, fault: fault))
      for waiter in shared.waiters where waiter.count <= shared.requests.count {
        waiter.promise.succeed()
      }
      shared.waiters.removeAll { $0.count <= shared.requests.count }
      return Order(
        number: shared.forgotten + shared.requests.count - 1, target: target,
        upstream: shared.upstream, fault: fault,
        random: random, recorded: recorded)
    }
  }

  /// Half of the caches that do not look at the query have kept what came without one.
  private func stale(
    _ known: [Answer], _ path: String, using random: inout SplitMix64
  ) -> Answer? {
    let whole = known.filter { $0.target == path }
    let isWhole = Bool.random(using: &random) && !whole.isEmpty
    return (isWhole ? whole : known).randomElement(using: &random)
  }

  func record(_ answer: Answer, path: String) {
    guard answer.status == 200 else { return }
    shared.withLock { shared in
      shared.recorded[path, default: []].append(answer)
      if let count = shared.recorded[path]?.count, count > Self.mostRecorded {
        // The first stays: nothing is older.
        shared.recorded[path]?.remove(at: 1)
      }
    }
  }

  func note(_ number: Int, status: Int, bodyByteCount: Int) {
    shared.withLock { shared in
      // It may have been forgotten meanwhile.
      let index = number - shared.forgotten
      guard index >= 0 else { return }
      shared.requests[index].status = status
      shared.requests[index].bodyByteCount += bodyByteCount
    }
  }

  func waitForRequests(_ count: Int, limit: TimeAmount) async {
    let loop = MultiThreadedEventLoopGroup.singleton.next()
    let promise = loop.makePromise(of: Void.self)
    shared.withLock { shared in
      if shared.requests.count >= count { return promise.succeed() }
      shared.waiters.append((count, promise))
    }
    let end = loop.scheduleTask(in: limit) { promise.succeed() }
    // Succeeds in any case.
    try? await promise.futureResult.get()
    end.cancel()
  }

  /// No more requests come.
  func releaseWaiters() {
    let waiters = shared.withLock { shared in
      defer { shared.waiters = [] }
      return shared.waiters
    }
    for waiter in waiters { waiter.promise.succeed() }
  }

  /// Waits until an answer to a later request has been sent, or for as long as a delay lasts.
  func waitToBeOvertaken(_ number: Int, on loop: any EventLoop, atMost delay: TimeAmount) async {
    let promise = loop.makePromise(of: Void.self)
    let isHeld = shared.withLock { shared in
      guard shared.plan != nil else { return false }
      shared.held[number] = promise
      return true
    }
    guard isHeld else { return promise.succeed() }
    loop.scheduleTask(in: delay) { self.release(before: number + 1, from: number) }
    // Succeeds in any case.
    try? await promise.futureResult.get()
  }

  /// Lets answers go that wait for one to a later request than theirs.
  func release(before number: Int, from first: Int = 0) {
    let promises = shared.withLock { shared in
      let numbers = shared.held.keys.filter { $0 >= first && $0 < number }
      return numbers.compactMap { shared.held.removeValue(forKey: $0) }
    }
    for promise in promises { promise.succeed() }
  }
}
