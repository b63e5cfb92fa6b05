import Foundation

/// Verified assets in a folder, one file each under its digest, and a bound on their bytes.
///
/// Files are verified when they are read. So processes that share the folder at worst do the same
/// work twice, or one fetches again what another removed.
struct AssetFolder: Sendable {
  /// The most bytes of all files.
  let limit: Int
  private let files: WholeFiles
  private let wall: @Sendable () -> Date

  /// - Throws: `cacheUnusable` if the folder can neither be found nor made.
  init(
    _ folder: URL, limit: Int, wall: @escaping @Sendable () -> Date
  ) throws(GiftClientError) {
    self.limit = limit
    self.wall = wall
    files = try WholeFiles(folder, fileLimit: ClientLimits.animationBytes)
  }

  /// What reading found.
  enum Reading {
    case bytes(Data)
    case missing
    /// There were bytes, but not those of the digest; the file is gone.
    case damaged
  }

  /// Reads an asset, verifies it, and notes that it was used.
  func read(_ digest: AssetDigest, byteCount: Int) -> Reading {
    guard let data = files.read(digest.hex) else { return .missing }
    guard digest.isOf(data) else {
      files.remove(digest.hex)
      return .damaged
    }
    // The reference is wrong, not the file.
    guard data.count == byteCount else { return .missing }
    files.date(digest.hex, wall())
    return .bytes(data)
  }

  /// Whether there is a file of this asset, without verifying it.
  func contains(_ digest: AssetDigest) -> Bool {
    files.find(digest.hex) != nil
  }

  /// Bytes of all files, also of those that are half written.
  var bytes: Int { list().reduce(0) { $0 + $1.bytes } }

  /// Removes all assets; what is half written another process may be writing.
  func removeAll() {
    for file in list() where file.digest != nil { files.remove(file.name) }
    files.removeAbandoned()
  }

  /// Removes an asset.
  func remove(_ digest: AssetDigest) { files.remove(digest.hex) }

  /// Writes an asset that has been verified, unless it alone exceeds the limit.
  ///
  /// - Throws: `cacheUnusable`.
  func write(_ data: Data, as digest: AssetDigest) throws(GiftClientError) {
    guard data.count <= limit else { return }
    try files.write(data, as: digest.hex)
  }

  /// What keeping the limit did.
  struct Eviction {
    /// Files that were removed, and their bytes.
    var count = 0
    var bytes = 0
    /// Bytes that may still be written.
    var room = 0
  }

  /// Removes what was left half written, and then the least recently used files until the rest is
  /// within the limit.
  ///
  /// What is neither `kept`, because it is live or upcoming, nor the `newest`, goes first. A file
  /// that is half written counts like what is kept: a process may be writing it.
  func evict(keeping kept: Set<AssetDigest>, except newest: AssetDigest) -> Eviction {
    files.removeAbandoned()
    var entries = list()
    // No file is larger than the limit of one, so the sum is within any Int.
    var total = entries.reduce(0) { $0 + $1.bytes }
    var eviction = Eviction()
    if total > limit {
      let rank = { (file: Entry) in
        guard let digest = file.digest else { return 1 }
        return digest == newest ? 2 : kept.contains(digest) ? 1 : 0
      }
      entries.sort { (rank($0), $0.used) < (rank($1), $1.used) }
    }
    for file in entries where total > limit {
      files.remove(file.name)
      total -= file.bytes
      eviction.count += 1
      eviction.bytes += file.bytes
    }
    eviction.room = limit - total
    return eviction
  }

  private struct Entry {
    let name: String
    /// Nil for a file that is half written.
    let digest: AssetDigest?
    let bytes: Int
    let used: Date
  }

  private func list() -> [Entry] {
    files.names().compactMap { name in
      let digest = AssetDigest(hex: name)
      guard digest != nil || WholeFiles.isTemporary(name), let file = files.find(name) else {
        return nil
      }
      return Entry(name: name, digest: digest, bytes: file.bytes, used: file.modified)
    }
  }
}

extension AssetDigest {
  /// Whether these are the bytes that it names.
  func isOf(_ data: Data) -> Bool {
    AssetDigest(of: data) == self
  }
}
