extension Rule {
  static let shapeForm = Rule(
    "shape.form", breaks: .all, reason: "Players read lists of shapes as arrays of objects.",
    remedy: "remove it or export again with Bodymovin",
    source: "lottie-spec 1.0.1, shapes")
  static let shapeTypeMissing = Rule(
    "shape.type-missing", breaks: .all, reason: "Players choose by the type how to read a shape.",
    remedy: "give the shape its \"ty\" or remove it",
    source: "airbnb/lottie-ios#1302")
  static let shapeTypeUnknown = Rule(
    "shape.type-unknown", disturbs: .drawing,
    reason: "Players leave out shapes of types they do not know.",
    remedy: "remove the shape or draw it with known ones",
    source: "lottie-spec 1.0.1, constants/shape-type")
  static let shapeTypeOrder = Rule(
    "shape.type-order", breaks: [.android, .rlottie, .telegram],
    reason: "rlottie and lottie-android read in stream order and skip what stands before the type.",
    remedy: "write \"ty\" first, and do not re-encode what Bodymovin exports",
    source: "Samsung/rlottie and airbnb/lottie-android: shapes are parsed in stream order")
}

extension RuleFunction {
  static let shapes = [
    RuleFunction(.shapeForm, run: shapeLists),
    RuleFunction(.shapeTypeMissing, .shapeTypeUnknown, .shapeTypeOrder, run: shapeTypes),
  ]

  private static func shapeLists(_ animation: Animation, _ findings: inout FindingSink) {
    for layer in animation.layers where layer.type == .shape {
      shapeList(layer.members.shapes, animation, &findings)
    }
    for shape in animation.shapes { shapeList(shape.items, animation, &findings) }
  }

  private static func shapeList(
    _ list: NodeID?, _ animation: Animation, _ findings: inout FindingSink
  ) {
    guard let list else { return }
    for shape in animation.json.elements(of: list)
    where animation.json.kind(of: shape) != .object {
      findings.add(.shapeForm, at: shape, "A shape is not an object")
    }
  }

  private static func shapeTypes(_ animation: Animation, _ findings: inout FindingSink) {
    for shape in animation.shapes {
      guard let type = shape.typeNode,
        animation.json.kind(of: type) == .string
      else {
        findings.add(.shapeTypeMissing, at: shape.node, "A shape has no type, \"ty\"")
        continue
      }
      if shape.type == nil {
        findings.add(
          .shapeTypeUnknown, at: type, "\(animation.quoted(type)) is no shape type")
      }
      // Most files name the type first: the object, the key, the type.
      guard type.index > shape.node.index + 2 else { continue }
      for (key, _) in animation.json.members(of: shape.node) {
        guard key < type else { break }
        let name = animation.json.key(of: key)
        guard !isHarmlessBeforeType(name), name != "ty" else { continue }
        findings.add(
          .shapeTypeOrder, at: type, "The type stands after \(animation.quoted(key))")
        break
      }
    }
  }

  /// Members that name or number a shape, or that lottie-android reads before the type.
  private static func isHarmlessBeforeType(_ name: JSONKey) -> Bool {
    switch name {
    case "nm", "ind", "d", "mn", "ix",
      "cix", "bm", "hd",
      "cl", "ln", "np":
      true
    default: false
    }
  }
}
