import Dispatch
import Foundation

#if os(Linux)
  /// A queue that makes whoever adds an operation wait while several others do.
  ///
  /// URLSession adds one for each piece of a body, on the thread that reads and decodes; without a
  /// bound, all that a server sends would wait in memory. As Foundation's own queue it is Sendable
  /// unchecked; it adds nothing but a semaphore.
  final class PatientQueue: OperationQueue, @unchecked Sendable {
    /// It begins with zero, because one that began with a value would have to end with as much.
    private let room = DispatchSemaphore(value: 0)

    override init() {
      super.init()
      for _ in 0..<ClientLimits.waitingPieces { room.signal() }
    }

    override func addOperation(_ block: @escaping @Sendable () -> Void) {
      room.wait()
      super.addOperation { [room] in
        block()
        room.signal()
      }
    }
  }
#endif

/// Where a session calls its delegate; nil: on a queue of its own.
func delegateQueue() -> OperationQueue? {
  #if os(Linux)
    let queue = PatientQueue()
    queue.maxConcurrentOperationCount = 1
    return queue
  #else
    return nil
  #endif
}
