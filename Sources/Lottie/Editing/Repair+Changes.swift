/// What some players do not read, written as all of them do, and what all but one ignore, removed.
extension Repair {
  /// lottie-android reads `h` as a number.
  ///
  /// lottie-web does not hold for `true`, and throws if there are no handles instead: only then it
  /// becomes 1.
  mutating func setHolds() {
    for property in animation.survey.properties where property.isAnimated {
      for keyframe in json.elements(of: property.value) {
        guard let hold = animation.member("h", of: keyframe) else { continue }
        switch json.kind(of: hold) {
        case .no: replace(hold, by: "0", .hold)
        case .yes where lacks("i", keyframe) || lacks("o", keyframe): replace(hold, by: "1", .hold)
        case .yes, .array, .object, .key, .string, .number, .null: continue
        }
      }
    }
  }

  /// lottie-android reads `hd` as a truth value, and colours of six digits only.
  mutating func setFlags() {
    for hidden in animation.layers.compactMap(\.members.hidden) { setHidden(hidden) }
    for shape in animation.shapes {
      if let hidden = animation.member("hd", of: shape.node) { setHidden(hidden) }
    }
    for layer in animation.layers where layer.type == .solid {
      guard let colour = layer.members.colour, let text = json.slice(of: colour), text.count == 4,
        text.first == UInt8(ascii: "#"), text.dropFirst().allSatisfy({ ASCII.hexValue($0) != nil })
      else { continue }
      let digits = String(decoding: text.dropFirst(), as: UTF8.self).map { "\($0)\($0)" }
      replace(colour, by: "\"#\(digits.joined())\"", .colourDigits)
    }
  }

  private mutating func setHidden(_ node: NodeID) {
    guard json.kind(of: node) == .number else { return }
    replace(node, by: json.double(of: node) == 0 ? "false" : "true", .hiddenFlag)
  }

  /// What a player needs, with the value that the others take without it.
  mutating func addMissing() {
    for layer in animation.layers where animation.lacksMaskFlag(layer) {
      set("hasMask", of: layer.node, to: "true", .maskFlag)
    }
    for shape in animation.shapes {
      switch shape.type {
      case .trim: add("m", to: shape.node, "1", .trimMode)
      case .gradientStroke:
        // Round, as lottie-web and lottie-ios draw it.
        for name in ["lc", "lj"] { add(name, to: shape.node, "2", .lineEnd) }
      case .group, .path, .rectangle, .ellipse, .star, .fill, .stroke, .gradientFill, .noFill,
        .transform, .repeater, .merge, .roundedCorners, .offset, .puckerBloat, .twist, .zigZag, nil:
        continue
      }
    }
    for marker in animation.markerList.map(json.elements).map(Array.init) ?? [] {
      add("dr", to: marker, "0", .markerLength)
    }
  }

  /// What no player reads, or one reads only to stop.
  mutating func dropUnread() {
    for shape in animation.shapes where animation.isPolygonWithInnerRadius(shape) {
      for name in ["ir", "is"] { removeAll(named: name, from: shape.node, .polygonRadius) }
    }
    for layer in animation.layers where layer.type == .shape {
      guard let list = layer.members.shapes, let transform = layer.members.transform,
        isIdentity(transform)
      else { continue }
      for shape in animation.shapes[layer.shapes]
      where shape.type == .transform && shape.list == animation.shapes[layer.shapes].first?.list {
        if isIdentity(shape.node) { remove(shape.node, from: list, .strayTransform) }
      }
    }
    guard !animation.survey.nulls.isEmpty else { return }
    for index in 0..<json.nodeCount {
      let object = NodeID(index: index)
      for (key, value) in json.members(of: object)
      where json.kind(of: value) == .null && !Self.needed.contains(json.key(of: key)) {
        remove(value, from: object, .null)
      }
    }
  }

  /// The members that players miss as much as they mind their null.
  private static let needed: Set<JSONKey> = [
    "v", "fr", "ip", "op", "w", "h", "layers", "ty", "k", "s", "x", "y",
  ]

  /// Whether a transform moves, turns, scales and fades nothing.
  private func isIdentity(_ transform: NodeID) -> Bool {
    json.members(of: transform).allSatisfy { key, value in
      let usual: Double
      switch json.key(of: key) {
      case "s": usual = 100
      case "o": usual = 100
      case "a", "p", "r", "rx", "ry", "rz", "or", "sk": usual = 0
      default: return true
      }
      // Separate coordinates have no value of their own, and an expression replaces it.
      let values = animation.values(of: value)
      guard !values.isEmpty, animation.member("x", of: value) == nil else { return false }
      return values.allSatisfy { value in
        let numbers = json.kind(of: value) == .array ? Array(json.elements(of: value)) : [value]
        return numbers.allSatisfy { json.double(of: $0) == usual }
      }
    }
  }

  /// Says that layers which turn are flat before rlottie reads how they turn.
  mutating func keepRotations() {
    for layer in animation.layers where animation.losesRotation(layer) {
      let flag = layer.members.threeDimensional.flatMap { json.kind(of: $0) == .null ? nil : $0 }
      if let flag {
        moveFirst("ddd", flag, in: layer.node, .flatFlag)
      } else {
        removeAll(named: "ddd", from: layer.node, .null)
        addFirst("\"ddd\":0", to: layer.node, .flatFlag)
      }
    }
  }

  /// Puts first what players need to know before they read the rest.
  mutating func moveEarly() {
    for shape in animation.shapes {
      if let type = shape.typeNode, animation.isEarly(before: type, in: shape) {
        moveFirst("ty", type, in: shape.node, .order)
      }
      guard shape.type == .gradientFill || shape.type == .gradientStroke,
        let gradient = animation.member("g", of: shape.node),
        let count = animation.member("p", of: gradient),
        let colours = animation.member("k", of: gradient), colours < count
      else { continue }
      moveFirst("p", count, in: gradient, .order)
    }
    for list in animation.layers.compactMap(\.members.effects) {
      for effect in json.elements(of: list) { moveEarly(in: effect) }
    }
  }

  private mutating func moveEarly(in effect: NodeID) {
    guard let type = animation.member("ty", of: effect),
      let list = animation.member("ef", of: effect)
    else { return }
    if list < type { moveFirst("ty", type, in: effect, .order) }
    for value in json.elements(of: list) {
      guard let number = animation.member("v", of: value) else { continue }
      for (name, key): (String, JSONKey) in [("ty", "ty"), ("nm", "nm")] {
        guard let told = animation.member(key, of: value), number < told else { continue }
        moveFirst(name, told, in: value, .order)
      }
    }
  }
}

/// Keyframes and paths.
extension Repair {
  /// rlottie takes a last keyframe with handles for a step to a next one, and lottie-web reads the
  /// one after a single keyframe.
  mutating func settleKeyframes() {
    for property in animation.survey.properties where property.isAnimated {
      guard let first = json.firstElement(of: property.value),
        let last = json.lastElement(of: property.value)
      else { continue }
      if first == last, settle(property, first) { continue }
      guard json.keepsHandles(last) else { continue }
      for name in ["i", "o"] { removeAll(named: name, from: last, .lastHandle) }
    }
  }

  /// Makes a value with one keyframe a value without; false if it is a path or a text.
  private mutating func settle(_ property: Property, _ keyframe: NodeID) -> Bool {
    guard let value = animation.member("s", of: keyframe) else { return false }
    let first = json.firstElement(of: value)
    guard json.kind(of: first ?? value) == .number else { return false }
    // A single number stands without brackets.
    let kept = first.flatMap { json.next(after: $0) == json.next(after: value) ? $0 : nil } ?? value
    let (whole, part) = (json.range(of: property.value), json.range(of: kept))
    cut(whole.lowerBound..<part.lowerBound)
    cut(part.upperBound..<whole.upperBound)
    if let flag = animation.member("a", of: property.node), json.double(of: flag) != 0 {
      replace(flag, by: "0", .loneKeyframe)
    } else {
      count(.loneKeyframe)
    }
    return true
  }

  /// lottie-web adds each vertex to its tangents, once, and marks that; here each is taken off.
  mutating func relatePaths() {
    let isComplete = json.isSet(json.member(named: "__complete", of: .root))
    if isComplete { removeAll(named: "__complete", from: .root, .absolutePath) }
    for layer in animation.layers {
      let isCompleted = animation.completed(layer) != nil
      if isCompleted { removeAll(named: "completed", from: layer.node, .absolutePath) }
      guard isCompleted || isComplete else { continue }
      for shape in animation.shapes[layer.shapes] where shape.type == .path {
        relate(animation.member("ks", of: shape.node))
      }
      guard json.isSet(animation.member("hasMask", of: layer.node)), let masks = layer.members.masks
      else { continue }
      for mask in json.elements(of: masks) { relate(animation.member("pt", of: mask)) }
    }
  }

  private mutating func relate(_ property: NodeID?) {
    for value in property.map(animation.values) ?? [] {
      let path = json.firstElement(of: value) ?? value
      guard let vertices = animation.member("v", of: path) else { continue }
      for key: JSONKey in ["i", "o"] {
        guard let tangents = animation.member(key, of: path) else { continue }
        for (tangent, vertex) in zip(json.elements(of: tangents), json.elements(of: vertices)) {
          for (number, start) in zip(json.elements(of: tangent), json.elements(of: vertex)) {
            guard let end = json.double(of: number), let start = json.double(of: start) else {
              continue
            }
            replaceNumber(number, by: end - start)
          }
        }
      }
    }
  }

  /// Exporters write three decimals; with six, no pixel moves.
  private mutating func replaceNumber(_ node: NodeID, by number: Double) {
    let rounded = (number * 1e6).rounded() / 1e6
    guard rounded.isFinite else { return }
    rewrite(node, Int(exactly: rounded).map { String($0) } ?? "\(rounded)")
  }
}
