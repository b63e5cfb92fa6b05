/// A member's name, packed into 8 bytes so that looking for one compares integers.
///
/// Names of more than 8 bytes, or with a zero byte, have no packed form: they equal `unpackable`
/// only, and are compared as bytes where a rule needs them.
package struct JSONKey: Hashable, Sendable, ExpressibleByStringLiteral {
  let packed: UInt64

  static let longest = 8
  /// No UTF-8 text has a byte 0xFF, so this equals no packed name.
  static let unpackable = JSONKey(packed: .max)

  init(packed: UInt64) { self.packed = packed }

  /// A name of at most 8 ASCII characters; `member(named:of:)` finds longer ones.
  ///
  /// The compiler packs it, so that looking for a name compares with a constant.
  @inline(__always)
  package init(stringLiteral name: String) {
    self.init(name.utf8)
    precondition(self != .unpackable, "a name that does not fit into a key")
  }

  @inline(__always)
  init(_ name: some Collection<UInt8>) {
    guard name.count <= Self.longest else {
      self = .unpackable
      return
    }
    var packed: UInt64 = 0
    for byte in name {
      guard byte != 0 else {
        self = .unpackable
        return
      }
      packed = packed << 8 | UInt64(byte)
    }
    self.packed = packed
  }
}

extension JSONDocument {
  /// The packed name of a key; strings can be packed as well, and other kinds are unpackable.
  @inline(__always)
  package func key(of node: NodeID) -> JSONKey {
    let entry = nodes[node.index]
    if entry.kind == .key, entry.next != JSONNode.unpacked {
      return JSONKey(packed: UInt64(entry.next))
    }
    return packedText(of: node)
  }

  /// The packed name of a string, or of a key whose node does not store it.
  private func packedText(of node: NodeID) -> JSONKey {
    let entry = nodes[node.index]
    guard entry.kind == .key || entry.kind == .string else { return .unpackable }
    guard !entry.isUnusual else { return JSONKey(string(of: node) ?? []) }
    var at = Int(entry.start) &+ 1
    let end = Int(entry.end) &- 1
    guard end &- at <= JSONKey.longest else { return .unpackable }
    var packed: UInt64 = 0
    while at < end {
      packed = packed << 8 | UInt64(bytes[at])
      at &+= 1
    }
    return JSONKey(packed: packed)
  }
}
