import Lottie
import Support

/// The nodes of a document from which a mutator chooses.
struct MutationTargets {
  static let values: Set<NodeKind> = [.object, .array, .string, .number, .yes, .no, .null]

  let json: JSONDocument
  /// The keys of each name, and under the empty name the root and all elements: paths have
  /// thousands of numbers, and each type of shape a handful, which would never be chosen.
  private let groups: [[NodeID]]
  /// The object or array around each node.
  private let parents: [NodeID]

  init(_ json: JSONDocument) {
    self.json = json
    var parents = Array(repeating: NodeID.root, count: json.nodeCount)
    var byName: [JSONKey: [NodeID]] = [:]
    var node = NodeID.root
    while node.index < json.nodeCount {
      switch json.kind(of: node) {
      case .object:
        for (key, value) in json.members(of: node) {
          parents[key.index] = node
          parents[value.index] = node
          byName[json.key(of: key), default: []].append(key)
        }
      case .array:
        for element in json.elements(of: node) {
          parents[element.index] = node
          byName["", default: []].append(element)
        }
      case .key, .string, .number, .yes, .no, .null: break
      }
      node = json.nodeAfter(node)
    }
    self.parents = parents
    groups = byName.values.sorted { ($0.first ?? .root) < ($1.first ?? .root) }
  }

  /// The keys of all members and all elements, in the order of the text; of numbers and of points,
  /// of which all are alike, only the first in each array.
  var children: [NodeID] {
    var children: [NodeID] = []
    var node = NodeID.root
    while node.index < json.nodeCount {
      if json.kind(of: node) == .object { children += json.members(of: node).map(\.key) }
      if json.kind(of: node) == .array {
        let elements = Array(json.elements(of: node))
        let areAlike = elements.allSatisfy { [.number, .array].contains(json.kind(of: $0)) }
        children += areAlike ? Array(elements.prefix(1)) : elements
      }
      node = json.nodeAfter(node)
    }
    return children.sorted()
  }

  /// A node of one of these kinds, or nil if a few tries find none.
  func value(of kinds: Set<NodeKind>, _ random: inout SplitMix64) -> NodeID? {
    for _ in 0..<Self.tries {
      guard let chosen = groups.randomElement(using: &random)?.randomElement(using: &random)
      else { return nil }
      let isKey = json.kind(of: chosen) == .key
      let value = isKey ? json.nodeAfter(chosen) : chosen
      if kinds.contains(.key), isKey { return chosen }
      if kinds.contains(json.kind(of: value)) { return value }
      // Numbers hide in arrays under the name.
      let elements = json.elements(of: value)
      if let element = Array(elements).randomElement(using: &random),
        kinds.contains(json.kind(of: element))
      {
        return element
      }
    }
    return nil
  }

  /// The text of a member or element, with the comma that would be left alone without it.
  func child(_ random: inout SplitMix64) -> Range<Int>? {
    groups.randomElement(using: &random)?.randomElement(using: &random).map(extent)
  }

  /// The text of a member, given by its key, or of an element, with the comma that would be left
  /// alone without it.
  func extent(of child: NodeID) -> Range<Int> {
    let last = json.kind(of: child) == .key ? json.nodeAfter(child) : child
    let range = json.range(of: child).lowerBound..<json.range(of: last).upperBound
    let around = json.range(of: parents[child.index])
    let following = json.bytes[range.upperBound..<around.upperBound].firstIndex { $0 > 0x20 }
    if let following, json.bytes[following] == UInt8(ascii: ",") {
      return range.lowerBound..<(following + 1)
    }
    let previous = json.bytes[around.lowerBound..<range.lowerBound].lastIndex { $0 > 0x20 }
    if let previous, json.bytes[previous] == UInt8(ascii: ",") {
      return previous..<range.upperBound
    }
    return range
  }

  /// An element of an array.
  func element(_ random: inout SplitMix64) -> NodeID? {
    for _ in 0..<Self.tries {
      guard let array = value(of: [.array], &random) else { continue }
      if let element = Array(json.elements(of: array)).randomElement(using: &random) {
        return element
      }
    }
    return nil
  }

  /// How often a choice is tried before it is given up.
  private static let tries = 8
}
