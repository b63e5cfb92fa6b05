/// What one pass over all objects of a document finds, wherever it hides.
struct Survey: Sendable {
  /// Objects with a `k`: values that may be animated.
  var properties: [Property] = []
  /// Strings under the name `x`: JavaScript, in the eyes of web players.
  var expressions: [NodeID] = []
  /// Keys that stand a second time in their object.
  var duplicates: [NodeID] = []
  /// Values that are null.
  var nulls: [NodeID] = []
  /// Numbers that are long or have an exponent.
  var unusualNumbers: [NodeID] = []

  init() {}

  init(_ json: JSONDocument) {
    let value: JSONKey = "k"
    let expression: JSONKey = "x"
    var repeats = RepeatedKeys()
    for index in json.nodes.indices {
      let node = NodeID(index: index)
      switch json.nodes[index].kind {
      case .number where json.nodes[index].isUnusual: unusualNumbers.append(node)
      case .null: nulls.append(node)
      case .object: addObject(node, json, value, expression, &repeats)
      case .array, .key, .string, .number, .yes, .no: break
      }
    }
  }

  private mutating func addObject(
    _ object: NodeID, _ json: JSONDocument, _ valueKey: JSONKey, _ expressionKey: JSONKey,
    _ repeats: inout RepeatedKeys
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
      if name == valueKey {
        properties.append(Property(node: object, value: value, json))
      } else if name == expressionKey, json.kind(of: value) == .string {
        expressions.append(value)
      }
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
    let first = json.nodeAfter(value)
    isAnimated =
      json.kind(of: value) == .array && first < json.next(after: value)
      && json.kind(of: first) == .object
  }
}
