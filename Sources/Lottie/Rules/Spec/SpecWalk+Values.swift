extension SpecWalk {
  /// How well a value fits; reports what is wrong deeper inside.
  mutating func fit(_ node: NodeID, _ value: SpecValue) -> SpecFit {
    let kind = json.kind(of: node)
    switch value {
    case .anything: return .fits
    case .text: return kind == .string ? .fits : kind == .number ? .odd : .wrong
    case .identifier: return kind == .string ? .fits : .wrong
    case .number: return kind == .number ? .fits : .wrong
    case .integer: return kind == .number ? whole(node) : .wrong
    case .choice(let bits): return choice(node, bits)
    case .strictChoice(let bits):
      let fit = choice(node, bits)
      return fit == .odd ? .unknown : fit
    case .maskMode: return letter(node, "nasi")
    case .dashKind: return letter(node, "dgo")
    case .truth: return kind == .yes || kind == .no ? .fits : kind == .number ? .odd : .wrong
    case .flag:
      guard kind == .number else { return kind == .yes || kind == .no ? .odd : .wrong }
      let number = json.double(of: node)
      return number == 0 || number == 1 ? .fits : .odd
    case .colourCode: return kind == .string ? colourCode(node) : .wrong
    case .vector: return kind == .array ? someNumbers(node) : .wrong
    case .easing(let isUnit): return easing(node, isUnit: isUnit)
    case .array: return kind == .array ? .fits : .wrong
    case .object(let name):
      guard kind == .object else { return .wrong }
      visit(node, forms[name.rawValue])
      return .fits
    case .list(let name): return list(node, of: name)
    case .property(let property): return fit(node, property)
    case .atTime(let property): return keyframeFit(node, property)
    case .points: return pointsFit(node)
    }
  }

  mutating func list(_ node: NodeID, of name: SpecForm.Name) -> SpecFit {
    guard json.kind(of: node) == .array else { return .wrong }
    for element in json.elements(of: node) {
      if json.kind(of: element) == .object {
        visit(element, forms[name.rawValue])
      } else {
        report(.wrong, at: element, .object(name))
      }
    }
    return .fits
  }

  /// Another rule covers numbers beyond 32 bits.
  private func whole(_ node: NodeID) -> SpecFit {
    if json.isWrittenAsInteger(node) { return .fits }
    return json.double(of: node).map { $0 == $0.rounded() } == true ? .fits : .fractional
  }

  private func choice(_ node: NodeID, _ bits: UInt8) -> SpecFit {
    guard json.kind(of: node) == .number else { return .wrong }
    guard let number = json.integer(of: node) else {
      return whole(node) == .fits ? .odd : .fractional
    }
    return (0..<8).contains(number) && bits & 1 << UInt8(number) != 0 ? .fits : .odd
  }

  private func letter(_ node: NodeID, _ letters: StaticString) -> SpecFit {
    guard json.kind(of: node) == .string else { return .wrong }
    let text = json.written(node).dropFirst().dropLast()
    guard text.count == 1, let letter = text.first else { return .odd }
    return letters.description.utf8.contains(letter) ? .fits : .odd
  }

  private func colourCode(_ node: NodeID) -> SpecFit {
    let text = json.written(node).dropFirst().dropLast()
    let digits = text.dropFirst()
    guard text.first == 0x23, digits.count == 6 || digits.count == 8,
      digits.allSatisfy({ ASCII.hexValue($0) != nil })
    else { return .colourless }
    return digits.count == 6 ? .fits : .odd
  }

  private func easing(_ node: NodeID, isUnit: Bool) -> SpecFit {
    switch json.kind(of: node) {
    case .number: return isUnit && !isInUnit(node) ? .odd : .fits
    case .array: return someNumbers(node, areUnit: isUnit)
    case .object, .key, .string, .yes, .no, .null: return .wrong
    }
  }

  /// Whether all elements of an array are numbers, with at least one.
  func someNumbers(_ array: NodeID, areUnit: Bool = false) -> SpecFit {
    let (fit, count) = numbers(array, areUnit: areUnit)
    return fit == .fits && count == 0 ? .short : fit
  }

  /// Whether all elements of an array are numbers, and how many there are.
  func numbers(_ array: NodeID, areUnit: Bool = false) -> (fit: SpecFit, count: Int) {
    var fit = SpecFit.fits
    var at = array.index + 1
    let end = json.next(after: array).index
    if !areUnit, json.holdsUsualNumbers(array) { return (.fits, end - at) }
    let first = at
    while at < end {
      guard json.nodes[at].kind == .number else { return (.wrong, at - first) }
      if areUnit, !isInUnit(NodeID(index: at)) { fit = .odd }
      at &+= 1
    }
    return (fit, at - first)
  }

  /// Whether a number is from 0 to 1: most are written "0", "1" or with "0." in front.
  private func isInUnit(_ node: NodeID) -> Bool {
    let entry = json.nodes[node.index]
    let (start, length) = (Int(entry.start), Int(entry.end &- entry.start))
    let first = json.bytes[start]
    if length == 1 { return first <= ASCII.zero + 1 }
    if first == ASCII.zero, !entry.isUnusual { return true }
    return json.double(of: node).map { (0...1).contains($0) } ?? false
  }
}
