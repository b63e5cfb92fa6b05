/// The tasks that wait for a connection of a pool, first come, first served.
struct PoolQueue {
  /// The answer to a waiting task.
  enum Answer: Sendable {
    /// It gets this connection, or may open one.
    case granted(Connection?)
    case gaveUp
    case closed
  }

  private var waiters: [(ticket: Int, continuation: CheckedContinuation<Answer, Never>)] = []
  private var lastTicket = 0

  var count: Int { waiters.count }

  mutating func newTicket() -> Int {
    lastTicket += 1
    return lastTicket
  }

  mutating func append(_ ticket: Int, _ continuation: CheckedContinuation<Answer, Never>) {
    waiters.append((ticket, continuation))
  }

  /// Answers the first in the queue; false if nobody waits.
  mutating func answerFirst(_ answer: Answer) -> Bool {
    if waiters.isEmpty { return false }
    waiters.removeFirst().continuation.resume(returning: answer)
    return true
  }

  /// Takes a task out of the queue, unless it was answered before.
  mutating func giveUp(_ ticket: Int) {
    guard let index = waiters.firstIndex(where: { $0.ticket == ticket }) else { return }
    waiters.remove(at: index).continuation.resume(returning: .gaveUp)
  }
}
