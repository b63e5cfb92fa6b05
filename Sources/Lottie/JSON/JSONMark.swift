/// An unusual node, recorded while the text is read, so that no rule has to search all nodes for
/// it.
///
/// These are keys with a watched or escaped name, nulls, unusual numbers, and objects in which two
/// names may be the same; keys, nulls and numbers in the order of the text, and each object after
/// its contents.
struct JSONMark {
  /// Position in the index.
  let node: UInt32
  /// Position of its direct parent object or array; for an object that may repeat a name, its own.
  let container: UInt32

  /// The watched names, `e`, `k`, `v` and `x`, as bits counted from `a`.
  private static let watched: UInt32 = 1 << 4 | 1 << 10 | 1 << 21 | 1 << 23
  private static let firstLetter: UInt32 = 0x61
  private static let letters: UInt32 = 26

  /// Whether a name, packed as in a node, is watched.
  @inline(always)
  static func isWatched(_ packedName: UInt32) -> Bool {
    let letter = packedName &- firstLetter
    return letter < letters && watched &>> letter & 1 != 0
  }
}
