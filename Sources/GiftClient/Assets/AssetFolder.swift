import Crypto
import Foundation

/// Verified assets in a folder, one file each under its digest, and a bound on their bytes.
///
/// Files are written whole under another name and then renamed, and they are verified when they are
/// read. So several processes may share the folder without locks: at worst they do the same work
/// twice, or one fetches again what another removed.
struct AssetFolder: Sendable {
  private let folder: URL
  private let limit: Int
  private let wall: @Sendable () -> Date
  /// A name that no asset has, in front of files that are being written.
  private static let temporaryPrefix = "writing-"
  /// Seconds after which a file that is being written was left by a process that died.
  private static let abandoned: TimeInterval = 3600

  /// - Throws: `cacheUnusable` if the folder can neither be found nor made.
  init(
    _ folder: URL, limit: Int, wall: @escaping @Sendable () -> Date
  ) throws(GiftClientError) {
    self.folder = folder
    self.limit = limit
    self.wall = wall
    try makeFolder(folder)
  }

  /// What reading found.
  enum Reading {
    case bytes(Data)
    case missing
    /// There were bytes, but not those of the digest; the file is gone.
    case damaged
  }

  /// Reads an asset, verifies it, and notes that it was used.
  func read(_ digest: AssetDigest, byteCount: Int?) -> Reading {
    let file = url(digest)
    // A file that cannot be read counts as missing, and is fetched again.
    guard let data = try? Data(contentsOf: file) else { return .missing }
    guard byteCount.map({ $0 == data.count }) ?? true, digest.isOf(data) else {
      removeFile(file)
      return .damaged
    }
    touch(file)
    return .bytes(data)
  }

  /// Whether there is a file of this asset, without verifying it.
  func contains(_ digest: AssetDigest) -> Bool {
    FileManager.default.fileExists(atPath: url(digest).path)
  }

  /// Writes an asset that has been verified, unless it alone exceeds the limit.
  ///
  /// - Throws: `cacheUnusable`.
  func write(_ data: Data, as digest: AssetDigest) throws(GiftClientError) {
    guard data.count <= limit else { return }
    try writeWhole(data, to: url(digest), temporaryPrefix: Self.temporaryPrefix)
  }

  /// What keeping the limit did.
  struct Eviction {
    /// Files that were removed, and their bytes.
    var count = 0
    var bytes = 0
    /// Bytes that may still be written.
    var room = 0
  }

  /// Removes the least recently used files until the rest is within the limit.
  ///
  /// What is neither `kept`, because it is live or upcoming, nor the `newest`, goes first.
  func evict(keeping kept: Set<AssetDigest>, except newest: AssetDigest) -> Eviction {
    var files = list()
    var total = files.reduce(0) { $0 + $1.bytes }
    var eviction = Eviction()
    if total > limit {
      let rank = { (file: Entry) in file.digest == newest ? 2 : kept.contains(file.digest) ? 1 : 0 }
      files.sort { (rank($0), $0.used) < (rank($1), $1.used) }
    }
    for file in files where total > limit {
      removeFile(file.url)
      total -= file.bytes
      eviction.count += 1
      eviction.bytes += file.bytes
    }
    eviction.room = limit - total
    return eviction
  }

  private struct Entry {
    let url: URL
    let digest: AssetDigest
    let bytes: Int
    let used: Date
  }

  private func list() -> [Entry] {
    let keys: Set<URLResourceKey> = [.fileSizeKey, .contentModificationDateKey]
    // A folder that cannot be listed is over no limit that anybody could enforce.
    let urls = try? FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: Array(keys))
    let newest = (urls ?? []).compactMap { modified($0) }.max() ?? .distantPast
    return (urls ?? []).compactMap { url in
      // A file that another process just removed has no size.
      guard let values = try? url.resourceValues(forKeys: keys), let bytes = values.fileSize,
        let used = values.contentModificationDate
      else { return nil }
      if let digest = AssetDigest(hex: url.lastPathComponent) {
        return Entry(url: url, digest: digest, bytes: bytes, used: used)
      }
      let isAbandoned = newest.timeIntervalSince(used) > Self.abandoned
      if url.lastPathComponent.hasPrefix(Self.temporaryPrefix), isAbandoned { removeFile(url) }
      return nil
    }
  }

  private func modified(_ url: URL) -> Date? {
    // Gone meanwhile: then it has no date.
    try? url.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate
  }

  private func touch(_ file: URL) {
    // Without it the file only looks older than it is.
    try? FileManager.default.setAttributes([.modificationDate: wall()], ofItemAtPath: file.path)
  }

  private func url(_ digest: AssetDigest) -> URL {
    folder.appendingPathComponent(digest.hex, isDirectory: false)
  }
}

extension AssetDigest {
  /// Whether these are the bytes that it names.
  func isOf(_ data: Data) -> Bool {
    AssetDigest(bytes: SHA256.hash(data: data)) == self
  }
}

/// Makes a folder with those above it.
///
/// - Throws: `cacheUnusable`.
func makeFolder(_ folder: URL) throws(GiftClientError) {
  do {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  } catch {
    throw .cacheUnusable(path: folder.path, reason: error.localizedDescription)
  }
}

/// Writes a file whole or not at all: under another name in the same folder, then renamed.
///
/// A file that is there already stays: its name says what it contains.
///
/// - Throws: `cacheUnusable`.
func writeWhole(
  _ data: Data, to file: URL, temporaryPrefix: String
) throws(GiftClientError) {
  let temporary = file.deletingLastPathComponent()
    .appendingPathComponent(temporaryPrefix + UUID().uuidString, isDirectory: false)
  do {
    try data.write(to: temporary)
    try FileManager.default.moveItem(at: temporary, to: file)
  } catch {
    removeFile(temporary)
    if FileManager.default.fileExists(atPath: file.path) { return }
    throw .cacheUnusable(
      path: file.deletingLastPathComponent().path, reason: error.localizedDescription)
  }
}

/// Removes a file, or leaves that to whoever removed it first.
func removeFile(_ file: URL) {
  // One that cannot be removed fails its digest again at the next reading.
  try? FileManager.default.removeItem(at: file)
}
