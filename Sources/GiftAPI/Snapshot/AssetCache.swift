import GiftDomain
import Synchronization

/// A cache of requested animations that are neither live nor coming soon; keeps the most recently
/// used ones.
final class AssetCache: Sendable {
  private struct State {
    var slots: [String: (asset: ServedAsset, lastUse: UInt64)] = [:]
    var byteCount = 0
    var uses: UInt64 = 0
  }

  private let state = Mutex(State())
  private let maxBytes: Int

  init(maxBytes: Int) { self.maxBytes = maxBytes }

  /// The cached bytes, at most `maxBytes`.
  var byteCount: Int { state.withLock { $0.byteCount } }

  /// The animation with a digest; nil if not cached.
  subscript(hex: String) -> ServedAsset? {
    state.withLock { state in
      state.uses += 1
      state.slots[hex]?.lastUse = state.uses
      return state.slots[hex]?.asset
    }
  }

  /// Caches an animation if it fits at all, and evicts the least recently used ones.
  func keep(_ asset: ServedAsset) {
    state.withLock { state in
      guard state.slots[asset.hex] == nil, asset.body.byteCount <= maxBytes else { return }
      while state.byteCount + asset.body.byteCount > maxBytes,
        let oldest = state.slots.min(by: { $0.value.lastUse < $1.value.lastUse })
      {
        state.byteCount -= oldest.value.asset.body.byteCount
        state.slots[oldest.key] = nil
      }
      state.uses += 1
      state.slots[asset.hex] = (asset, state.uses)
      state.byteCount += asset.body.byteCount
    }
  }
}
