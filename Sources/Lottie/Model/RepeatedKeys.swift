/// Finds repeated names in an object, in time linear in the object's text.
enum RepeatedKeys {
  /// In an object with more members, names are sorted instead of compared one by one.
  private static let smallObject = 32

  /// Adds all keys of an object that repeat an earlier one, escapes resolved.
  static func add(of object: NodeID, _ json: JSONDocument, to repeated: inout [NodeID]) {
    /// A bit for each kind of name seen: a name whose bit is not set is new.
    var seen: UInt64 = 0
    var count = 0
    let before = repeated.count
    for (key, _) in json.members(of: object) {
      let name = json.key(of: key)
      let bit: UInt64 = 1 << ((name.packed &* 0x9E37_79B9_7F4A_7C15) >> 58)
      count += 1
      guard count <= Self.smallObject else {
        repeated.removeSubrange(before...)
        repeated += sorted(of: object, json)
        return
      }
      if seen & bit != 0, stands(name, of: key, in: object, json) { repeated.append(key) }
      seen |= bit
    }
  }

  /// Whether a key with that name precedes `key` in an object.
  private static func stands(
    _ name: JSONKey, of key: NodeID, in object: NodeID, _ json: JSONDocument
  ) -> Bool {
    var at = object.index + 1
    while at < key.index {
      let earlier = NodeID(index: at)
      if json.key(of: earlier) == name,
        name != .unpackable || json.slice(of: earlier) == json.slice(of: key)
      {
        return true
      }
      at = json.next(after: json.nodeAfter(earlier)).index
    }
    return false
  }

  /// The same for an object of any size.
  ///
  /// Names are sorted by hash: among millions, neighbours are in the cache, and entries of a hash
  /// table are not.
  private static func sorted(of object: NodeID, _ json: JSONDocument) -> [NodeID] {
    // The hash above, the position below: equal names end up side by side, in their order.
    var hashed: [UInt64] = []
    for (key, _) in json.members(of: object) {
      hashed.append(hash(of: key, json) << 32 | UInt64(key.index))
    }
    hashed.sort()
    var repeated: [NodeID] = []
    /// The different names with the same hash so far; rarely more than one.
    var names: [NodeID] = []
    var last: UInt64?
    for entry in hashed {
      let key = NodeID(index: Int(entry & 0xFFFF_FFFF))
      if entry >> 32 != last { names.removeAll(keepingCapacity: true) }
      last = entry >> 32
      if names.contains(where: { json.slice(of: $0) == json.slice(of: key) }) {
        repeated.append(key)
      } else {
        names.append(key)
      }
    }
    return repeated.sorted()
  }

  /// A hash whose seed differs from run to run, so that nobody can make names collide.
  private static func hash(of key: NodeID, _ json: JSONDocument) -> UInt64 {
    var hasher = Hasher()
    var word: UInt64 = 0
    var count = 0
    for byte in json.slice(of: key) ?? [] {
      word = word << 8 | UInt64(byte)
      count += 1
      if count % 8 == 0 { hasher.combine(word) }
    }
    hasher.combine(word)
    hasher.combine(count)
    return UInt64(UInt32(truncatingIfNeeded: hasher.finalize()))
  }
}
