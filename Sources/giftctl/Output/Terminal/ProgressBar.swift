import GiftDomain
import SystemPackage

/// A bar on standard error while something long goes on; nothing where no person reads it.
struct ProgressBar: Sendable {
  private let isShown: Bool
  private static let width = 30

  /// A bar that is shown on a terminal, unless it cannot move its cursor.
  init(_ environment: [String: String]) {
    isShown = Terminal.errorIsTerminal && environment["TERM"] != "dumb"
  }

  /// Draws `done` of `total`; draws only when the bar would look different.
  func show(_ word: String, _ done: Int, of total: Int) {
    guard total > 0 else { return }
    Interruption.current.reached("\(grouped(done)) of \(grouped(total)) \(word)")
    guard isShown else { return }
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
