import Foundation

/// Lets a limited number of requests run at once, in the order in which they came.
///
/// URLSession would queue them itself, but a request that waits there may time out before it is
/// sent.
actor ConcurrencyLimit {
  private var free: Int
  private var waiters: [(id: UUID, continuation: CheckedContinuation<Bool, Never>)] = []

  init(_ count: Int) {
    free = count
  }

  /// Waits until there is room; whoever calls calls `release` afterwards.
  ///
  /// - Throws: `cancelled` if the calling task is cancelled.
  func acquire() async throws(GiftClientError) {
    let id = UUID()
    let isAdmitted = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if Task.isCancelled {
          continuation.resume(returning: false)
        } else if free > 0 {
          free -= 1
          continuation.resume(returning: true)
        } else {
          waiters.append((id, continuation))
        }
      }
    } onCancel: {
      _ = Task { await self.leave(id) }
    }
    if !isAdmitted { throw .cancelled }
  }

  /// Makes room for the next request.
  func release() {
    if waiters.isEmpty {
      free += 1
    } else {
      waiters.removeFirst().continuation.resume(returning: true)
    }
  }

  private func leave(_ id: UUID) {
    guard let index = waiters.firstIndex(where: { $0.id == id }) else { return }
    waiters.remove(at: index).continuation.resume(returning: false)
  }
}
