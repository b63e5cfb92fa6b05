import FoundationEssentials
import GiftDomain
import Hashing

/// Reads an archive line by line, of which one at a time is in memory.
package struct ArchiveReader: ~Copyable {
  /// The first line.
  package let header: ArchiveHeader
  private let decoder = JSONDecoder()
  private var lines: ArchiveLines
  private var hash: SHA256? = SHA256()
  private var (changes, assets, assetBytes): (Int64, Int64, Int64) = (0, 0, 0)
  /// The bytes of the line that was read last.
  private(set) var lineBytes = 0

  /// Reads the header.
  ///
  /// Throws `ArchiveFault.text`.
  package init(_ read: @escaping ArchiveBytes) throws(ArchiveFault) {
    lines = ArchiveLines(read)
    let line = try lines.next(atMost: ArchiveText.maxHeaderBytes)
    if let named = ArchiveText.format(of: line), named != ArchiveText.format {
      throw .text(.otherFormat(named))
    }
    header = try Self.decoded(line, by: decoder, at: 1)
    hash?.update(line.span)
  }

  /// The next line; nil once all were read, and what they say of themselves was right.
  ///
  /// Throws `ArchiveFault.text`.
  package mutating func next() throws(ArchiveFault) -> ArchiveLine? {
    let bytes = try lines.next(atMost: ArchiveText.maxLineBytes)
    guard !ArchiveText.isLast(bytes) else {
      try finish(bytes)
      return nil
    }
    let line: ArchiveLine = try Self.decoded(bytes, by: decoder, at: lines.number)
    hash?.update(bytes.span)
    lineBytes = bytes.count
    switch line {
    case .asset(let asset):
      assets += 1
      // Each is within `AnimationVersion.byteCounts`, and there are at most as many as lines.
      assetBytes += asset.byteCount
    case .change: changes += 1
    default: break
    }
    guard assets <= header.assets, changes <= header.changes else { throw lines.altered }
    return line
  }

  private mutating func finish(_ line: [UInt8]) throws(ArchiveFault) {
    let digest = hash.take()?.finalized()
    // What can be a digest is one.
    guard let hex = digest.flatMap({ try? SHA256Digest(bytes: $0).hex }),
      line == ArchiveText.end + Array("\(hex)\"}\n".utf8),
      assets == header.assets, assetBytes == header.assetBytes,
      changes == header.changes, try lines.isAtEnd()
    else { throw lines.altered }
  }

  private static func decoded<Value: Decodable>(
    _ line: [UInt8], by decoder: JSONDecoder, at number: Int
  ) throws(ArchiveFault) -> Value {
    do {
      return try decoder.decode(Value.self, from: Data(line))
    } catch let error as DomainError {
      throw .text(.invalid(error, line: number))
    } catch DecodingError.keyNotFound(let key, _) {
      throw .text(.memberMissing(key.stringValue, line: number))
    } catch {
      throw .text(.altered(line: number))
    }
  }
}

/// The lines of a text that is read piece by piece.
private struct ArchiveLines {
  /// How many bytes are read at once.
  private static let chunk = 1 << 18

  /// The number of the line that was read last, from 1.
  private(set) var number = 0
  private let read: ArchiveBytes
  private var buffer: [UInt8] = []
  /// Where the next line begins in the buffer.
  private var start = 0
  private var offset: Int64 = 0

  init(_ read: @escaping ArchiveBytes) { self.read = read }

  /// What is wrong with the line that was read last.
  var altered: ArchiveFault { .text(.altered(line: number)) }

  /// The next line, with its end.
  ///
  /// Throws `ArchiveFault.text` for one without an end, or longer than `limit`.
  mutating func next(atMost limit: Int) throws(ArchiveFault) -> [UInt8] {
    number += 1
    var searched = start
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        let line = Array(buffer[start...end])
        start = end + 1
        return line
      }
      buffer.removeFirst(start)
      start = 0
      searched = buffer.count
      guard buffer.count <= limit, try fill() else { throw altered }
    }
  }

  /// Whether nothing follows.
  mutating func isAtEnd() throws(ArchiveFault) -> Bool {
    guard start == buffer.count else { return false }
    return try !fill()
  }

  /// Reads the next bytes; false at the end.
  private mutating func fill() throws(ArchiveFault) -> Bool {
    guard let bytes = read(offset, Self.chunk) else { throw altered }
    offset += Int64(bytes.count)
    buffer += bytes
    return !bytes.isEmpty
  }
}
