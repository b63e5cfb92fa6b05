extension SpecWalk {
  /// The members of an object that may be a property.
  private struct Parts {
    var value: NodeID?
    var isAnimated: NodeID?
    var slot: NodeID?
    var split: NodeID?
    var x: NodeID?
    var y: NodeID?
  }

  func fit(_ node: NodeID, _ property: SpecProperty) -> SpecFit {
    guard json.kind(of: node) == .object else { return .wrong }
    let parts = parts(of: node)
    if case .splittable = property, let split = parts.split {
      if json.kind(of: split) == .yes { return splitFit(node, parts) }
      let isOff = [.no, .null].contains(json.kind(of: split))
      if !isOff, parts.value == nil { return splitFit(node, parts) }
    }
    guard let value = parts.value else {
      guard !readers.isEmpty else { return parts.slot == nil ? .odd : .fits }
      findings.add(.structureValue, at: node, "A property has no value, \"k\"")
      return .fits
    }
    if json.kind(of: value) == .array, json.firstElement(of: value) == nil,
      parts.isAnimated.flatMap(json.double) == 1
    {
      // Another rule covers missing keyframes.
      return .fits
    }
    let isList = json.isListOfKeyframes(value)
    if !isList, readers.contains(.web), let flag = parts.isAnimated, json.double(of: flag) == 1,
      json.kind(of: value) == .array
    {
      findings.add(.structureKindWeb, at: flag, "The value claims keyframes and has none")
    }
    let fit = isList ? keyframesFit(value, property) : staticFit(value, property)
    switch fit {
    case .fits: return flagFit(parts, isList, of: node)
    case .odd: return .odd
    case .quoted, .fractional, .unknown, .colourless, .single, .short, .null, .wrong:
      return report(fit, at: value, .property(property), readers) ? .fits : .odd
    }
  }

  private func parts(of node: NodeID) -> Parts {
    var parts = Parts()
    var at = node.index + 1
    let end = json.next(after: node).index
    while at < end {
      let value = NodeID(index: at + 1)
      switch json.key(of: NodeID(index: at)) {
      case "k": parts.value = parts.value ?? value
      case "a": parts.isAnimated = parts.isAnimated ?? value
      case "sid": parts.slot = parts.slot ?? value
      case "s": parts.split = parts.split ?? value
      case "x": parts.x = parts.x ?? value
      case "y": parts.y = parts.y ?? value
      default: break
      }
      at = json.next(after: value).index
    }
    return parts
  }

  /// Whether `a` agrees with `k`.
  private func flagFit(_ parts: Parts, _ isList: Bool, of node: NodeID) -> SpecFit {
    guard let flag = parts.isAnimated else {
      if parts.slot == nil { legacyProperties.add(node) }
      return .fits
    }
    guard json.kind(of: flag) == .number else { return .odd }
    return json.double(of: flag) == (isList ? 1 : 0) ? .fits : .odd
  }

  private func splitFit(_ node: NodeID, _ parts: Parts) -> SpecFit {
    guard let x = parts.x, let y = parts.y else {
      findings.add(.structureValue, at: node, "A split position has no \"x\" or no \"y\"")
      return .fits
    }
    var isOdd = false
    // Players that draw in two dimensions leave out the third.
    for coordinate in [x, y] {
      let fit = fit(coordinate, .scalar)
      if fit != .fits, !report(fit, at: coordinate, .property(.scalar), readers) { isOdd = true }
    }
    return isOdd ? .odd : .fits
  }

  /// How well a static value, or the value in a keyframe, fits.
  private func staticFit(_ value: NodeID, _ property: SpecProperty) -> SpecFit {
    let kind = json.kind(of: value)
    if case .bezier = property {
      guard kind == .object else { return .wrong }
      visit(value, bezierForm)
      return .fits
    }
    if case .scalar = property {
      if kind == .number { return .fits }
      if kind == .yes || kind == .no { return .wrong(.android) }
      guard kind == .array else { return .wrong }
      let fit = someNumbers(value)
      return fit == .fits ? .odd : Self.unquoted(fit)
    }
    switch kind {
    case .array: return Self.unquoted(vectorFit(value, property))
    // lottie-web goes on, and draws nothing there.
    case .number, .yes, .no:
      return property == .orientation ? .wrong : .wrong([.ios, .android])
    case .object, .key, .string, .null: return .wrong
    }
  }

  /// lottie-android takes an array for keyframes unless it begins with a number.
  private static func unquoted(_ fit: SpecFit) -> SpecFit { fit == .quoted ? .wrong : fit }

  private func vectorFit(_ value: NodeID, _ property: SpecProperty) -> SpecFit {
    switch property {
    case .orientation:
      let (fit, count) = numbers(value)
      return count == 0 ? .wrong : fit
    case .scalar, .bezier, .vector, .position, .splittable:
      let (fit, count) = numbers(value)
      return fit != .wrong && count < 2 ? count == 1 ? .single : .short : fit
    case .colour:
      let (fit, count) = numbers(value, areUnit: true)
      if fit == .wrong { return .wrong }
      return count < 3 ? .short : count > 4 && fit == .fits ? .odd : fit
    case .gradient: return numbers(value, areUnit: true).fit
    }
  }

  /// The vertices or tangents of a path: arrays of two numbers or more.
  func pointsFit(_ list: NodeID) -> SpecFit {
    guard json.kind(of: list) == .array else { return .wrong }
    var at = list.index + 1
    let end = json.next(after: list).index
    while at < end {
      let point = NodeID(index: at)
      at = json.next(after: point).index
      if json.holdsUsualNumbers(point), at - point.index > 2 { continue }
      let (fit, count) = json.kind(of: point) == .array ? numbers(point) : (.wrong, 0)
      if fit != .wrong, count < 2 {
        report(.short, at: point, .numbers(2), readers)
        break
      }
      if report(fit == .quoted ? .wrong : fit, at: point, .numbers(2), readers) { break }
    }
    return .fits
  }

  /// Other rules cover a keyframe that is not an object, or has no time.
  private func keyframesFit(_ list: NodeID, _ property: SpecProperty) -> SpecFit {
    var at = list.index + 1
    let end = json.next(after: list).index
    var hasEnd = false
    while at < end {
      let keyframe = NodeID(index: at)
      at = json.next(after: keyframe).index
      guard json.kind(of: keyframe) == .object else { continue }
      let next = at < end ? NodeID(index: at) : nil
      let forms = needsEnd(before: next) ? lastEndForms : keyframeForms
      let form = forms[property.rawValue]
      let (present, unfit) = visit(keyframe, form)
      let isUsable = present & ~unfit
      defer { hasEnd = isUsable & 2 != 0 }
      if present & 1 != 0 || readers.isEmpty { continue }
      legacyKeyframes.add(keyframe)
      if at < end {
        findings.add(.structureValue, at: keyframe, "A keyframe has no start value, \"s\"")
      } else if !hasEnd, !readers.isDisjoint(with: [.ios, .web]) {
        findings.add(
          .structureValue, at: keyframe,
          "The last keyframe has no start value, \"s\", and the one before has no end value, \"e\"")
      }
    }
    return .fits
  }

  /// Whether lottie-ios takes the end value of a keyframe for the start value of the next.
  private func needsEnd(before next: NodeID?) -> Bool {
    guard let next, readers.contains(.ios), json.kind(of: next) == .object else { return false }
    return json.member("s", of: next) == nil
  }

  /// How well a keyframe's value fits: numbers in an array, or a path in one.
  func keyframeFit(_ value: NodeID, _ property: SpecProperty) -> SpecFit {
    let isArray = json.kind(of: value) == .array
    switch property {
    case .scalar:
      if isArray {
        let fit = someNumbers(value)
        return fit == .short ? .wrong : fit
      }
      switch json.kind(of: value) {
      case .number:
        if readers.contains(.web) {
          findings.add(.keyframeNumber, at: value, "The keyframe's value is a bare number")
        }
        return .odd
      case .yes, .no: return .wrong(.android)
      case .object, .array, .key, .string, .null: return .wrong
      }
    case .bezier:
      guard isArray else { return .wrong }
      guard let path = json.firstElement(of: value) else { return .short }
      guard json.kind(of: path) == .object else { return .wrong }
      visit(path, bezierForm)
      return json.next(after: path) == json.next(after: value) ? .fits : .odd
    case .vector, .orientation, .position, .splittable, .colour, .gradient:
      return isArray ? vectorFit(value, property) : .wrong
    }
  }
}
