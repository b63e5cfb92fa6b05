import NIOCore
import NIOPosix
import ServiceLifecycle
import Synchronization
import Systemd

/// Checks each event loop every second: measures its delay, and tells the service manager that the
/// process is not stuck.
struct EventLoopWatch: Service, CustomStringConvertible {
  let lag: EventLoopLag
  let notifier: ServiceNotifier

  var description: String { "event loop watch" }

  func run() async throws {
    let pause = min(.seconds(1), (notifier.watchdogInterval ?? .seconds(2)) / 2)
    await cancelWhenGracefulShutdown {
      while !Task.isCancelled {
        lag.begin()
        lag.note(await slowestLoop())
        notifier.tell(.alive)
        // Cancelled, so the loop ends.
        try? await Task.sleep(for: pause)
      }
    }
    notifier.tell(.alive)
  }

  private func slowestLoop() async -> Duration {
    await withTaskGroup(of: Duration.self) { group in
      for loop in MultiThreadedEventLoopGroup.singleton.makeIterator() {
        group.addTask {
          let start = ContinuousClock.now
          await withCheckedContinuation { continuation in loop.execute { continuation.resume() } }
          return ContinuousClock.now - start
        }
      }
      return await group.reduce(.zero, max)
    }
  }
}

/// The delay of event loops in the last minute.
final class EventLoopLag: Sendable {
  private struct State {
    var readings: [(at: ContinuousClock.Instant, lag: Duration)] = []
    /// When the pending check of the loops began.
    var asked: ContinuousClock.Instant?
  }

  private let state = Mutex(State())

  /// Begins a check of the loops.
  func begin() { state.withLock { $0.asked = .now } }

  func note(_ lag: Duration) {
    let now = ContinuousClock.now
    state.withLock { state in
      state.asked = nil
      state.readings.append((now, lag))
      state.readings.removeAll { now - $0.at > .seconds(60) }
    }
  }

  /// The longest delay of any loop, including pending ones; zero before the first reading.
  var longest: Duration {
    state.withLock { state in
      let waiting = state.asked.map { ContinuousClock.now - $0 } ?? .zero
      return state.readings.map(\.lag).reduce(waiting, max)
    }
  }
}
