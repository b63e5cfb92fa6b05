/// What an expression drives: a property, and the part of the animation that has it.
package struct DrivenProperty: Sendable, Hashable {
  /// A part of an animation that has properties.
  package enum Owner: String, Sendable {
    /// A layer, by its transform or its time.
    case layer
    /// An item of a shape layer.
    case shape
    /// An effect of a layer.
    case effect
    /// A mask of a layer.
    case mask
    /// The text of a text layer.
    case text
  }

  /// The part that has it.
  package let owner: Owner
  /// The property's name, as After Effects has it; "property" if the format does not know it.
  package let name: String

  /// The property in which an expression is; nil if the format has none there.
  ///
  /// `names` are those of the members around it, and `type` is the type of the shape it is in.
  init?(_ names: [JSONKey], in type: @autoclosure () -> ShapeType?) {
    var way = names[...]
    guard way.popLast() == "x", var member = way.popLast() else { return nil }
    // The coordinates of a position may have expressions of their own.
    if [Self.x, "y", "z"].contains(member), way.last == "p" { member = way.removeLast() }
    guard let place = way.last(where: { Self.owners[$0] != nil }), let owner = Self.owners[place]
    else {
      guard member == "tm" else { return nil }
      self.init(owner: .layer, name: "time")
      return
    }
    let name: String?
    if place == "ks" || way.last == "tr" {
      name = Self.ofTransforms[member]
    } else if owner == .shape, let type = type() {
      name = Self.name(of: member, at: way, in: type)
    } else {
      name = Self.ofParts[member]
    }
    self.init(owner: owner, name: name ?? "property")
  }

  private init(owner: Owner, name: String) {
    self.owner = owner
    self.name = name
  }

  /// The name of a member of a shape.
  private static func name(
    of member: JSONKey, at way: ArraySlice<JSONKey>, in type: ShapeType
  ) -> String? {
    if way.contains("d") { return "dashes" }
    if way.last == "g" { return "colours" }
    return type == .transform ? ofTransforms[member] : ofShapes[type]?[member] ?? ofParts[member]
  }

  private static let x: JSONKey = "x"
  /// Stands for `masksProperties`, which is too long a name.
  fileprivate static let masks: JSONKey = "\u{1}masks"
  private static let owners: [JSONKey: Owner] = [
    "ks": .layer, "shapes": .shape, "it": .shape, "ef": .effect, masks: .mask, "t": .text,
  ]
  private static let ofTransforms: [JSONKey: String] = [
    "a": "anchor point", "p": "position", "s": "scale", "r": "rotation", "rx": "rotation",
    "ry": "rotation", "rz": "rotation", "or": "orientation", "o": "opacity", "sk": "skew",
    "sa": "skew axis", "so": "start opacity", "eo": "end opacity",
  ]
  private static let ofShapes: [ShapeType: [JSONKey: String]] = [
    .rectangle: ["s": "size", "r": "roundness"], .ellipse: ["s": "size"],
    .star: [
      "or": "outer radius", "ir": "inner radius", "os": "outer roundness", "is": "inner roundness",
      "r": "rotation", "pt": "points",
    ],
    .gradientFill: ofGradients, .gradientStroke: ofGradients, .stroke: ["ml2": "miter limit"],
    .trim: ["s": "start", "e": "end", "o": "offset"],
    .repeater: ["c": "copies", "o": "offset"], .roundedCorners: ["r": "radius"],
    .offset: ["a": "amount", "ml": "miter limit"], .puckerBloat: ["a": "amount"],
    .twist: ["a": "angle", "c": "centre"], .zigZag: ["s": "size", "r": "ridges", "pt": "points"],
  ]
  private static let ofGradients: [JSONKey: String] = [
    "s": "start point", "e": "end point", "h": "highlight length", "a": "highlight angle",
    "ml2": "miter limit",
  ]
  private static let ofParts: [JSONKey: String] = [
    "c": "colour", "p": "position", "w": "width", "ks": "path", "pt": "path", "v": "value",
    "d": "text", "o": "opacity", "x": "expansion",
  ]
}

/// What the first expressions of an animation do, at most `mostRead` of them.
package struct ExpressionSummary: Sendable, Hashable {
  /// Pointers to more would take longer than the rest of a check.
  package static let mostRead = 1_000

  /// All that run.
  package let count: Int
  /// Those that only repeat a property's keyframes.
  package private(set) var loopCount = 0
  /// Those that give the value in the file: the animation looks the same without them.
  package private(set) var idleCount = 0
  /// Those that give another value, which is known from the file.
  package private(set) var knownCount = 0
  /// Those that roll dice, as `wiggle` does: each time, it looks different.
  package private(set) var randomCount = 0
  /// How often the others drive a property.
  package private(set) var driven: [DrivenProperty: Int] = [:]
  /// Those that drive something else than a property of such a part.
  package private(set) var otherCount = 0

  /// Whether it looks the same without all of them.
  package var areIdle: Bool { idleCount == count }

  /// Nil if no expression runs.
  init?(_ animation: Animation) {
    let running = animation.runningExpressions
    guard !running.isEmpty else { return nil }
    count = running.count
    var pointers = JSONPointerWalk(document: animation.json)
    var reading = ExpressionReading(animation)
    for node in running.prefix(Self.mostRead) {
      switch reading.kind(of: node) {
      case .loop: loopCount += 1
      case .idle: idleCount += 1
      case .known: knownCount += 1
      case .random: randomCount += 1
      case .unknown:
        if let property = pointers.drivenProperty(of: node) {
          driven[property, default: 0] += 1
        } else {
          otherCount += 1
        }
      }
    }
  }
}

extension JSONPointerWalk {
  /// What an expression drives, or nil; nodes must not descend from call to call.
  mutating func drivenProperty(of expression: NodeID) -> DrivenProperty? {
    move(to: expression)
    let names = keys.map { key in
      let name = document.key(of: key)
      return name == .unpackable && document.text(of: key) == "masksProperties"
        ? DrivenProperty.masks : name
    }
    return DrivenProperty(names, in: nearestType().flatMap(document.shapeType))
  }
}
