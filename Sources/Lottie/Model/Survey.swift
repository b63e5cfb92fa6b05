/// What one pass over all objects of a document finds, wherever it hides.
struct Survey: Sendable {
  /// Objects with a `k`: values that may be animated.
  var properties: [Property] = []
  /// Arrays under the name `v`: the vertices of paths.
  var vertexLists: [NodeID] = []
  /// Whether an array stands under the name `e`: where a keyframe of older exporters ends.
  var hasLegacyKeyframes = false
  /// Strings under the name `x`, or in an array there: JavaScript, in the eyes of web players.
  var expressions: [NodeID] = []
  /// Keys that stand a second time in their object.
  var duplicates: [NodeID] = []
  /// Values that are null.
  var nulls: [NodeID] = []
  /// Numbers that are long or have an exponent.
  var unusualNumbers: [NodeID] = []

  init() {}

  init(_ json: JSONDocument) {
    let nodes = json.nodes
    /// The objects around the innermost open one, and where each ends.
    var around: [(node: NodeID, end: Int)] = []
    var object = (node: NodeID.root, end: Int.max)
    var index = 0
    while index < nodes.count {
      let entry = nodes[index]
      if entry.kind == .key {
        // Most names have more letters than those that are looked for.
        if entry.next <= UInt32(UInt8.max) || entry.isUnusual {
          while index >= object.end { object = around.removeLast() }
          addMember(json.key(of: NodeID(index: index)), index + 1, of: object.node, json)
        }
        // Strings and truth values hold nothing more.
        let value = nodes[index &+ 1].kind
        if value == .string || value == .yes || value == .no { index &+= 1 }
      } else if entry.kind == .object {
        while index >= object.end { object = around.removeLast() }
        around.append(object)
        object = (NodeID(index: index), Int(entry.next))
        if entry.isUnusual { RepeatedKeys.add(of: object.node, json, to: &duplicates) }
      } else if entry.kind == .array {
        guard entry.isUnusual else {
          index = Int(entry.next)
          continue
        }
      } else if entry.kind == .null {
        nulls.append(NodeID(index: index))
      } else if entry.isUnusual, entry.kind == .number {
        unusualNumbers.append(NodeID(index: index))
      }
      index &+= 1
    }
    duplicates.sort()
  }

  /// Keeps the value of a member whose name has one letter.
  @inline(__always)
  private mutating func addMember(
    _ name: JSONKey, _ index: Int, of object: NodeID, _ json: JSONDocument
  ) {
    let value = NodeID(index: index)
    if name == .k {
      properties.append(Property(node: object, value: value, json))
    } else if name == .x {
      if let code = code(in: value, json) { expressions.append(code) }
    } else if name == .v {
      if json.kind(of: value) == .array { vertexLists.append(value) }
    } else if name == .e {
      if json.kind(of: value) == .array { hasLegacyKeyframes = true }
    }
  }

  /// The value, if a web player would run it: a list with a string in it is code to it as well.
  private func code(in value: NodeID, _ json: JSONDocument) -> NodeID? {
    switch json.kind(of: value) {
    case .string: return value
    case .array:
      guard !json.holdsUsualNumbers(value) else { return nil }
      var at = value.index + 1
      let end = json.next(after: value).index
      while at < end {
        if json.nodes[at].kind == .string { return value }
        at += 1
      }
      return nil
    case .object, .key, .number, .yes, .no, .null: return nil
    }
  }
}

/// A value that may be animated.
struct Property: Sendable {
  let node: NodeID
  /// The `k` member.
  let value: NodeID
  /// Whether `k` is a list of keyframes: an array whose first element is an object.
  let isAnimated: Bool

  init(node: NodeID, value: NodeID, _ json: JSONDocument) {
    self.node = node
    self.value = value
    isAnimated = json.isListOfKeyframes(value)
  }
}

extension JSONDocument {
  /// Whether the value of a property is a list of keyframes: an array whose first element is one.
  func isListOfKeyframes(_ value: NodeID) -> Bool {
    let entry = nodes[value.index]
    guard entry.kind == .array, Int(entry.next) > value.index + 1 else { return false }
    return nodes[value.index + 1].kind == .object
  }
}
