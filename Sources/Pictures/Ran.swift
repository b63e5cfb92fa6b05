internal import DrawProtocol
internal import Glibc
internal import Subprocess

/// A run of giftdraw that has ended: the conversation, and the end of the process.
struct Ran<Value: Sendable>: Sendable {
  private enum Outcome {
    case ended(Result<Value, DrawingEnd>, DrawingStage, TerminationStatus, isOutOfMemory: Bool)
    case failed(DrawingFailure)
  }

  private let outcome: Outcome

  init(
    drawn: Result<Value, DrawingEnd>, stage: DrawingStage, status: TerminationStatus,
    isOutOfMemory: Bool
  ) {
    outcome = .ended(drawn, stage, status, isOutOfMemory: isOutOfMemory)
  }

  /// A run of which nothing is known.
  init(_ failure: DrawingFailure) { outcome = .failed(failure) }

  /// The value of a drawing that ended well.
  func value() throws(DrawingError) -> Value {
    switch outcome {
    case .failed(let failure): throw .failure(failure)
    case .ended(.success(let value), _, .exited(0), _): return value
    case .ended(.success, let stage, let status, let isOutOfMemory):
      throw Self.end(stage, status, isOutOfMemory)
    case .ended(.failure(let end), let stage, let status, let isOutOfMemory):
      switch end {
      case .refused: throw .fault(.refused)
      case .noJail(let obstacle): throw .failure(.jailMissing(obstacle))
      case .breach(let breach): throw .failure(.broken(breach))
      case .silence: throw Self.end(stage, status, isOutOfMemory)
      }
    }
  }

  private static func end(
    _ stage: DrawingStage, _ status: TerminationStatus, _ isOutOfMemory: Bool
  ) -> DrawingError {
    switch (status, stage) {
    case (.exited(let code), _): .failure(.exited(code))
    // A filter around giftdraw forbids it to jail itself.
    case (.signaled(SIGSYS), .starting):
      .failure(.jailMissing(JailObstacle(step: .seccomp, error: UInt32(ENOSYS))))
    case (.signaled(let signal), .starting), (.signaled(let signal), .ending):
      .failure(.killed(signal: signal))
    case (.signaled(SIGXCPU), _): .fault(.late(stage))
    case (.signaled(SIGABRT), _) where isOutOfMemory: .fault(.memory(stage))
    case (.signaled(let signal), _):
      crashes.contains(signal) ? .fault(.crashed(stage)) : .failure(.killed(signal: signal))
    }
  }

  /// Signals that a process gets for what it does itself (signal(7)).
  private static var crashes: Set<Int32> {
    [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP]
  }
}
