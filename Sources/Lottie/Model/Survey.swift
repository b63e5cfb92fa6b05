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
    /// The objects around the innermost open one.
    var around: [RepeatedKeys] = []
    var object = RepeatedKeys(in: .root, end: .max)
    var index = 0
    while index < json.nodes.count {
      while index >= object.end { object = around.removeLast() }
      let entry = json.nodes[index]
      switch entry.kind {
      case .key: addKey(NodeID(index: index), &object, json)
      case .object:
        around.append(object)
        object = RepeatedKeys(in: NodeID(index: index), end: Int(entry.next))
      case .null: nulls.append(NodeID(index: index))
      case .number: if entry.isUnusual { unusualNumbers.append(NodeID(index: index)) }
      case .array, .string, .yes, .no: break
      }
      index &+= 1
    }
  }

  @inline(__always)
  private mutating func addKey(_ key: NodeID, _ object: inout RepeatedKeys, _ json: JSONDocument) {
    let name = json.key(of: key)
    let value = json.nodeAfter(key)
    if object.mayRepeat(key, name, json) { duplicates += object.confirmed(at: key, name, json) }
    if name == JSONKey(packing: "k") {
      properties.append(Property(node: object.node, value: value, json))
    } else if name == JSONKey(packing: "x") {
      if let code = code(in: value, json) { expressions.append(code) }
    } else if name == JSONKey(packing: "v"), json.kind(of: value) == .array {
      vertexLists.append(value)
    } else if name == JSONKey(packing: "e"), json.kind(of: value) == .array {
      hasLegacyKeyframes = true
    }
  }

  /// The value, if a web player would run it: a list with a string in it is code to it as well.
  private func code(in value: NodeID, _ json: JSONDocument) -> NodeID? {
    switch json.kind(of: value) {
    case .string: return value
    case .array:
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
