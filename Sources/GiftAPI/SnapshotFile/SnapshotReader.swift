import FoundationEssentials
import GiftDomain
import GiftStore
import Hashing

/// Reads a snapshot file.
struct SnapshotReader {
  private let bytes: [UInt8]
  private let end: Int
  private var place = SnapshotFile.magic.count

  /// Checks the whole file before any of it is used.
  init(_ bytes: [UInt8]) throws(SnapshotFileError) {
    self.bytes = bytes
    end = max(0, bytes.count - SHA256Digest.byteCount)
    guard bytes.count <= SnapshotFile.maxBytes else { throw .tooLong(limit: SnapshotFile.maxBytes) }
    guard bytes.starts(with: SnapshotFile.magic) else { throw .notASnapshot }
    let least = SnapshotFile.headBytes + SHA256Digest.byteCount
    guard bytes.count >= least else { throw .cut(expected: UInt64(least), found: bytes.count) }
    let version: UInt32 = try number()
    guard version == SnapshotFile.version else { throw .otherVersion(version) }
    let count: UInt64 = try number()
    guard count == UInt64(bytes.count) else { throw .cut(expected: count, found: bytes.count) }
    guard SHA256.hash(bytes.span.extracting(..<end)) == Array(bytes[end...]) else { throw .damaged }
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
    defer { place += count }
    return bytes[place..<place + count]
  }
}
