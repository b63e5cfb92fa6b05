/// Computes JSON pointers (RFC 6901) of nodes, in one pass over the index for all of them.
///
/// Characters that could mislead a terminal are written `\u{…}`, and a pointer of more than
/// `longest` characters ends in an ellipsis: pointers are for people and printed as they are.
struct JSONPointerWalk {
  private static let longest = 1_024
  private static let longestToken = 128

  let document: JSONDocument
  /// The containers on the path to the last node, each with the child on the path.
  private var way: [Step] = []

  private struct Step {
    let container: Int
    /// The child on the path: an element, or the key of a member.
    var child: Int
    var ordinal = 0
    /// The child's text in a pointer, computed on demand.
    var token: String?
    /// The container's `ty`, looked up on demand.
    var type: NodeID?
    var hasLookedForType = false
  }

  init(document: JSONDocument) { self.document = document }

  /// The `ty` of the nearest object around the last node that has one, or nil.
  mutating func nearestType() -> NodeID? {
    for index in way.indices.reversed() {
      if !way[index].hasLookedForType {
        way[index].type = document.member("ty", of: NodeID(index: way[index].container))
        way[index].hasLookedForType = true
      }
      if let type = way[index].type { return type }
    }
    return nil
  }

  /// The keys of the members around the last node, the outermost first, without places in arrays.
  var keys: [NodeID] {
    way.compactMap {
      document.nodes[$0.container].kind == .object ? NodeID(index: $0.child) : nil
    }
  }

  /// The pointer to a node, or for a key, to its member; nodes must not descend from call to call.
  mutating func pointer(to node: NodeID) -> String {
    move(to: node)
    return node.index > 0 ? written() : ""
  }

  /// Makes a node the last one; nodes must not descend from call to call.
  mutating func move(to node: NodeID) {
    let target = node.index
    while let step = way.last, target >= next(step.container) || target <= step.container {
      way.removeLast()
    }
    guard target > 0 else { return }
    if way.isEmpty { way.append(Step(container: 0, child: 1)) }
    while let container = descend(to: target) {
      way.append(Step(container: container, child: container + 1))
    }
  }

  /// Moves the last step's child to the one that contains `target`.
  ///
  /// Returns the container to enter, or nil if the child is the target.
  private mutating func descend(to target: Int) -> Int? {
    let last = way.count - 1
    let isObject = document.nodes[way[last].container].kind == .object
    var child = way[last].child
    var ordinal = way[last].ordinal
    let inset = isObject ? 1 : 0
    while next(child + inset) <= target {
      child = next(child + inset)
      ordinal += 1
    }
    if way[last].child != child { way[last].token = nil }
    way[last].child = child
    way[last].ordinal = ordinal
    return target <= child + inset ? nil : child + inset
  }

  private func next(_ index: Int) -> Int { Int(document.nodes[index].next) }

  private mutating func written() -> String {
    var pointer = ""
    for index in way.indices {
      let token = way[index].token ?? token(way[index])
      way[index].token = token
      pointer += "/"
      pointer += token
      if pointer.utf8.count > Self.longest {
        return String(pointer.unicodeScalars.prefix(Self.longest)) + "…"
      }
    }
    return pointer
  }

  private func token(_ step: Step) -> String {
    guard document.nodes[step.container].kind == .object else { return String(step.ordinal) }
    let name = document.slice(of: NodeID(index: step.child)) ?? []
    if name.count <= Self.longestToken, name.allSatisfy(ASCII.isLetter) {
      return String(decoding: name, as: UTF8.self)
    }
    var escaped = ""
    for scalar in SafeText.shown(name, maxScalars: Self.longestToken).unicodeScalars {
      switch scalar {
      case "~": escaped += "~0"
      case "/": escaped += "~1"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

extension JSONDocument {
  /// The JSON pointer (RFC 6901) of a node; for a key, its member's.
  package func pointer(of node: NodeID) -> String {
    var walk = JSONPointerWalk(document: self)
    return walk.pointer(to: node)
  }
}
