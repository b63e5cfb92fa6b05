/// A ZIP archive in memory (PKWARE APPNOTE 6.3.10), without its 64-bit form and without encryption.
///
/// It reads the central directory, and trusts nothing in it or in a header before comparing it with
/// the bytes. It accepts any bytes, and throws an error for invalid ones.
package struct ZipArchive: Sendable {
  /// Entries of an archive.
  package static let maxEntries = 1_000
  /// Bytes of an entry's name.
  package static let maxNameBytes = 255

  /// The names of the entries, in the archive's order.
  package var names: [String] { entries.map(\.name) }

  private let bytes: [UInt8]
  private let entries: [Entry]
  /// Where the central directory begins: entries lie before it.
  private let directory: Int

  private struct Entry {
    let name: String
    let flags: Int
    let method: Int
    let checksum: Int
    let packedCount: Int
    let count: Int
    let header: Int
  }

  /// Throws `ZipFault` for a directory that cannot be read whole.
  package init(_ bytes: [UInt8]) throws(ZipFault) {
    let fields = LittleEndian(bytes)
    let end = try Self.end(of: fields)
    let disks = [fields.short(end + 4), fields.short(end + 6)]
    let count = fields.short(end + 10)
    let (size, offset) = (fields.long(end + 12), fields.long(end + 16))
    guard count != 0xFFFF, size != Self.wide, offset != Self.wide else { throw .zip64 }
    guard disks == [0, 0], fields.short(end + 8) == count else { throw .severalDisks }
    guard count <= Self.maxEntries else { throw .tooManyEntries(limit: Self.maxEntries) }
    guard offset + size == end else { throw .damaged }
    var entries: [Entry] = []
    var names: Set<String> = []
    var at = offset
    for _ in 0..<count {
      let entry = try Self.entry(&at, fields, end: end)
      guard names.insert(entry.name).inserted else { throw .repeated(name: entry.name) }
      entries.append(entry)
    }
    guard at == end else { throw .damaged }
    (self.bytes, self.entries, directory) = (bytes, entries, offset)
  }

  /// The bytes of an entry, at most `limit`; nil if there is none of that name.
  ///
  /// Throws `ZipFault`.
  package func bytes(of name: String, limit: Int) throws(ZipFault) -> [UInt8]? {
    guard let entry = entries.first(where: { $0.name == name }) else { return nil }
    // Bits 0, 6 and 13: encrypted, strongly encrypted, and with a masked directory (4.4.4).
    guard entry.flags & 0x2041 == 0 else { throw .encrypted }
    guard [entry.count, entry.packedCount, entry.header].allSatisfy({ $0 != Self.wide }) else {
      throw .zip64
    }
    guard entry.count <= limit else { throw .unreadable(.tooLarge(limit: limit)) }
    let packed = try packedBytes(of: entry)
    let unpacked: [UInt8]
    switch entry.method {
    case 0: unpacked = Array(packed)
    case 8:
      do {
        unpacked = try inflated(packed, limit: limit)
      } catch {
        throw .unreadable(error)
      }
    default: throw .method(entry.method)
    }
    guard unpacked.count == entry.count, Int(checksum(unpacked)) == entry.checksum else {
      throw .unreadable(.damaged)
    }
    return unpacked
  }

  /// The bytes after an entry's own header (4.3.7), which must agree with the directory.
  private func packedBytes(of entry: Entry) throws(ZipFault) -> ArraySlice<UInt8> {
    let fields = LittleEndian(bytes)
    let at = entry.header
    guard at + 30 <= directory, fields.long(at) == 0x0403_4B50,
      fields.short(at + 8) == entry.method
    else { throw .damaged }
    let nameEnd = at + 30 + fields.short(at + 26)
    let start = nameEnd + fields.short(at + 28)
    guard start + entry.packedCount <= directory,
      bytes[(at + 30)..<nameEnd].elementsEqual(entry.name.utf8)
    else { throw .damaged }
    return bytes[start..<(start + entry.packedCount)]
  }

  /// A placeholder for a 64-bit number elsewhere (4.4.8).
  private static let wide = 0xFFFF_FFFF

  /// Where the end record (4.3.16) begins: the last that ends with the archive.
  private static func end(of fields: LittleEndian) throws(ZipFault) -> Int {
    let last = fields.count - 22
    guard last >= 0 else { throw .noDirectory }
    // A comment of at most 65,535 bytes may follow it.
    for at in stride(from: last, through: max(0, last - 0xFFFF), by: -1)
    where fields.long(at) == 0x0605_4B50 && at + 22 + fields.short(at + 20) == fields.count {
      // The locator of the 64-bit form (4.3.15) precedes it.
      guard at < 20 || fields.long(at - 20) != 0x0706_4B50 else { throw .zip64 }
      return at
    }
    throw .noDirectory
  }

  /// An entry of the directory (4.3.12); moves on to the next.
  private static func entry(
    _ at: inout Int, _ fields: LittleEndian, end: Int
  ) throws(ZipFault) -> Entry {
    guard at + 46 <= end, fields.long(at) == 0x0201_4B50 else { throw .damaged }
    let nameCount = fields.short(at + 28)
    guard nameCount <= maxNameBytes else { throw .nameTooLong(limit: maxNameBytes) }
    let next = at + 46 + nameCount + fields.short(at + 30) + fields.short(at + 32)
    guard next <= end else { throw .damaged }
    defer { at = next }
    guard
      let name = String(validating: fields.bytes[(at + 46)..<(at + 46 + nameCount)], as: UTF8.self)
    else { throw .damaged }
    return Entry(
      name: name, flags: fields.short(at + 8), method: fields.short(at + 10),
      checksum: fields.long(at + 16), packedCount: fields.long(at + 20),
      count: fields.long(at + 24), header: fields.long(at + 42))
  }
}

/// Why a ZIP archive, or an entry of it, cannot be read.
package enum ZipFault: Error, Hashable, Sendable {
  /// Its directory, at the end, is missing: it is truncated, or not an archive.
  case noDirectory
  /// Its parts contradict each other.
  case damaged
  /// It is written in the 64-bit form, for archives beyond 4 GB.
  case zip64
  /// It is a part of an archive of several.
  case severalDisks
  /// It has more entries than `ZipArchive.maxEntries`.
  case tooManyEntries(limit: Int)
  /// An entry's name has more bytes than `ZipArchive.maxNameBytes`.
  case nameTooLong(limit: Int)
  /// Two entries have the same name.
  case repeated(name: String)
  /// The entry is encrypted.
  case encrypted
  /// The entry is packed by a method other than 0, stored, and 8, DEFLATE.
  case method(Int)
  /// The entry cannot be unpacked.
  case unreadable(InflationFault)
}

/// Numbers in bytes, the lowest first; 0 where there are none, which no signature is.
private struct LittleEndian {
  let bytes: [UInt8]
  var count: Int { bytes.count }

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func short(_ offset: Int) -> Int { number(offset, 2) }
  func long(_ offset: Int) -> Int { number(offset, 4) }

  private func number(_ offset: Int, _ width: Int) -> Int {
    guard offset >= 0, offset + width <= bytes.count else { return 0 }
    return bytes[offset..<(offset + width)].reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
