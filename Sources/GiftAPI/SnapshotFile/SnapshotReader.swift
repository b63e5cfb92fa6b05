import GiftDomain
import GiftStore
import Hashing

/// Reads a snapshot file: every value goes through the initialiser that refuses bad ones.
struct SnapshotReader {
  private let bytes: [UInt8]
  private var end: Int
  private var place: Int

  /// Checks the whole file before anything of it is believed.
  init(_ bytes: [UInt8]) throws(SnapshotFileError) {
    self.bytes = bytes
    guard bytes.count <= SnapshotFile.maxBytes else {
      throw .tooLong(limit: SnapshotFile.maxBytes)
    }
    place = 0
    end = bytes.count
    guard bytes.starts(with: SnapshotFile.magic) else { throw .notASnapshot }
    let least = SnapshotFile.headBytes + sha256ByteCount
    guard bytes.count >= least else { throw .cut(expected: UInt64(least), found: bytes.count) }
    place = SnapshotFile.magic.count
    let version = try integer(UInt32.self)
    guard version == SnapshotFile.version else { throw .otherVersion(version) }
    let count = try integer(UInt64.self)
    guard count == UInt64(bytes.count) else {
      throw .cut(expected: count, found: bytes.count)
    }
    let covered = bytes.count - sha256ByteCount
    guard sha256(bytes.span.extracting(first: covered)) == Array(bytes[covered...]) else {
      throw .damaged
    }
    end = covered
  }

  /// All that the file keeps.
  mutating func catalogue(limits: APILimits) throws(SnapshotFileError) -> KeptCatalogue {
    let offset = try number()
    let begun = try optional { reader throws(SnapshotFileError) in try reader.instant() }
    let position = HistoryPlace(
      begun: begun, change: try change(), changedAt: try instant(),
      timeline: try optional { reader throws(SnapshotFileError) in try reader.number() })
    let (change, altering, alteredAt) = (try change(), try change(), try instant())
    let (instant, now) = (try instant(), try instant())
    let states = try list { reader throws(SnapshotFileError) in try reader.state() }
    let departed = try list { reader throws(SnapshotFileError) in
      DepartedGift.kept(try reader.state(), lastDefinition: try reader.definition())
    }
    let zones = try list { reader throws(SnapshotFileError) in try reader.zone() }
    let rotations = try list { reader throws(SnapshotFileError) in try reader.rotation(in: zones) }
    var packer = AssetPacker(limits: limits)
    for _ in 0..<(try count()) { packer.add(try asset()) }
    guard place == end else { throw .malformed(at: place) }
    return KeptCatalogue(
      view: .kept(
        states: states, departed: departed, rotations: rotations, change: change,
        altering: altering, alteredAt: alteredAt, instant: instant, now: now),
      place: position, clockOffset: offset, assets: packer.finish())
  }

  private mutating func asset() throws(SnapshotFileError) -> StoredAsset {
    let digest = try digest()
    let identity = try take(try count())
    let gzip = try take(try count())
    let brotli = try take(try count())
    guard sha256(identity) == digest.bytes else { throw .otherBytes(digest, at: place) }
    return StoredAsset.kept(
      digest, identity: identity, gzip: gzip.isEmpty ? nil : gzip,
      brotli: brotli.isEmpty ? nil : brotli)
  }

  // MARK: Parts

  mutating func take(_ count: Int) throws(SnapshotFileError) -> [UInt8] {
    guard count <= end - place else { throw .malformed(at: place) }
    defer { place += count }
    return Array(bytes[place..<place + count])
  }

  mutating func integer<Number: FixedWidthInteger>(
    _ type: Number.Type
  ) throws(SnapshotFileError) -> Number {
    try take(type.bitWidth / 8).reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
  }

  mutating func number() throws(SnapshotFileError) -> Int64 { try integer(Int64.self) }

  mutating func count() throws(SnapshotFileError) -> Int { Int(try integer(UInt32.self)) }

  mutating func flag() throws(SnapshotFileError) -> Bool {
    switch try integer(UInt8.self) {
    case 0: return false
    case 1: return true
    default: throw .malformed(at: place)
    }
  }

  mutating func text() throws(SnapshotFileError) -> String {
    let bytes = try take(try count())
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .malformed(at: place) }
    return text
  }

  mutating func instant() throws(SnapshotFileError) -> Timestamp {
    let microseconds = try number()
    return try value { () throws(DomainError) in try Timestamp(microseconds: microseconds) }
  }

  mutating func change() throws(SnapshotFileError) -> ChangeNumber {
    let number = try number()
    return try value { () throws(DomainError) in try ChangeNumber(number) }
  }

  mutating func digest() throws(SnapshotFileError) -> SHA256Digest {
    let bytes = try take(SHA256Digest.byteCount)
    return try value { () throws(DomainError) in try SHA256Digest(bytes: bytes) }
  }

  mutating func optional<Value>(
    _ one: (inout SnapshotReader) throws(SnapshotFileError) -> Value
  ) throws(SnapshotFileError) -> Value? {
    try flag() ? try one(&self) : nil
  }

  mutating func list<Element>(
    _ one: (inout SnapshotReader) throws(SnapshotFileError) -> Element
  ) throws(SnapshotFileError) -> [Element] {
    let count = try count()
    // Nothing of a list takes less than a byte, so a count that lies reserves no memory.
    guard count <= end - place else { throw .malformed(at: place) }
    var elements: [Element] = []
    for _ in 0..<count { elements.append(try one(&self)) }
    return elements
  }

  /// A value of the domain from what was read so far.
  func value<Value>(
    _ build: () throws(DomainError) -> Value
  ) throws(SnapshotFileError) -> Value {
    do {
      return try build()
    } catch {
      throw .broken(error, at: place)
    }
  }

  /// What must be there, at what was read so far.
  func required<Value>(_ value: Value?) throws(SnapshotFileError) -> Value {
    guard let value else { throw .malformed(at: place) }
    return value
  }
}
