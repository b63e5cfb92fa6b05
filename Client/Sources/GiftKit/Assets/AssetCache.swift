import Foundation

/// Verified assets in memory and, below that, in a folder, where the least recently used go first;
/// and those that the app brought along.
actor AssetCache {
  /// The most bytes that it keeps.
  nonisolated let capacity: Int
  private let folder: AssetFolder?
  private let bundle: BundledGifts?
  private let memoryLimit: Int
  private let report: @Sendable (ClientEvent) -> Void
  private var memory: [AssetDigest: (data: Data, used: UInt64)] = [:]
  private var memoryBytes = 0
  private var uses: UInt64 = 0
  private var live: [Placement: Set<AssetDigest>] = [:]
  private var upcoming: Set<AssetDigest> = []
  private var withdrawn: Set<AssetDigest> = []
  /// Bytes that may be written before the folder is listed again.
  ///
  /// It is half of the room that was found, because another process may use as much. To list the
  /// folder for each file is slow if it has many.
  private var room = 0

  init(
    folder: AssetFolder?, bundle: BundledGifts?, memoryLimit: Int,
    report: @escaping @Sendable (ClientEvent) -> Void
  ) {
    self.folder = folder
    self.bundle = bundle
    self.memoryLimit = memoryLimit
    capacity = folder?.limit ?? memoryLimit
    self.report = report
  }

  /// Says what is live in a placement: it is removed after everything that was live.
  func keep(live digests: Set<AssetDigest>, in placement: Placement) {
    live[placement] = digests
  }

  /// Bytes that are kept: on disk, or in memory if there is no folder.
  var bytes: Int { folder?.bytes ?? memoryBytes }

  /// Removes all assets.
  func removeAll() {
    (memory, memoryBytes, room) = ([:], 0, 0)
    folder?.removeAll()
  }

  /// Says what will be live within a day, which is kept like what is live.
  func keep(upcoming digests: Set<AssetDigest>) {
    upcoming = digests
  }

  /// Deletes what a server has withdrawn, and keeps none of it any more; unless these are all, what
  /// was withdrawn before is kept no more, either.
  func keepNone(of digests: Set<AssetDigest>, isAll: Bool) {
    withdrawn = isAll ? digests : withdrawn.union(digests)
    for digest in digests {
      memoryBytes -= memory.removeValue(forKey: digest)?.data.count ?? 0
      folder?.remove(digest)
    }
  }

  /// The verified bytes; nil if they have to be fetched.
  func data(of reference: AssetReference) -> Data? {
    let digest = reference.digest
    // Another process may have put it there again.
    guard !withdrawn.contains(digest) else { return nil }
    // A reference with another size is wrong, and says nothing against these bytes.
    if let held = memory[digest], held.data.count == reference.byteCount {
      remember(held.data, as: digest)
      report(.servedFromCache(digest, bytes: held.data.count))
      return held.data
    }
    switch folder?.read(digest, byteCount: reference.byteCount) {
    case .bytes(let data):
      remember(data, as: digest)
      report(.servedFromCache(digest, bytes: data.count))
      return data
    case .damaged:
      report(.digestFailed(digest, source: .disk))
    case .missing, .none:
      break
    }
    guard let data = bundle?.data(of: reference) else { return nil }
    remember(data, as: digest)
    report(.servedFromCache(digest, bytes: data.count))
    return data
  }

  /// Whether the bytes are in memory or in a file, which is not read for that.
  func contains(_ reference: AssetReference) -> Bool {
    memory[reference.digest] != nil || (folder?.contains(reference.digest) ?? false)
      || (bundle?.contains(reference) ?? false)
  }

  /// Keeps bytes that have been verified.
  func store(_ data: Data, as digest: AssetDigest) {
    guard !withdrawn.contains(digest) else { return }
    remember(data, as: digest)
    guard let folder else { return }
    do throws(GiftClientError) {
      try folder.write(data, as: digest)
      room -= data.count
    } catch {
      // The bytes are good all the same; the next start fetches them again. The disk may be full
      // of what processes left when they died.
      report(.cacheFailed(error))
      room = -1
    }
    guard room < 0 else { return }
    let evicted = folder.evict(
      keeping: live.values.reduce(upcoming) { $0.union($1) }, except: digest)
    room = evicted.room / 2
    if evicted.count > 0 { report(.evicted(count: evicted.count, bytes: evicted.bytes)) }
  }

  private func remember(_ data: Data, as digest: AssetDigest) {
    guard data.count <= memoryLimit else { return }
    uses += 1
    memoryBytes += data.count - (memory[digest]?.data.count ?? 0)
    memory[digest] = (data, uses)
    while memoryBytes > memoryLimit {
      let oldest = memory.min { left, right in
        let isLeftKept = isKept(left.key)
        let isRightKept = isKept(right.key)
        // What was just used stays, whether it is live or not.
        if left.key == digest || right.key == digest { return right.key == digest }
        return isLeftKept == isRightKept ? left.value.used < right.value.used : isRightKept
      }
      guard let oldest else { return }
      memory[oldest.key] = nil
      memoryBytes -= oldest.value.data.count
    }
  }

  private func isKept(_ digest: AssetDigest) -> Bool {
    upcoming.contains(digest) || live.values.contains { $0.contains(digest) }
  }
}
