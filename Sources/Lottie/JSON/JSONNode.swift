/// The position of a value or key in a document's index; 0 is the document's outermost value.
package struct NodeID: Hashable, Comparable, Sendable {
  /// 32 bits are enough for every position, and let models keep many nodes.
  private let position: UInt32

  init(index: Int) { position = UInt32(truncatingIfNeeded: index) }

  /// Position in the index, counted from 0 in the order of the text.
  package var index: Int { Int(position) }

  /// The outermost value of every document.
  package static let root = NodeID(index: 0)

  /// Nodes are ordered as their text is.
  package static func < (left: NodeID, right: NodeID) -> Bool {
    left.position < right.position
  }
}

/// The kind of a node in the index.
package enum NodeKind: UInt8, Sendable {
  /// An object; its children are keys, each followed by its value.
  case object
  /// An array; its children are values.
  case array
  /// A member's name; the next node is the member's value.
  case key
  /// A string value.
  case string
  /// A number value.
  case number
  /// `true`.
  case yes
  /// `false`.
  case no
  /// `null`.
  case null
}

/// One entry of the index: 16 bytes, so that 2 MiB of text need at most 16 MiB of index.
struct JSONNode {
  /// First byte of the token, in bytes from the start of the text.
  var start: UInt32
  /// The byte after the token; of a container, the byte after its closing bracket.
  var end: UInt32
  /// The index after this node and its descendants: its next sibling, or a later relative's.
  ///
  /// For a key, whose value is always the next node: its name, packed as in `JSONKey`, or
  /// `unpacked` if that does not fit.
  var next: UInt32
  var kind: NodeKind
  /// Strings and keys: the text has a backslash, so its bytes are not its value.
  ///
  /// Numbers: the text has an exponent or is long, so its value may be extreme.
  ///
  /// Arrays: an element is not a number, or an unusual one.
  ///
  /// Objects: two of its names may be the same.
  var isUnusual: Bool

  /// The longest name that fits in `next`, in bytes.
  static let packedBytes = 4
  /// The `next` of a key whose name is longer, not ASCII, or has an escape.
  static let unpacked = UInt32.max
  /// No node: the parent of the outermost container.
  static let none = UInt32.max
}
