import Foundation

/// Runs one operation for all callers that ask for the same key at the same time.
///
/// A caller that is cancelled leaves at once; when the last one has left, the operation is
/// cancelled.
actor SingleFlight<Key: Hashable & Sendable, Value: Sendable> {
  typealias Outcome = Result<Value, GiftClientError>
  /// Runs on no actor, so that operations for several keys run at once.
  typealias Operation = @Sendable () async -> Outcome

  /// An operation that runs, and those who wait for it.
  struct Flight {
    fileprivate let id: UUID
    fileprivate var task: Task<Void, Never>?
    fileprivate(set) var waiters: [UUID: CheckedContinuation<Outcome, Never>] = [:]
  }

  private(set) var flights: [Key: Flight] = [:]

  /// Joins the operation for a key, or starts it.
  ///
  /// - Throws: what the operation throws; `cancelled` if the calling task is cancelled.
  func value(
    for key: Key, _ operation: @escaping Operation
  ) async throws(GiftClientError) -> Value {
    let waiter = UUID()
    let outcome: Outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        // Cancelled before there was anything to leave.
        guard !Task.isCancelled else {
          continuation.resume(returning: .failure(.cancelled))
          return
        }
        join(key, waiter, continuation, operation)
      }
    } onCancel: {
      _ = Task { await self.leave(key, waiter) }
    }
    return try outcome.get()
  }

  private func join(
    _ key: Key, _ waiter: UUID, _ continuation: CheckedContinuation<Outcome, Never>,
    _ operation: @escaping Operation
  ) {
    if flights[key] != nil {
      flights[key]?.waiters[waiter] = continuation
      return
    }
    let id = UUID()
    let task = Task {
      let outcome = await operation()
      land(key, id, outcome)
    }
    flights[key] = Flight(id: id, task: task, waiters: [waiter: continuation])
  }

  private func land(_ key: Key, _ id: UUID, _ outcome: Outcome) {
    // A flight that everybody left may land after its successor has started.
    guard let flight = flights[key], flight.id == id else { return }
    flights[key] = nil
    for waiter in flight.waiters.values { waiter.resume(returning: outcome) }
  }

  private func leave(_ key: Key, _ waiter: UUID) {
    guard let continuation = flights[key]?.waiters.removeValue(forKey: waiter) else { return }
    continuation.resume(returning: .failure(.cancelled))
    guard let flight = flights[key], flight.waiters.isEmpty else { return }
    flights[key] = nil
    flight.task?.cancel()
  }
}
