import Lottie

/// Makes of a sound animation every animation that differs from it in one member or element: left
/// out, or given a value of another kind, type or range.
package struct Variants {
  /// A base, or a base with one change.
  package struct Variant: Sendable {
    /// The base, the place and the change, such as `star/layers.0.shapes.0.it.0.ir/deleted`; the
    /// place is a JSON pointer with points for slashes.
    package let name: String
    /// The JSON.
    package let bytes: [UInt8]
  }

  private let base: VariantBase
  private let targets: MutationTargets

  private init(of base: VariantBase) throws {
    self.base = base
    targets = MutationTargets(try JSONDocument(reading: Array(base.text.utf8)))
  }

  /// All bases, each followed by its variants; the same in every run.
  ///
  /// Throws if a base is not JSON.
  package static func all() throws -> [Variant] {
    var variants: [Variant] = []
    for base in VariantBase.all {
      variants.append(Variant(name: "\(base.name)/unchanged", bytes: Array(base.text.utf8)))
      variants += try Variants(of: base).variants()
    }
    return variants
  }

  private func variants() -> [Variant] {
    targets.children.flatMap { child in
      let pointer = json.pointer(of: child)
      guard pointer == base.subject || pointer.hasPrefix(base.subject + "/") else {
        return [Variant]()
      }
      let place = pointer.dropFirst().replacing("/", with: ".")
      return changes(of: child).map { change in
        var bytes = json.bytes
        bytes.replaceSubrange(change.range, with: change.text.utf8)
        return Variant(name: "\(base.name)/\(place)/\(change.name)", bytes: bytes)
      }
    }
  }

  private var json: JSONDocument { targets.json }

  /// A text in place of a part of the base, and what that is called.
  private struct NamedChange {
    let name: String
    let range: Range<Int>
    let text: String
  }

  /// What may go wrong with a member, given by its key, or with an element.
  private func changes(of child: NodeID) -> [NamedChange] {
    let value = json.kind(of: child) == .key ? json.nodeAfter(child) : child
    var texts = Self.anyKind
    switch json.kind(of: value) {
    case .number: texts += numbers(value)
    case .array: texts += firstAlone(value)
    case .object: texts += oneKeyframe(value)
    case .string, .yes, .no, .null, .key: break
    }
    if json.kind(of: child) == .key, json.key(of: child) == "ty" { texts += otherTypes(value) }
    let written = String(decoding: json.written(value), as: UTF8.self)
    return [NamedChange(name: "deleted", range: targets.extent(of: child), text: "")]
      + texts.filter { $0.text != written }.map {
        NamedChange(name: $0.name, range: json.range(of: value), text: $0.text)
      }
  }

  private typealias NamedText = (name: String, text: String)

  private static let anyKind: [NamedText] = [
    ("null", "null"), ("string", "\"x\""), ("number", "7"), ("true", "true"), ("empty", "[]"),
    ("array", "[7]"), ("object", "{}"),
  ]

  /// Small, negative and huge numbers, and whole ones written with a fraction.
  private func numbers(_ value: NodeID) -> [NamedText] {
    let written = String(decoding: json.written(value), as: UTF8.self)
    return [("zero", "0"), ("negative", "-1"), ("huge", "1e9")]
      + (json.integer(of: value) == nil ? [] : [("fraction", written + ".0")])
  }

  private func firstAlone(_ array: NodeID) -> [NamedText] {
    let elements = Array(json.elements(of: array))
    guard elements.count > 1, let first = elements.first else { return [] }
    return [("first-alone", "[\(String(decoding: json.written(first), as: UTF8.self))]")]
  }

  /// A property with a single keyframe: its first, or one with its value.
  private func oneKeyframe(_ property: NodeID) -> [NamedText] {
    guard let value = json.member("k", of: property) else { return [] }
    let written = String(decoding: json.written(value), as: UTF8.self)
    if let first = json.elements(of: value).first(where: { _ in true }),
      json.kind(of: first) == .object
    {
      let keyframe = String(decoding: json.written(first), as: UTF8.self)
      return [("one-keyframe", "{\"a\":1,\"k\":[\(keyframe)]}")]
    }
    let start = json.kind(of: value) == .array ? written : "[\(written)]"
    return [("one-keyframe", "{\"a\":1,\"k\":[{\"t\":0,\"s\":\(start)}]}")]
  }

  private func otherTypes(_ type: NodeID) -> [NamedText] {
    if json.kind(of: type) == .string {
      return Mutation.shapeTypes.map { ("as-\($0)", "\"\($0)\"") }
    }
    return (Array(0...15) + [20, 21, 22, 23, 24, 25, 26, 28, 29, 35, 99]).map {
      ("as-\($0)", "\($0)")
    }
  }
}
