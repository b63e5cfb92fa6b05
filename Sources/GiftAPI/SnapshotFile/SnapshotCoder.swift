import GiftDomain
import GiftStore
import Hashing
import NIOCore

/// Writes a snapshot file, or reads it: each form is told once, so what is written can be read.
///
/// A function of a form writes the value that it is given, or reads one where it is given nil, and
/// returns it. Every value goes through the initialiser that refuses bad ones, and every number
/// that has none is in a range.
final class SnapshotCoder {
  /// By how much two clocks may differ, in microseconds: a host that has forgotten the time begins
  /// at 1970, and a hundred years are more than that.
  static let clockOffsets: ClosedRange<Int64> = -3_155_760_000_000_000...3_155_760_000_000_000
  /// How far east of UTC a clock may be, in seconds: less than a day.
  static let zoneOffsets: ClosedRange<Int64> = -86_399...86_399
  /// When clocks may be turned, in seconds since 1970-01-01T00:00:00Z: within the years there are.
  static let transitions =
    Timestamp.range.lowerBound / 1_000_000...Timestamp.range.upperBound / 1_000_000
  /// The numbers of PostgreSQL's timelines.
  static let timelines = 1...Int64(UInt32.max)

  /// What was written.
  private(set) var written = ByteBuffer()
  private let bytes: [UInt8]
  private var end: Int
  private(set) var place = 0

  /// Writes.
  init() {
    bytes = []
    end = 0
  }

  /// Reads; checks the whole file before anything of it is believed.
  init(_ bytes: [UInt8]) throws(SnapshotFileError) {
    self.bytes = bytes
    end = bytes.count
    guard bytes.count <= SnapshotFile.maxBytes else {
      throw .tooLong(limit: SnapshotFile.maxBytes)
    }
    guard bytes.starts(with: SnapshotFile.magic) else { throw .notASnapshot }
    let least = SnapshotFile.headBytes + sha256ByteCount
    guard bytes.count >= least else { throw .cut(expected: UInt64(least), found: bytes.count) }
    place = SnapshotFile.magic.count
    let version: UInt32 = try integer(nil)
    guard version == SnapshotFile.version else { throw .otherVersion(version) }
    let count: UInt64 = try integer(nil)
    guard count == UInt64(bytes.count) else {
      throw .cut(expected: count, found: bytes.count)
    }
    end -= sha256ByteCount
    guard sha256(bytes.span.extracting(first: end)) == Array(bytes[end...]) else { throw .damaged }
  }

  /// Reads all that the file keeps.
  func catalogue() throws(SnapshotFileError) -> KeptCatalogue {
    let rows = try rows(nil)
    var packer = AssetPacker()
    for _ in 0..<(try count(nil)) { packer.add(try asset()) }
    guard place == end else { throw .malformed(at: place) }
    return KeptCatalogue(
      view: rows.view, position: rows.position, clockOffset: rows.clockOffset,
      assets: packer.finish())
  }

  /// Reads a digest, and each coding behind its length; one that there is none of has no bytes.
  private func asset() throws(SnapshotFileError) -> StoredAsset {
    let digest = try digest(nil)
    let (identity, gzip, brotli) = (try taken(), try taken(), try taken())
    guard sha256(identity) == digest.bytes else { throw .otherBytes(digest, at: place) }
    return .kept(
      digest, identity: identity, gzip: gzip.isEmpty ? nil : gzip,
      brotli: brotli.isEmpty ? nil : brotli)
  }

  // MARK: Parts

  private func take(_ count: Int) throws(SnapshotFileError) -> ArraySlice<UInt8> {
    guard count <= end - place else { throw .malformed(at: place) }
    defer { place += count }
    return bytes[place..<place + count]
  }

  private func taken() throws(SnapshotFileError) -> [UInt8] { Array(try take(try count(nil))) }

  func integer<Number: FixedWidthInteger>(_ value: Number?) throws(SnapshotFileError) -> Number {
    if let value {
      written.writeInteger(value)
      return value
    }
    return try take(Number.bitWidth / 8).reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
  }

  /// A number that whatever it becomes part of checks, or any at all.
  func number(_ value: Int64?) throws(SnapshotFileError) -> Int64 { try integer(value) }

  func number(
    _ value: Int64?, in range: ClosedRange<Int64>
  ) throws(SnapshotFileError) -> Int64 {
    let number = try number(value)
    return try required(range.contains(number) ? number : nil)
  }

  func count(_ value: Int?) throws(SnapshotFileError) -> Int {
    Int(try integer(value.map { UInt32(clamping: $0) }))
  }

  func flag(_ value: Bool?) throws(SnapshotFileError) -> Bool {
    switch try integer(value.map { $0 ? 1 : 0 as UInt8 }) {
    case 0: return false
    case 1: return true
    default: throw .malformed(at: place)
    }
  }

  func text(_ value: String?) throws(SnapshotFileError) -> String {
    let count = try count(value?.utf8.count)
    if let value {
      written.writeString(value)
      return value
    }
    return try required(String(validating: try take(count), as: UTF8.self))
  }

  func instant(_ value: Timestamp?) throws(SnapshotFileError) -> Timestamp {
    try checked(Timestamp.init(microseconds:), try number(value?.microseconds))
  }

  func change(_ value: ChangeNumber?) throws(SnapshotFileError) -> ChangeNumber {
    try checked(ChangeNumber.init, try number(value?.value))
  }

  func digest(_ value: SHA256Digest?) throws(SnapshotFileError) -> SHA256Digest {
    if let value {
      written.writeBytes(value.bytes)
      return value
    }
    return try checked(SHA256Digest.init(bytes:), Array(try take(SHA256Digest.byteCount)))
  }

  /// `value` is nil for reading, and has nil in it for nothing to write.
  func optional<Value>(
    _ value: Value??, _ one: (Value?) throws(SnapshotFileError) -> Value
  ) throws(SnapshotFileError) -> Value? {
    try flag(value.map { $0 != nil }) ? try one(value ?? nil) : nil
  }

  func list<Element>(
    _ values: [Element]?, _ one: (Element?) throws(SnapshotFileError) -> Element
  ) throws(SnapshotFileError) -> [Element] {
    let count = try count(values?.count)
    // Nothing of a list takes less than a byte, so a count that lies reserves no memory.
    guard values != nil || count <= end - place else { throw .malformed(at: place) }
    var elements: [Element] = []
    for index in 0..<count { elements.append(try one(values?[index])) }
    return elements
  }

  /// Of two under one key, the last.
  func dictionary<Key, Value>(
    _ pairs: [(key: Key, value: Value)]?, _ key: (Key?) throws(SnapshotFileError) -> Key,
    _ value: (Value?) throws(SnapshotFileError) -> Value
  ) throws(SnapshotFileError) -> [Key: Value] {
    let pairs = try list(pairs) { pair throws(SnapshotFileError) in
      (key: try key(pair?.key), value: try value(pair?.value))
    }
    return Dictionary(pairs.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
  }

  /// A value of the domain from its parts.
  func checked<Raw, Value>(
    _ build: (Raw) throws(DomainError) -> Value, _ raw: Raw
  ) throws(SnapshotFileError) -> Value {
    do {
      return try build(raw)
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
