import Synchronization

/// The deltas to one catalogue, each made once; only the most recent ones are kept.
///
/// Anybody can invent tokens, so those that match no catalogue have a separate limit.
final class DeltaCache: Sendable {
  /// The kind of response to `since`.
  enum Entry: Sendable {
    case delta(ReadyResource)
    /// The whole catalogue is no longer than the delta.
    case whole
    /// The token matches no catalogue.
    case unknown
    /// The token belongs to another history.
    case reset
  }

  private struct State {
    var entries: [AddressKey: Entry] = [:]
    /// The tokens of catalogues in order of arrival, and all other tokens.
    var known: [AddressKey] = []
    var unknown: [AddressKey] = []
    var byteCount = 0
  }

  private let state = Mutex(State())
  private let limits: DeltaLimits

  init(limits: DeltaLimits) { self.limits = limits }

  /// The cached response for a client with that token; nil if there is none.
  subscript(token: AddressKey) -> Entry? { state.withLock { $0.entries[token] } }

  /// Caches an entry unless there is one, which would be equal.
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
      // The newest stays, however large: whoever has it will not be the only one.
      while state.known.count > 1,
        state.known.count > limits.maxDeltas || state.byteCount > limits.maxDeltaBytes
      {
        let dropped = state.entries.removeValue(forKey: state.known.removeFirst())
        state.byteCount -= dropped?.byteCount ?? 0
      }
    }
  }
}

extension DeltaCache.Entry {
  /// The size of all codings in bytes.
  fileprivate var byteCount: Int {
    switch self {
    case .delta(let ready): ready.resource.body.byteCount
    case .whole, .unknown, .reset: 0
    }
  }
}
