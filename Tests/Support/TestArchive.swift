import Compression

/// A ZIP archive made for a test, whose bytes can be changed where they tell something.
package struct TestArchive: Sendable {
  /// The archive.
  package private(set) var bytes: [UInt8] = []
  /// Where the central directory begins, with what it says of the first entry.
  package let directory: Int
  /// Where the end record begins.
  package var end: Int { bytes.count - 22 }

  /// Packs entries, by DEFLATE or as they are.
  package init(_ entries: [(name: String, bytes: [UInt8])], isPacked: Bool = true) {
    var directory: [UInt8] = []
    for entry in entries {
      let member = gzip(entry.bytes)
      // Between gzip's header and its checksum is the stream (RFC 1952, section 2.3).
      let stored = isPacked ? Array(member.dropFirst(10).dropLast(8)) : entry.bytes
      let facts =
        [isPacked ? 8 : 0, 0, 0, 0, 0, 0] + member.suffix(8).prefix(4)
        + Self.number(stored.count, 4) + Self.number(entry.bytes.count, 4)
        + Self.number(entry.name.utf8.count, 2) + [0, 0]
      let header = bytes.count
      bytes += [0x50, 0x4B, 3, 4, 20, 0, 0, 0] + facts + Array(entry.name.utf8) + stored
      directory += [0x50, 0x4B, 1, 2, 20, 0, 20, 0, 0, 0] + facts
      directory += Array(repeating: 0, count: 10) + Self.number(header, 4) + entry.name.utf8
    }
    self.directory = bytes.count
    let count = Self.number(entries.count, 2)
    let place = Self.number(directory.count, 4) + Self.number(bytes.count, 4)
    bytes += directory
    bytes += [0x50, 0x4B, 5, 6, 0, 0, 0, 0] + count + count
    bytes += place + [0, 0]
  }

  /// A dotLottie archive of animations, each under its path, and a manifest with these ids.
  package init(animations: [(path: String, bytes: [UInt8])], ids: [String]) {
    let list = ids.map { "{\"id\":\"\($0)\"}" }.joined(separator: ",")
    let manifest = Array("{\"version\":\"2\",\"animations\":[\(list)]}".utf8)
    self.init(animations.map { ($0.path, $0.bytes) } + [("manifest.json", manifest)])
  }

  /// The archive with other bytes from an offset on.
  package func setting(_ offset: Int, _ values: [UInt8]) -> TestArchive {
    var changed = self
    changed.bytes.replaceSubrange(offset..<(offset + values.count), with: values)
    return changed
  }

  private static func number(_ value: Int, _ width: Int) -> [UInt8] {
    (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
