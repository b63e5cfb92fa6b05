/// A node that stands out, found while the text was read, so that nobody has to pass over all nodes
/// for it.
///
/// Those are keys with a watched or an escaped name, nulls, unusual numbers, and objects two of
/// whose names may be the same; keys, nulls and numbers in the order of the text, and each object
/// after what is in it.
struct JSONMark {
  /// Position in the index.
  let node: UInt32
  /// Position of the object or array that it is directly in; an object that may repeat a name is
  /// its own.
  let container: UInt32

  /// The names that are watched: `e`, `k`, `v` and `x`, as bits counted from `a`.
  private static let watched: UInt32 = 1 << 4 | 1 << 10 | 1 << 21 | 1 << 23
  private static let firstLetter: UInt32 = 0x61
  private static let letters: UInt32 = 26

  /// Whether a name, packed as a node keeps it, is watched.
  @inline(always)
  static func isWatched(_ packedName: UInt32) -> Bool {
    let letter = packedName &- firstLetter
    return letter < letters && watched &>> letter & 1 != 0
  }
}
