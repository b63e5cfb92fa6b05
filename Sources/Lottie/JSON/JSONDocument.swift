/// A JSON text with the index of its nodes, which rules walk.
///
/// It keeps the original text. A class, although immutable: rules pass it on at every step, and one
/// reference is counted faster than two arrays.
package final class JSONDocument: Sendable {
  /// The text, byte for byte.
  package let bytes: [UInt8]
  let nodes: [JSONNode]
  let marks: [JSONMark]
  /// Whether the text is one line of ASCII, so that places need no counting.
  let isPlain: Bool

  /// Reads `bytes` as strict JSON (RFC 8259); throws `JSONError` at the first fault or limit.
  package init(reading bytes: [UInt8], limits: JSONLimits = JSONLimits()) throws(JSONError) {
    do {
      (nodes, marks, isPlain) = try JSONReader.index(of: bytes.span, limits: limits)
    } catch {
      // What kind of file it is says more than where it differs from JSON.
      throw OtherFile(bytes) == nil ? error : .malformed(.otherFile, offset: 0)
    }
    self.bytes = bytes
  }

  /// The number of nodes, keys included; at least 1.
  package var nodeCount: Int { nodes.count }

  /// The kind of the node.
  @inline(always)
  package func kind(of node: NodeID) -> NodeKind {
    nodes[node.index].kind
  }

  /// The node's bytes: quotes and brackets included, offsets from the text's start.
  package func range(of node: NodeID) -> Range<Int> {
    Int(nodes[node.index].start)..<Int(nodes[node.index].end)
  }

  /// The first node after this one and its descendants; `nodeCount` if there is none.
  @inline(always)
  package func next(after node: NodeID) -> NodeID {
    let entry = nodes[node.index]
    return NodeID(index: entry.kind == .key ? node.index + 1 : Int(entry.next))
  }

  /// The next node in the text, whether inside or after this one.
  @inline(always)
  package func nodeAfter(_ node: NodeID) -> NodeID {
    NodeID(index: node.index + 1)
  }

  /// The values in an array, in order; none if the node is not an array.
  @inline(always)
  package func elements(of array: NodeID) -> JSONElements {
    guard kind(of: array) == .array else { return JSONElements(nodes: nodes, at: 0, end: 0) }
    return JSONElements(nodes: nodes, at: array.index + 1, end: next(after: array).index)
  }

  /// The first value in an array; nil if it has none, or the node is not an array.
  func firstElement(of array: NodeID) -> NodeID? {
    let entry = nodes[array.index]
    guard entry.kind == .array, Int(entry.next) > array.index + 1 else { return nil }
    return NodeID(index: array.index + 1)
  }

  /// Whether a node is an array of only numbers, all short and without exponents.
  @inline(always)
  func holdsUsualNumbers(_ node: NodeID) -> Bool {
    let entry = nodes[node.index]
    return entry.kind == .array && !entry.isUnusual
  }

  /// The members of an object, in order, duplicates included; none if the node is not an object.
  @inline(always)
  package func members(of object: NodeID) -> JSONMembers {
    guard kind(of: object) == .object else { return JSONMembers(nodes: nodes, at: 0, end: 0) }
    return JSONMembers(nodes: nodes, at: object.index + 1, end: next(after: object).index)
  }

  /// The value of the first member with that name, or nil, as for what equals no one name.
  package func member(_ key: JSONKey, of object: NodeID) -> NodeID? {
    guard kind(of: object) == .object, key != .unpackable else { return nil }
    var at = object.index + 1
    let end = next(after: object).index
    while at < end {
      let name = nodes[at].next
      if name == JSONNode.unpacked {
        if self.key(of: NodeID(index: at)) == key { return NodeID(index: at + 1) }
      } else if UInt64(name) == key.packed {
        return NodeID(index: at + 1)
      }
      at = Int(nodes[at + 1].next)
    }
    return nil
  }

  /// The value of the first member with that name of any length, or nil.
  package func member(named name: String, of object: NodeID) -> NodeID? {
    for (key, value) in members(of: object) where slice(of: key)?.elementsEqual(name.utf8) == true {
      return value
    }
    return nil
  }

  /// The value of a string or key without a copy, unless it has escapes; nil for other kinds.
  func slice(of node: NodeID) -> ArraySlice<UInt8>? {
    guard kind(of: node) == .string || kind(of: node) == .key else { return nil }
    let inner = bytes[range(of: node).dropFirst().dropLast()]
    return nodes[node.index].isUnusual ? JSONEscapes.resolved(inner)[...] : inner
  }

  /// The value of a string or key in UTF-8, escapes resolved; nil for other kinds.
  package func string(of node: NodeID) -> [UInt8]? { slice(of: node).map { Array($0) } }

  /// The value of a string or key, or nil for other kinds.
  package func text(of node: NodeID) -> String? {
    string(of: node).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The node's exact text.
  package func written(_ node: NodeID) -> ArraySlice<UInt8> { bytes[range(of: node)] }

  /// A number's value, ±infinity if it is beyond Double; nil for other kinds.
  package func double(of node: NodeID) -> Double? {
    let entry = nodes[node.index]
    guard entry.kind == .number else { return nil }
    // Most numbers that rules ask for are flags.
    if entry.end &- entry.start == 1 {
      return Double(bytes[Int(entry.start)] &- ASCII.zero)
    }
    return JSONNumber.double(bytes, Int(entry.start)..<Int(entry.end))
  }

  /// A number's value if it is whole and every 32-bit integer player can hold it; else nil.
  package func integer(of node: NodeID) -> Int? {
    guard let value = double(of: node), let whole = Int32(exactly: value) else { return nil }
    return Int(whole)
  }
}

/// The values of an array, in order.
package struct JSONElements: Sequence, IteratorProtocol, Sendable {
  let nodes: [JSONNode]
  var at: Int
  let end: Int

  /// The next value, or nil after the last one.
  package mutating func next() -> NodeID? {
    guard at < end else { return nil }
    defer { at = Int(nodes[at].next) }
    return NodeID(index: at)
  }
}

/// The members of an object, in order.
package struct JSONMembers: Sequence, IteratorProtocol, Sendable {
  let nodes: [JSONNode]
  var at: Int
  let end: Int

  /// The next name and its value, or nil after the last one.
  package mutating func next() -> (key: NodeID, value: NodeID)? {
    guard at < end else { return nil }
    defer { at = Int(nodes[at + 1].next) }
    return (NodeID(index: at), NodeID(index: at + 1))
  }
}
