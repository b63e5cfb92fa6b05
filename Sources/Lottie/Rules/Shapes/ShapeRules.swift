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
    for node in shapesWithoutForm {
      findings.add(.shapeForm, at: node, "A shape is not an object")
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
    guard let early = early(before: type, in: shape) else { return }
    findings.add(.shapeTypeOrder, at: type, "The type comes after \(quoted(early))")
  }

  /// Whether players that read in stream order miss something that stands before the type.
  func isEarly(before type: NodeID, in shape: Shape) -> Bool {
    json.kind(of: type) == .string && early(before: type, in: shape) != nil
  }

  /// The name of the first member that players miss before the type, or nil.
  private func early(before type: NodeID, in shape: Shape) -> NodeID? {
    // Most files name the type first: the object, the key, the type.
    guard type.index > shape.node.index + 2 else { return nil }
    let early = json.members(of: shape.node).first { key, value in
      value >= type || !isHarmlessBeforeType(json.key(of: key), value)
    }
    return early.flatMap { $0.value < type ? $0.key : nil }
  }

  /// Whether a member names or numbers a shape, has the value that players assume without it, or is
  /// read before the type by lottie-android.
  private func isHarmlessBeforeType(_ name: JSONKey, _ value: NodeID) -> Bool {
    switch name {
    case "nm", "ind", "d", "mn", "ix", "cix", "bm", "cl", "ln", "np": true
    case "hd": !json.isSet(value)
    default: false
    }
  }
}
