import FoundationEssentials
import GiftDomain
import GiftStore
import Hashing

/// The bytes of a snapshot file, to be read piece by piece, so that what is served from it is in
/// memory only once.
package struct SnapshotSource: Sendable {
  /// The size of the file in bytes.
  let byteCount: Int
  /// The bytes from an offset on, as many as are wanted unless the file has fewer.
  let read: @Sendable (_ offset: Int, _ count: Int) throws -> [UInt8]

  /// A source of that many bytes, which `read` returns; whatever it throws counts as a file that
  /// cannot be read.
  package init(
    byteCount: Int, read: @escaping @Sendable (_ offset: Int, _ count: Int) throws -> [UInt8]
  ) {
    self.byteCount = byteCount
    self.read = read
  }

  fileprivate func bytes(at offset: Int, _ count: Int) throws(SnapshotFileError) -> [UInt8] {
    let found: [UInt8]
    do {
      found = try read(offset, count)
    } catch {
      throw .unreadable
    }
    guard found.count == count else {
      throw .cut(expected: UInt64(byteCount), found: offset + found.count)
    }
    return found
  }
}

/// Reads a snapshot file.
struct SnapshotReader {
  /// The bytes that are read at once: far more than most assets have.
  private static let windowBytes = 1 << 20

  private let source: SnapshotSource
  private let end: Int
  private var place = SnapshotFile.magic.count
  private var window: [UInt8] = []
  private var windowStart = 0

  /// Checks the whole file before any of it is used.
  init(_ source: SnapshotSource) throws(SnapshotFileError) {
    self.source = source
    let byteCount = source.byteCount
    end = max(0, byteCount - SHA256Digest.byteCount)
    guard byteCount <= SnapshotFile.maxBytes else { throw .tooLong(limit: SnapshotFile.maxBytes) }
    let magic = SnapshotFile.magic
    guard try source.bytes(at: 0, min(byteCount, magic.count)) == magic else { throw .notASnapshot }
    let least = SnapshotFile.headBytes + SHA256Digest.byteCount
    guard byteCount >= least else { throw .cut(expected: UInt64(least), found: byteCount) }
    let version: UInt32 = try number()
    guard version == SnapshotFile.version else { throw .otherVersion(version) }
    let count: UInt64 = try number()
    guard count == UInt64(byteCount) else { throw .cut(expected: count, found: byteCount) }
    let digest = try Self.digest(of: source, upTo: end)
    guard try source.bytes(at: end, SHA256Digest.byteCount) == digest else { throw .damaged }
  }

  private static func digest(
    of source: SnapshotSource, upTo end: Int
  ) throws(SnapshotFileError) -> [UInt8] {
    var digest = SHA256()
    for start in stride(from: 0, to: end, by: windowBytes) {
      let part = try source.bytes(at: start, min(windowBytes, end - start))
      digest.update(part.span)
    }
    return digest.finalized()
  }

  /// The contents of the file.
  mutating func catalogue() throws(SnapshotFileError) -> KeptCatalogue {
    let count: UInt64 = try number()
    let rows = try take(Int(clamping: count))
    var kept: KeptCatalogue
    do {
      kept = try JSONDecoder().decode(KeptCatalogue.self, from: Data(rows))
    } catch let error as DomainError {
      throw .broken(error)
    } catch {
      throw .malformed
    }
    guard kept.isWhole else { throw .malformed }
    var packers = AssetKind.allCases.map { (kind: $0, packer: AssetPacker($0)) }
    while place < end {
      let number: UInt8 = try number()
      guard let index = packers.firstIndex(where: { $0.kind.rawValue == number })
      else { throw .malformed }
      packers[index].packer.add(try asset(packers[index].kind))
    }
    kept.assets = packers.indices.flatMap { packers[$0].packer.finish() }
    return kept
  }

  private mutating func asset(_ kind: AssetKind) throws(SnapshotFileError) -> StoredAsset {
    let digest: SHA256Digest
    do {
      digest = try SHA256Digest(bytes: Array(take(SHA256Digest.byteCount)))
    } catch {
      throw .malformed
    }
    var bodies: [ContentCoding: [UInt8]] = [:]
    for coding in kind.codings {
      let count: UInt32 = try number()
      if count > 0 { bodies[coding] = Array(try take(Int(count))) }
    }
    guard let identity = bodies[.identity], SHA256.hash(identity) == digest.bytes
    else {
      throw .otherBytes(digest)
    }
    let asset = StoredAsset(digest: digest, bodies: bodies)
    guard asset.unfitCodings.isEmpty else { throw .otherBytes(digest) }
    guard kind.fits(asset) else { throw .malformed }
    return asset
  }

  private mutating func number<Number: FixedWidthInteger>() throws(SnapshotFileError) -> Number {
    try take(Number.bitWidth / 8).reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
  }

  private mutating func take(_ count: Int) throws(SnapshotFileError) -> ArraySlice<UInt8> {
    guard count <= end - place else { throw .malformed }
    if place < windowStart || place + count > windowStart + window.count {
      // Before the next one takes memory.
      window = []
      window = try source.bytes(at: place, min(end - place, max(count, Self.windowBytes)))
      windowStart = place
    }
    defer { place += count }
    return window[place - windowStart..<place - windowStart + count]
  }
}
