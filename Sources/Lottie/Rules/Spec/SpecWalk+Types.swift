extension SpecWalk {
  /// Visits objects whose form depends on their type.
  func typedList(
    _ node: NodeID, _ list: SpecTypedList, _ readers: Players
  ) -> SpecFit {
    switch list {
    case .shapes: glyphShapes(node, readers)
    case .effects:
      eachObject(of: node, readers, .object(.effect)) { effect in
        visit(effect, forms[effectForm(of: effect).rawValue])
      }
    case .effectValues(let name): effectValues(node, name, readers)
    case .styles:
      eachObject(of: node, [], .object(.style)) { style in
        self.readers.remove(.web)
        let isShadow = json.number("ty", of: style) == 1
        visit(style, forms[(isShadow ? SpecForm.Name.shadowStyle : .style).rawValue])
      }
    }
  }

  private func effectValues(
    _ node: NodeID, _ name: SpecForm.Name, _ readers: Players
  ) -> SpecFit {
    // lottie-web asks for the type of each value, which only null does not stand.
    for value in json.elements(of: node) where json.kind(of: value) == .null {
      report(.wrong, at: value, .object(name), self.readers.intersection(.web))
    }
    return eachObject(of: node, readers, .object(name)) { value in
      visit(value, forms[name.rawValue])
      visit(value, forms[valueForm(of: value).rawValue])
    }
  }

  private func effectForm(of effect: NodeID) -> SpecForm.Name {
    switch json.number("ty", of: effect) {
    case 25: .shadow
    case 29: .blur
    default: .effect
    }
  }

  /// lottie-ios reads sliders, angles and colours, and lottie-web points and switches too.
  private func valueForm(of value: NodeID) -> SpecForm.Name {
    // lottie-ios reads true as 1.
    let type = json.member("ty", of: value)
    if type.map(json.kind) == .yes { return .numberValue }
    switch type.flatMap(json.double) {
    case 0, 1: return .numberValue
    case 2: return .colourValue
    case 3: return .pointValue
    case 4, 7, 10, 11: return .switchValue
    case 5: return .groupValue
    default: return .otherValue
    }
  }

  /// Visits the shapes of a glyph and those in its groups, without recursion.
  private func glyphShapes(_ node: NodeID, _ readers: Players) -> SpecFit {
    var open: [NodeID] = []
    if json.kind(of: node) == .array, json.firstElement(of: node) == nil,
      self.readers.contains(.web)
    {
      findings.add(.structureIncompleteWeb, at: node, "A glyph's list of shapes is empty")
    }
    let fit = glyphShapes(of: node, readers, &open)
    // lottie-ios leaves out a list that holds something else, but not one in a group.
    while let list = open.popLast() {
      report(glyphShapes(of: list, self.readers, &open), at: list, .array, self.readers)
    }
    return fit
  }

  private func glyphShapes(
    of list: NodeID, _ readers: Players, _ open: inout [NodeID]
  ) -> SpecFit {
    eachObject(of: list, readers, .object(.glyphShape)) { shape in
      visit(shape, forms[SpecForm.Name.glyphShape.rawValue])
      guard let type = json.member("ty", of: shape).flatMap(json.shapeType) else {
        return
      }
      visit(shape, shapeForms[type.rawValue])
      if let items = json.member("it", of: shape) { open.append(items) }
    }
  }
}
