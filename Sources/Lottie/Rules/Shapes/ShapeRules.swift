extension Rule {
  static let shapeForm = Rule(
    "shape.form", breaks: .all, reason: "Players read lists of shapes as arrays of objects.",
    remedy: "remove it or export again with Bodymovin",
    source: "lottie-spec 1.0.1, shapes")
  static let shapeTypeMissing = Rule(
    "shape.type-missing", breaks: .all, reason: "The type tells players how to read a shape.",
    remedy: "give the shape its \"ty\" or remove it",
    source: "airbnb/lottie-ios#1302")
  static let shapeTypeUnknown = Rule(
    "shape.type-unknown", disturbs: .drawing,
    reason: "Players skip shapes of unknown types.",
    remedy: "remove the shape or draw it with known types",
    source: "lottie-spec 1.0.1, constants/shape-type")
  static let shapeTypeOrder = Rule(
    "shape.type-order", breaks: [.android, .rlottie, .telegram],
    reason: "rlottie and lottie-android read in stream order and skip what comes before the type.",
    remedy: "write \"ty\" first, and do not re-encode what Bodymovin exports",
    source: "Samsung/rlottie and airbnb/lottie-android: shapes are parsed in stream order")
}

extension Animation {
  func shapeLists(_ findings: inout FindingSink) {
    let outer = layers.filter { $0.type == .shape }.map(\.members.shapes)
    for case let list? in outer + shapes.map(\.items) {
      for shape in json.elements(of: list) where json.kind(of: shape) != .object {
        findings.add(.shapeForm, at: shape, "A shape is not an object")
      }
    }
  }

  func shapeTypes(_ findings: inout FindingSink) {
    for shape in shapes { type(of: shape, &findings) }
  }

  private func type(of shape: Shape, _ findings: inout FindingSink) {
    guard let type = shape.typeNode, json.kind(of: type) == .string else {
      findings.add(.shapeTypeMissing, at: shape.node, "A shape has no type, \"ty\"")
      return
    }
    if shape.type == nil {
      findings.add(.shapeTypeUnknown, at: type, "\(quoted(type)) is not a shape type")
    }
    // Most files name the type first: the object, the key, the type.
    guard type.index > shape.node.index + 2 else { return }
    let early = json.members(of: shape.node).first { key, _ in
      !Self.harmlessBeforeType.contains(json.key(of: key))
    }
    guard let early, early.key < type else { return }
    findings.add(.shapeTypeOrder, at: type, "The type comes after \(quoted(early.key))")
  }

  /// Members that name or number a shape, or that lottie-android reads before the type.
  private static let harmlessBeforeType: Set<JSONKey> = [
    "ty", "nm", "ind", "d", "mn", "ix", "cix", "bm", "hd", "cl", "ln", "np",
  ]
}
