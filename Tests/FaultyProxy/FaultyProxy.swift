// FaultyProxy owns a network and a cache between a client and giftd that lose, damage, delay and
// mix up what passes, as a seed says. It knows HTTP/1.1 as far as giftd speaks it, and must not know
// what the answers mean.

import NIOCore
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
  package func forgetRequests() { state.shared.withLock { $0.requests = [] } }

  /// Returns once this many requests have come; false when they do not come in half a minute.
  package func waitForRequests(_ count: Int) async -> Bool { await state.waitForRequests(count) }

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
  /// The status that was sent; 0 while nothing was.
  package var status = 0
  /// The bytes of the body that were sent.
  package var bodyByteCount = 0
}

/// Runs a proxy in front of a port until `body` is done.
package func withFaultyProxy<Value: Sendable>(
  to upstream: Int?, _ body: @Sendable (FaultyProxy) async throws -> Value
) async throws -> Value {
  let listener = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
    .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
    .serverChannelOption(.backlog, value: 1_024)
    .bind(host: "127.0.0.1", port: 0) { channel in
      channel.eventLoop.makeCompletedFuture {
        try ByteChannel(wrappingChannelSynchronously: channel)
      }
    }
  let proxy = FaultyProxy(
    port: listener.channel.localAddress?.port ?? 0, state: ProxyState(upstream: upstream))
  return try await withThrowingTaskGroup(of: Void.self) { group in
    group.addTask { try await proxy.state.accept(from: listener) }
    defer {
      proxy.calm()
      proxy.state.releaseWaiters()
      group.cancelAll()
    }
    return try await body(proxy)
  }
}

/// A connection as bytes.
typealias ByteChannel = NIOAsyncChannel<ByteBuffer, ByteBuffer>
