import GiftDomain
import GiftStore
import Hashing

/// Reads a snapshot file: every value goes through the initialiser that refuses bad ones, and every
/// number that has none is in a range.
final class SnapshotReader {
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

  private let bytes: [UInt8]
  private var end: Int
  private var place: Int

  /// Checks the whole file before anything of it is believed.
  init(_ bytes: [UInt8]) throws(SnapshotFileError) {
    self.bytes = bytes
    place = 0
    end = bytes.count
    guard bytes.count <= SnapshotFile.maxBytes else {
      throw .tooLong(limit: SnapshotFile.maxBytes)
    }
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
    end -= sha256ByteCount
    guard sha256(bytes.span.extracting(first: end)) == Array(bytes[end...]) else { throw .damaged }
  }

  /// All that the file keeps.
  func catalogue(limits: APILimits) throws(SnapshotFileError) -> KeptCatalogue {
    let offset = try number(in: Self.clockOffsets)
    let position = try position()
    let (change, altering, alteredAt) = (try change(), try change(), try instant())
    let (instant, now) = (try instant(), try instant())
    let states = try list(state)
    let departed = try list(departed)
    let zones = try list(zone)
    let rotations = try list { () throws(SnapshotFileError) in try rotation(in: zones) }
    var packer = AssetPacker(limits: limits)
    for _ in 0..<(try count()) { packer.add(try asset()) }
    // Gifts are looked for by their ids, in order.
    guard place == end, states.isRising(by: \.gift), departed.isRising(by: \.state.gift),
      states.allSatisfy({ $0.definition != nil }),
      departed.allSatisfy({ $0.state.definition == nil })
    else { throw .malformed(at: place) }
    return KeptCatalogue(
      view: .kept(
        states: states, departed: departed, rotations: rotations, change: change,
        altering: altering, alteredAt: alteredAt, instant: instant, now: now),
      position: position, clockOffset: offset, assets: packer.finish())
  }

  private func position() throws(SnapshotFileError) -> HistoryPosition {
    HistoryPosition(
      begun: try optional(instant), change: try change(), changedAt: try instant(),
      timeline: try optional { () throws(SnapshotFileError) in try number(in: Self.timelines) },
      systemIdentifier: try optional(number))
  }

  private func departed() throws(SnapshotFileError) -> DepartedGift {
    .kept(try state(), lastDefinition: try definition())
  }

  private func asset() throws(SnapshotFileError) -> StoredAsset {
    let digest = try digest()
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

  private func taken() throws(SnapshotFileError) -> [UInt8] { Array(try take(try count())) }

  func integer<Number: FixedWidthInteger>(
    _ type: Number.Type
  ) throws(SnapshotFileError) -> Number {
    try take(type.bitWidth / 8).reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
  }

  /// A number that whatever it becomes part of checks, or any at all.
  func number() throws(SnapshotFileError) -> Int64 { try integer(Int64.self) }

  func number(in range: ClosedRange<Int64>) throws(SnapshotFileError) -> Int64 {
    let number = try number()
    return try required(range.contains(number) ? number : nil)
  }

  private func count() throws(SnapshotFileError) -> Int { Int(try integer(UInt32.self)) }

  func flag() throws(SnapshotFileError) -> Bool {
    switch try integer(UInt8.self) {
    case 0: return false
    case 1: return true
    default: throw .malformed(at: place)
    }
  }

  func text() throws(SnapshotFileError) -> String {
    try required(String(validating: try take(try count()), as: UTF8.self))
  }

  func instant() throws(SnapshotFileError) -> Timestamp {
    try value(Timestamp.init(microseconds:), try number())
  }

  func change() throws(SnapshotFileError) -> ChangeNumber {
    try value(ChangeNumber.init, try number())
  }

  func digest() throws(SnapshotFileError) -> SHA256Digest {
    try value(SHA256Digest.init(bytes:), Array(try take(SHA256Digest.byteCount)))
  }

  func optional<Value>(
    _ one: () throws(SnapshotFileError) -> Value
  ) throws(SnapshotFileError) -> Value? {
    try flag() ? try one() : nil
  }

  func list<Element>(
    _ one: () throws(SnapshotFileError) -> Element
  ) throws(SnapshotFileError) -> [Element] {
    let count = try count()
    // Nothing of a list takes less than a byte, so a count that lies reserves no memory.
    guard count <= end - place else { throw .malformed(at: place) }
    var elements: [Element] = []
    for _ in 0..<count { elements.append(try one()) }
    return elements
  }

  /// Of two under one key, the last.
  func dictionary<Key, Value>(
    _ key: () throws(SnapshotFileError) -> Key, _ value: () throws(SnapshotFileError) -> Value
  ) throws(SnapshotFileError) -> [Key: Value] {
    let pairs = try list { () throws(SnapshotFileError) in (try key(), try value()) }
    return Dictionary(pairs, uniquingKeysWith: { $1 })
  }

  /// A value of the domain from what was read.
  func value<Raw, Value>(
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

extension Array {
  fileprivate func isRising<Key: Comparable>(by key: (Element) -> Key) -> Bool {
    zip(self, dropFirst()).allSatisfy { key($0) < key($1) }
  }
}
