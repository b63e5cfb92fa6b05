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
    var repeats = RepeatedKeys()
    for index in json.nodes.indices {
      let node = NodeID(index: index)
      switch json.nodes[index].kind {
      case .number where json.nodes[index].isUnusual: unusualNumbers.append(node)
      case .null: nulls.append(node)
      case .object: addObject(node, json, &repeats)
      case .array, .key, .string, .number, .yes, .no: break
      }
    }
  }

  private mutating func addObject(
    _ object: NodeID, _ json: JSONDocument, _ repeats: inout RepeatedKeys
  ) {
    repeats.beginObject()
    var at = object.index + 1
    let end = json.next(after: object).index
    while at < end {
      let (key, value) = (NodeID(index: at), NodeID(index: at + 1))
      at = json.next(after: value).index
      let name = json.key(of: key)
      if repeats.mayRepeat(key, name, json) {
        duplicates += repeats.confirmed(at: key, name, in: object, json)
      }
      if name == JSONKey(packing: "k") {
        properties.append(Property(node: object, value: value, json))
      } else if name == JSONKey(packing: "x") {
        if let code = code(in: value, json) { expressions.append(code) }
      } else if name == JSONKey(packing: "v"), json.kind(of: value) == .array {
        vertexLists.append(value)
      } else if name == JSONKey(packing: "e"), json.kind(of: value) == .array {
        hasLegacyKeyframes = true
      }
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
