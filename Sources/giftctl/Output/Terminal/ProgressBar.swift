import GiftDomain
import Synchronization
import SystemPackage

/// A bar on standard error while something long goes on; a line now and then where that is no
/// terminal.
struct ProgressBar: Sendable {
  private let isShown: Bool
  private let lines = ProgressLines()
  private static let width = 30

  /// A bar that is shown on a terminal, unless it cannot move its cursor.
  init(_ environment: [String: String]) {
    isShown = Terminal.errorIsTerminal && environment["TERM"] != "dumb"
  }

  /// Draws `done` of `total`; draws only when the bar would look different.
  func show(_ word: String, _ done: Int, of total: Int) {
    guard total > 0 else { return }
    Interruption.current.reached("\(grouped(done)) of \(grouped(total)) \(word)")
    guard isShown else {
      let line = "giftctl: \(grouped(done)) of \(grouped(total)) \(word)"
      if lines.isDue() { Terminal.explain(line) }
      return
    }
    let step = max(1, total / 200)
    guard done % step == 0 || done == total else { return }
    let filled = Self.width * done / total
    let bar =
      String(repeating: "█", count: filled)
      + String(repeating: "░", count: Self.width - filled)
    Terminal.write(
      "\r\(bar) \(grouped(done))/\(grouped(total)) \(word)\u{1B}[K", to: .standardError)
  }

  func clear() {
    guard isShown else { return }
    Terminal.write("\r\u{1B}[K", to: .standardError)
  }
}

/// When a line about progress is due: not while a person would just wait, and then not too often
/// for a log.
private final class ProgressLines: Sendable {
  private static let pause = Duration.seconds(10)
  private let next = Mutex(ContinuousClock.now + pause)

  /// Whether one is due; then the next is due later.
  func isDue() -> Bool {
    next.withLock { next in
      guard next <= .now else { return false }
      next = .now + Self.pause
      return true
    }
  }
}
