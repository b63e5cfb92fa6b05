import Synchronization

/// The deltas that lead to one catalogue, each made once: as many as there is room for, those that
/// were made last.
final class DeltaShelf: Sendable {
  /// The answer to `since`.
  enum Entry: Sendable {
    case delta(ReadyResource)
    /// All of the catalogue is no longer than what changed, or the token names none.
    case whole
  }

  private struct State {
    var entries: [AddressKey: Entry] = [:]
    /// The tokens in the order in which they came.
    var tokens: [AddressKey] = []
    var byteCount = 0
  }

  private let state = Mutex(State())
  private let limits: APILimits

  init(limits: APILimits) {
    self.limits = limits
  }

  /// What is answered to a client that has the catalogue of that name; nil when that was not made.
  subscript(token: AddressKey) -> Entry? {
    state.withLock { $0.entries[token] }
  }

  /// Keeps what was made first: it is the same, whoever made it.
  func keep(_ entry: Entry, since token: AddressKey) {
    state.withLock { state in
      guard state.entries[token] == nil else { return }
      state.entries[token] = entry
      state.tokens.append(token)
      state.byteCount += entry.byteCount
      while state.tokens.count > limits.maxDeltas || state.byteCount > limits.maxDeltaBytes {
        let dropped = state.entries.removeValue(forKey: state.tokens.removeFirst())
        state.byteCount -= dropped?.byteCount ?? 0
      }
    }
  }
}

extension DeltaShelf.Entry {
  /// In all codings.
  fileprivate var byteCount: Int {
    switch self {
    case .delta(let ready): ready.resource.body.byteCount
    case .whole: 0
    }
  }
}
