internal import Dispatch

/// Runs only one connection's work, on its own serial queue, so that waiting in `poll(2)` blocks
/// none of Swift's cooperative threads.
final class ConnectionThread: SerialExecutor {
  private let queue = DispatchQueue(label: "postgres.connection")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async {
      // Safe: the actor that owns this executor keeps it alive while it has jobs, and each job that
      // was submitted runs exactly once.
      unsafe job.runSynchronously(on: self.asUnownedSerialExecutor())
    }
  }
}
