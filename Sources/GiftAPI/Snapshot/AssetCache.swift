import GiftDomain
import Synchronization

/// A cache of requested animations and pictures that are neither live nor coming soon; keeps the
/// most recently used ones.
final class AssetCache: Sendable {
  private struct State {
    var slots: [AssetName: (asset: ServedAsset, lastUse: UInt64)] = [:]
    var byteCount = 0
    var uses: UInt64 = 0
  }

  private let state = Mutex(State())
  private let maxBytes: Int

  init(maxBytes: Int) { self.maxBytes = maxBytes }

  /// The cached bytes, at most `maxBytes`.
  var byteCount: Int { state.withLock { $0.byteCount } }

  /// The asset with a name; nil if not cached.
  subscript(name: AssetName) -> ServedAsset? {
    state.withLock { state in
      state.uses += 1
      state.slots[name]?.lastUse = state.uses
      return state.slots[name]?.asset
    }
  }

  /// Caches an asset if it fits at all, and evicts the least recently used ones.
  func keep(_ asset: ServedAsset) {
    state.withLock { state in
      guard state.slots[asset.name] == nil, asset.body.byteCount <= maxBytes else { return }
      while state.byteCount + asset.body.byteCount > maxBytes,
        let oldest = state.slots.min(by: { $0.value.lastUse < $1.value.lastUse })
      {
        state.byteCount -= oldest.value.asset.body.byteCount
        state.slots[oldest.key] = nil
      }
      state.uses += 1
      state.slots[asset.name] = (asset, state.uses)
      state.byteCount += asset.body.byteCount
    }
  }
}
