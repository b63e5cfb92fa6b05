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
  static let shapeIncomplete = Rule(
    "shape.incomplete", breaks: .ios, disturbs: .drawing, inGift: .warning,
    reason: "lottie-ios refuses the file, others draw nothing.",
    remedy: "export it again with Bodymovin",
    source: "lottie-spec 1.0.1, shapes; lottie-ios, ShapeItem")
}

extension RuleFunction {
  static let shapes = [
    RuleFunction(.shapeForm, run: shapeLists),
    RuleFunction(.shapeTypeMissing, .shapeTypeUnknown, .shapeTypeOrder, run: shapeTypes),
    RuleFunction(.shapeIncomplete, run: shapeMembers),
  ]

  private static func shapeLists(_ animation: Animation, _ findings: inout FindingSink) {
    let layers = animation.layers.filter { $0.type == .shape }
    let lists =
      layers.compactMap { $0.members.shapes }
      + animation.shapes.compactMap { animation.member("it", of: $0.node) }
    for list in lists {
      for shape in animation.json.elements(of: list)
      where animation.json.kind(of: shape) != .object {
        findings.add(.shapeForm, at: shape, "A shape is not an object")
      }
    }
  }

  private static func shapeTypes(_ animation: Animation, _ findings: inout FindingSink) {
    for shape in animation.shapes {
      guard let type = animation.member("ty", of: shape.node),
        animation.json.kind(of: type) == .string
      else {
        findings.add(.shapeTypeMissing, at: shape.node, "A shape has no type, \"ty\"")
        continue
      }
      if shape.type == nil {
        findings.add(
          .shapeTypeUnknown, at: type, "\(animation.quoted(type)) is no shape type")
      }
      for (key, _) in animation.json.members(of: shape.node) {
        guard key < type else { break }
        let name = animation.json.key(of: key)
        guard !harmlessBeforeType.contains(name), name != "ty" else { continue }
        findings.add(
          .shapeTypeOrder, at: type, "The type stands after \(animation.quoted(key))")
        break
      }
    }
  }

  /// Members that name or number a shape, or that lottie-android reads before the type.
  private static let harmlessBeforeType: Set<JSONKey> = [
    "nm", "mn", "ind", "ix", "cix", "d", "bm", "hd", "cl", "ln", "np",
  ]

  private static func shapeMembers(_ animation: Animation, _ findings: inout FindingSink) {
    for shape in animation.shapes {
      let missing = shape.type?.requiredMembers.filter {
        animation.member(JSONKey($0.utf8), of: shape.node) == nil
      }
      guard let first = missing?.first else { continue }
      findings.add(.shapeIncomplete, at: shape.node, "The shape has no \"\(first)\"")
    }
  }
}

extension ShapeType {
  /// The members without which lottie-spec 1.0.1 (shapes) and lottie-ios do not know the shape.
  fileprivate var requiredMembers: [String] {
    switch self {
    case .group: ["it"]
    case .path: ["ks"]
    case .rectangle, .ellipse: ["s", "p"]
    case .star: ["or", "pt", "p", "r"]
    case .fill: ["c", "o"]
    case .stroke: ["c", "o", "w"]
    case .gradientFill: ["g", "s", "e", "o"]
    case .gradientStroke: ["g", "s", "e", "o", "w"]
    case .trim: ["s", "e", "o"]
    case .repeater: ["c", "tr"]
    case .roundedCorners: ["r"]
    case .noFill, .transform, .merge, .offset, .puckerBloat, .twist, .zigZag: []
    }
  }
}
