import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

/// What Ctrl-C (SIGINT) does while a command writes something: it says how far that came, and ends
/// the process as the signal does anyway.
///
/// Commands that only read have none, and are simply ended.
final class Interruption: Sendable {
  /// That of the command that this process runs: each runs one.
  @TaskLocal static var current = Interruption()

  /// While nothing is stored.
  static let nothing = "Nothing was changed."
  /// From when on it may be stored.
  static let unsure = "The change may or may not be stored. To find out: giftctl history"

  private struct State {
    /// Listens from the first sentence on.
    var source: (any DispatchSourceSignal)?
    var sentence: @Sendable () -> String = { "" }
    var progress: String?
    var hasEnded = false
  }

  private let state = Mutex(State())

  /// Says `sentence` at Ctrl-C from now on; what has to be removed is removed as it is made.
  func says(_ sentence: @autoclosure @escaping @Sendable () -> String) {
    state.withLock { state in
      state.sentence = sentence
      guard state.source == nil else { return }
      // The source hears what is ignored otherwise; programs that are started do not inherit it.
      signal(SIGINT, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
      source.setEventHandler { self.end() }
      source.resume()
      state.source = source
    }
  }

  /// Says so far, as in `3 of 12 stored`, from now on.
  func reached(_ progress: String) {
    state.withLock { $0.progress = progress }
  }

  private func end() {
    let last = state.withLock { state in
      defer { state.hasEnded = true }
      return state.hasEnded ? nil : (state.sentence, state.progress)
    }
    // A second one ends the process at once, whatever the first waits for; and a shell sees what
    // ended it.
    signal(SIGINT, SIG_DFL)
    if let (sentence, progress) = last {
      let sentence = sentence()
      // The terminal has shown "^C".
      Terminal.say("")
      Terminal.explain(
        "giftctl: Interrupted\(progress.map { " with \($0)" } ?? ""). \(sentence)")
    }
    // The source may be called for this one once more.
    kill(getpid(), SIGINT)
  }
}
