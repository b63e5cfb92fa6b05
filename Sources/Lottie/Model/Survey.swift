/// The nodes that the marks of a document lead to, wherever they occur.
struct Survey: Sendable {
  /// Objects with a `k`: values that may be animated.
  var properties: [Property] = []
  /// Arrays under the name `v`: the vertices of paths.
  var vertexLists: [NodeID] = []
  /// Whether a member `e` is an array: the end value of a keyframe of older exporters.
  var hasLegacyKeyframes = false
  /// Strings in members `x`, or in arrays there, which web players run as JavaScript.
  var expressions: [NodeID] = []
  /// Keys that repeat an earlier one in their object.
  var duplicates: [NodeID] = []
  /// Values that are null.
  var nulls: [NodeID] = []
  /// Numbers that are long or have an exponent.
  var unusualNumbers: [NodeID] = []

  init(_ json: JSONDocument) {
    for mark in json.marks {
      let node = NodeID(index: Int(mark.node))
      switch json.kind(of: node) {
      case .key: addMember(json.key(of: node), json.nodeAfter(node), of: mark.container, json)
      case .object: RepeatedKeys.add(of: node, json, to: &duplicates)
      case .null: nulls.append(node)
      case .number: unusualNumbers.append(node)
      case .array, .string, .yes, .no: break
      }
    }
    duplicates.sort()
  }

  /// Keeps the value of a member whose name has one letter.
  private mutating func addMember(
    _ name: JSONKey, _ value: NodeID, of object: UInt32, _ json: JSONDocument
  ) {
    if name == "k" {
      properties.append(Property(node: NodeID(index: Int(object)), value: value, json))
    } else if name == "x" {
      if let code = code(in: value, json), !isHandle(NodeID(index: Int(object)), json) {
        expressions.append(code)
      }
    } else if name == "v" {
      if json.kind(of: value) == .array { vertexLists.append(value) }
    } else if name == "e" {
      if json.kind(of: value) == .array { hasLegacyKeyframes = true }
    }
  }

  /// Whether an object is an easing handle or a point: the `x` of those is a coordinate, and code
  /// runs only beside a `k`.
  private func isHandle(_ object: NodeID, _ json: JSONDocument) -> Bool {
    json.member("y", of: object) != nil && json.member("k", of: object) == nil
  }

  /// The value, if a web player would run it, as it does a list that contains a string.
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
