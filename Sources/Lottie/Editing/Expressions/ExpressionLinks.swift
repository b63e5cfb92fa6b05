/// How an expression names a layer, an effect or a shape.
enum ExpressionItemName {
  case name(String)
  /// `ind` or `ix`.
  case number(Int)
}

/// What expressions find in an animation, by the names that lottie-web 5.12.2 gives it:
/// `CompExpressionInterface`, `LayerExpressionInterface`, `EffectsExpressionInterface` and
/// `ShapeExpressionInterface`.
extension ExpressionReading {
  private static let transforms: [String: JSONKey] = [
    "position": "p", "rotation": "r", "scale": "s", "opacity": "o", "anchorPoint": "a",
    "skew": "sk", "skewAxis": "sa",
  ]
  private static let shapes: [ShapeType: [String: JSONKey]] = [
    .rectangle: ["size": "s", "position": "p", "roundness": "r"],
    .ellipse: ["size": "s", "position": "p"],
    .star: [
      "position": "p", "rotation": "r", "points": "pt", "outerRadius": "or", "innerRadius": "ir",
      "outerRoundness": "os", "innerRoundness": "is",
    ],
    .fill: ["color": "c", "opacity": "o"],
    .stroke: ["color": "c", "opacity": "o", "strokeWidth": "w"],
    .trim: ["start": "s", "end": "e", "offset": "o"],
    .roundedCorners: ["radius": "r"],
    .repeater: ["copies": "c", "offset": "o"],
  ]

  /// What `operand.name` is, or nil.
  mutating func link(_ name: String, of operand: ExpressionOperand) -> ExpressionOperand? {
    let json = animation.json
    switch operand {
    case .composition(let position):
      switch name {
      case "layer": return operand
      // Of a precomposition, each layer that shows it has another size.
      case "width" where position == 0: return animation.number("w", of: .root).map(Self.value)
      case "height" where position == 0: return animation.number("h", of: .root).map(Self.value)
      default: return nil
      }
    case .layer(let position):
      let members = animation.layers[position].members
      switch name {
      case "effect": return members.effects.map { .effects($0) }
      case "content": return contents(of: position)
      case "transform": return members.transform.map { .transform($0) }
      default: return members.transform.flatMap { link(name, of: .transform($0)) }
      }
    case .transform(let transform):
      guard let key = Self.transforms[name] else { return nil }
      let node = json.member(key, of: transform)
      // Of a three-dimensional layer.
      return property(node ?? (key == "r" ? json.member("rz", of: transform) : nil))
    case .shape(let shape): return member(name, ofShape: shape)
    case .own, .value, .effects, .effect, .contents, .mathematics, .function: return nil
    }
  }

  private mutating func member(_ name: String, ofShape shape: NodeID) -> ExpressionOperand? {
    let json = animation.json
    let type = json.member("ty", of: shape).flatMap { json.shapeType(of: $0) }
    guard type == .group else {
      return type.flatMap { Self.shapes[$0]?[name] }
        .flatMap { property(json.member($0, of: shape)) }
    }
    guard let items = json.member("it", of: shape) else { return nil }
    switch name {
    case "content": return .contents(items)
    case "transform":
      return first(in: items) { json.member("ty", of: $0).flatMap(json.shapeType) == .transform }
        .map { .transform($0) }
    default: return nil
    }
  }

  /// What `operand(name)` is, or nil.
  mutating func item(
    _ asked: ExpressionItemName, of operand: ExpressionOperand?
  ) -> ExpressionOperand? {
    let json = animation.json
    switch operand {
    case .composition(let position):
      return firstLayer(in: position) { layer in
        switch asked {
        case .name(let name): json.isText(layer.members.name, name)
        case .number(let number): layer.index == number
        }
      }.map { .layer($0) }
    case .layer(let position):
      let members = animation.layers[position].members
      switch asked {
      case .number(4), .name("ADBE Effect Parade"), .name("effects"), .name("Effects"):
        return members.effects.map { .effects($0) }
      case .number(1), .number(6), .name("ADBE Transform Group"), .name("Transform"),
        .name("transform"):
        return members.transform.map { .transform($0) }
      case .number(2), .name("ADBE Root Vectors Group"), .name("Contents"):
        return contents(of: position)
      case .name, .number: return nil
      }
    case .effects(let list):
      return first(in: list) { json.isEffect($0, asked) }.map { .effect($0) }
    case .effect(let effect):
      let value = first(in: json.member("ef", of: effect)) { json.isEffect($0, asked) }
      return property(value.flatMap { json.member("v", of: $0) })
    case .contents(let list):
      guard case .name(let name) = asked else { return nil }
      let shape = first(in: list) { shape in
        json.isText(json.member("nm", of: shape), name)
          && json.member("ty", of: shape).flatMap(json.shapeType) != .transform
      }
      guard let shape, !json.isSet(json.member("hd", of: shape)) else { return nil }
      return .shape(shape)
    case .own, .value, .transform, .shape, .mathematics, .function, nil: return nil
    }
  }

  private mutating func property(_ node: NodeID?) -> ExpressionOperand? {
    value(ofPropertyAt: node).map { .value($0) }
  }

  private static func value(_ number: Double) -> ExpressionOperand {
    .value(ExpressionValue(number))
  }

  /// The shapes of a layer, if it has some.
  func contents(of layer: Int) -> ExpressionOperand? {
    guard animation.layers[layer].type == .shape else { return nil }
    return animation.layers[layer].members.shapes.map { .contents($0) }
  }

  /// The value of a property in the file: with keyframes, whatever they say.
  func own(_ node: NodeID) -> ExpressionOperand? {
    let json = animation.json
    guard let value = json.member("k", of: node) else { return nil }
    let property = Property(node: node, value: value, json)
    return property.isAnimated ? .own : json.ownValue(of: property).map { .value($0) }
  }
}

extension ExpressionOperand {
  /// What is asked by the call of it: the functions `effect` and `content` are the layer's.
  func asked(of layer: Int, _ reading: ExpressionReading) -> Self? {
    guard case .function(let name) = self else { return self }
    return switch name {
    case "effect": reading.animation.layers[layer].members.effects.map { .effects($0) }
    case "content": reading.contents(of: layer)
    default: nil
    }
  }
}

extension JSONDocument {
  /// Whether an effect, or a value of one, has that name.
  fileprivate func isEffect(_ effect: NodeID, _ asked: ExpressionItemName) -> Bool {
    switch asked {
    case .name(let name):
      ["nm", "mn"].contains { isText(member($0, of: effect), name) }
    case .number(let number): self.number("ix", of: effect) == Double(number)
    }
  }

  /// Whether a node is a string with just these bytes.
  fileprivate func isText(_ node: NodeID?, _ text: String) -> Bool {
    node.flatMap(slice)?.elementsEqual(text.utf8) == true
  }
}
