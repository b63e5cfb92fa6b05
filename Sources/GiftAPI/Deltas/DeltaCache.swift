import Synchronization

/// The deltas that lead to one catalogue, each made once: as many as there is room for, those that
/// were made last.
///
/// Anybody can invent tokens: those that name no catalogue have a room of their own.
final class DeltaCache: Sendable {
  /// The answer to `since`.
  enum Entry: Sendable {
    case delta(ReadyResource)
    /// All of the catalogue is no longer than what changed.
    case whole
    /// The token names no catalogue.
    case unknown
    /// The token is of another history.
    case reset
  }

  private struct State {
    var entries: [AddressKey: Entry] = [:]
    /// The tokens of catalogues in the order in which they came, and all others.
    var known: [AddressKey] = []
    var unknown: [AddressKey] = []
    var byteCount = 0
  }

  private let state = Mutex(State())
  private let limits: DeltaLimits

  init(limits: DeltaLimits) { self.limits = limits }

  /// What is answered to a client that has the catalogue of that name; nil when that was not made.
  subscript(token: AddressKey) -> Entry? { state.withLock { $0.entries[token] } }

  /// Keeps what was made first: it is the same, whoever made it.
  func keep(_ entry: Entry, since token: AddressKey) {
    state.withLock { state in
      guard state.entries[token] == nil else { return }
      state.entries[token] = entry
      state.byteCount += entry.byteCount
      switch entry {
      case .unknown, .reset: state.unknown.append(token)
      case .delta, .whole: state.known.append(token)
      }
      if state.unknown.count > limits.maxUnknownTokens {
        state.entries[state.unknown.removeFirst()] = nil
      }
      while state.known.count > limits.maxDeltas || state.byteCount > limits.maxDeltaBytes {
        let dropped = state.entries.removeValue(forKey: state.known.removeFirst())
        state.byteCount -= dropped?.byteCount ?? 0
      }
    }
  }
}

extension DeltaCache.Entry {
  /// In all codings.
  fileprivate var byteCount: Int {
    switch self {
    case .delta(let ready): ready.resource.body.byteCount
    case .whole, .unknown, .reset: 0
    }
  }
}
