// FaultyProxy owns a network and a cache between a client and giftd that lose, damage, delay and
// mix up what passes, as a seed says. It knows HTTP/1.1 as far as giftd speaks it, and must not
// know what the answers mean.

package import NIOCore
import NIOPosix
import Synchronization

/// A reverse proxy on loopback, whose faults can be switched on and off.
package struct FaultyProxy: Sendable {
  /// The port that clients use.
  package let port: Int
  let state: ProxyState

  /// What a client asks.
  package var url: String { "http://127.0.0.1:\(port)" }

  /// What was asked so far, in the order in which it arrived.
  package var requests: [ProxiedRequest] { state.shared.withLock(\.requests) }

  /// How many requests came whose path begins so.
  package func count(_ path: String) -> Int {
    state.shared.withLock { $0.requests.count { $0.target.hasPrefix(path) } }
  }

  /// Begins to count again.
  package func forgetRequests() {
    state.shared.withLock { shared in
      shared.forgotten += shared.requests.count
      shared.requests = []
    }
  }

  /// Returns once this many requests have come, or when the limit is over.
  package func waitForRequests(_ count: Int, limit: TimeAmount) async {
    await state.waitForRequests(count, limit: limit)
  }

  /// From here on, requests go to this port; nil: they are refused.
  package func forward(to upstream: Int?) { state.shared.withLock { $0.upstream = upstream } }

  /// From here on there are faults as the plan says, until `calm`.
  package func misbehave(_ plan: FaultPlan) { state.shared.withLock { $0.plan = plan } }

  /// From here on answers pass unchanged; what is held is let go.
  package func calm() {
    let held = state.shared.withLock { shared in
      shared.plan = nil
      defer { shared.held = [:] }
      return shared.held.values
    }
    for promise in held { promise.succeed() }
  }
}

/// A request that came, and what was done about it.
package struct ProxiedRequest: Sendable {
  /// Path and query.
  package let target: String
  /// What happened to it.
  package let fault: Fault?
  /// When it came.
  package let arrival = ContinuousClock.now
  /// The status that was sent; 0 while nothing was.
  package var status = 0
  /// The bytes of the body that were sent.
  package var bodyByteCount = 0
}

/// Runs a proxy in front of a port until `body` is done.
package func withFaultyProxy<Value: Sendable>(
  to upstream: Int?, _ body: @Sendable (FaultyProxy) async throws -> Value
) async throws -> Value {
  let state = ProxyState(upstream: upstream)
  // Not as a sequence of clients: one that connects while that ends would be left unfinished.
  let listener = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
    .serverChannelOption(.backlog, value: 1_024)
    .childChannelInitializer { channel in
      channel.eventLoop.makeCompletedFuture {
        state.begin(try ByteChannel(wrappingChannelSynchronously: channel))
      }
    }
    .bind(host: "127.0.0.1", port: 0).get()
  let proxy = FaultyProxy(port: listener.localAddress?.port ?? 0, state: state)
  let outcome: Result<Value, any Error>
  do {
    outcome = .success(try await body(proxy))
  } catch {
    outcome = .failure(error)
  }
  proxy.calm()
  state.releaseWaiters()
  try await listener.close()
  await state.end()
  return try outcome.get()
}

/// A connection as bytes.
typealias ByteChannel = NIOAsyncChannel<ByteBuffer, ByteBuffer>
