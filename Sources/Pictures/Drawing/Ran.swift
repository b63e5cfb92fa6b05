internal import DrawProtocol
internal import Glibc
internal import Subprocess

/// A run of giftdraw that has ended: the conversation, and the end of the process.
enum Ran<Value: Sendable>: Sendable {
  /// It was started.
  case ended(Result<Value, DrawingEnd>, Renderer, RunEnd)
  /// Nothing is known of it.
  case failed(DrawingFailure)

  /// What the conversation gave.
  ///
  /// Throws unless it is known to be about the animation.
  func result() throws(DrawingFailure) -> Drawn<Result<Value, DrawingFault>> {
    switch self {
    case .failed(let failure): throw failure
    case .ended(let held, let renderer, let end):
      do {
        return Drawn(outcome: .success(try end.value(held)), renderer: renderer)
      } catch {
        switch error {
        case .failure(let failure): throw failure
        case .fault(let fault): return Drawn(outcome: .failure(fault), renderer: renderer)
        }
      }
    }
  }
}

/// How a process of giftdraw ended.
struct RunEnd: Sendable {
  /// What it was doing.
  let stage: DrawingStage
  let status: TerminationStatus
  /// What it wrote to its standard error.
  let errors: String

  /// The value of a conversation that ended well.
  fileprivate func value<Value>(_ held: Result<Value, DrawingEnd>) throws(DrawingError) -> Value {
    switch (held, status) {
    case (.success(let value), .exited(0)): return value
    case (.success, _), (.failure(.silence), _): throw error
    case (.failure(.refused), _): throw .fault(.refused)
    case (.failure(.noJail(let obstacle)), _): throw .failure(.jailMissing(obstacle))
    case (.failure(.breach(let breach)), _): throw .failure(.broken(breach))
    }
  }

  private var error: DrawingError {
    switch (status, stage) {
    // The codes of shells, and of the dynamic linker if a library is missing (ld.so(8)).
    case (.exited(126), .starting), (.exited(127), .starting):
      .failure(.notRunnable(reason: complaint))
    case (.exited(let code), _): .failure(.exited(code))
    // A filter around giftdraw forbids it to jail itself.
    case (.signaled(SIGSYS), .starting):
      .failure(.jailMissing(JailObstacle(step: .seccomp, error: UInt32(ENOSYS))))
    // The jail forbids what the test drawing did not need: an attack, or an unknown C library.
    case (.signaled(SIGSYS), _): .failure(.forbiddenCall)
    case (.signaled(let signal), .starting), (.signaled(let signal), .ending):
      .failure(.killed(signal: signal))
    case (.signaled(SIGXCPU), _): .fault(.late(stage))
    case (.signaled(SIGABRT), _) where errors.contains("bad_alloc"): .fault(.memory(stage))
    case (.signaled(let signal), _):
      Self.crashes.contains(signal) ? .fault(.crashed(stage)) : .failure(.killed(signal: signal))
    }
  }

  /// The first line of its errors, without control characters.
  private var complaint: String {
    let line = errors.split(whereSeparator: \.isNewline).first ?? "no reason given"
    let shown = line.unicodeScalars.filter { $0.properties.generalCategory != .control }
    return String(String.UnicodeScalarView(shown.prefix(PictureLimits.complaintLength)))
  }

  /// Signals that a process gets for what it does itself (signal(7)).
  private static var crashes: Set<Int32> {
    [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP]
  }
}
