/// Finds names that stand twice in the object that is walked through, at a cost that grows with the
/// object's text only.
struct RepeatedKeys {
  /// In an object of more members, names are looked up in sets instead of compared one by one.
  private static let smallObject = 32

  /// The object.
  let node: NodeID
  /// The index after all that is in it.
  let end: Int
  /// How many names the object has so far.
  private var count = 0
  /// A bit for each kind of name seen: while all names differ here, none repeats.
  private var seen: UInt64 = 0
  /// True once the rest of the object has been looked through.
  private var isSettled = false

  init(in object: NodeID, end: Int) {
    node = object
    self.end = end
  }

  /// Remembers a key of the object.
  ///
  /// Returns whether it may repeat an earlier one.
  @inline(__always)
  mutating func mayRepeat(_ key: NodeID, _ name: JSONKey, _ json: JSONDocument) -> Bool {
    guard !isSettled else { return false }
    count &+= 1
    let length = name == .unpackable ? json.stringLength(of: key) : 0
    let mixed = (name.packed &+ UInt64(truncatingIfNeeded: length)) &* 0x9E37_79B9_7F4A_7C15
    let bit = UInt64(1) << (mixed >> 58)
    let isNew = seen & bit == 0
    seen |= bit
    return !isNew
  }

  /// The keys that do repeat an earlier one, as far as this key, which may, brings them to light.
  mutating func confirmed(
    at key: NodeID, _ name: JSONKey, _ json: JSONDocument
  ) -> [NodeID] {
    guard count <= Self.smallObject, name != .unpackable else {
      isSettled = true
      return Self.all(in: node, json).filter { $0 >= key }
    }
    for (earlier, _) in json.members(of: node) {
      guard earlier < key else { break }
      if json.key(of: earlier) == name { return [key] }
    }
    return []
  }

  /// All keys of an object that repeat an earlier one, escapes resolved.
  ///
  /// Names are sorted by hash: of millions, neighbours are in the cache, and entries of a table are
  /// not.
  private static func all(in object: NodeID, _ json: JSONDocument) -> [NodeID] {
    // The hash above, the position below: equal names end up side by side, in their order.
    var hashed: [UInt64] = []
    for (key, _) in json.members(of: object) {
      hashed.append(hash(of: key, json) << 32 | UInt64(key.index))
    }
    hashed.sort()
    var repeated: [NodeID] = []
    /// The different names of one hash so far; more than one is a rare chance.
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
