extension SpecWalk {
  /// How well a value fits; reports what is wrong deeper inside.
  ///
  /// `readers` are the decoders that stop at another kind of value; those that read what is inside
  /// are `self.readers`.
  func fit(_ node: NodeID, _ value: SpecValue, _ readers: Players) -> SpecFit {
    let kind = json.kind(of: node)
    switch value {
    case .anything: return .fits
    case .text: return kind == .string ? .fits : kind == .number ? .wrong([.ios, .web]) : .wrong
    case .number: return kind == .number ? .fits : almostNumber(node)
    case .integer: return kind == .number ? whole(node, [.ios, .android]) : almostInteger(node)
    case .pixels: return kind == .number ? whole(node, .android) : almostInteger(node)
    case .choice(let bits): return choice(node, bits)
    case .strictChoice(let bits, let players):
      let fit = choice(node, bits)
      return fit == .odd ? .unknown(players) : fit
    case .index(let bits):
      let fit = choice(node, bits)
      return fit == .odd && json.double(of: node) ?? 0 < 0 ? .unknown(.android) : fit
    case .maskMode: return letter(node, "nasi")
    case .dashKind: return letter(node, "dgo")
    case .truth:
      return kind == .yes || kind == .no ? .fits : kind == .number ? .wrong(.android) : .wrong
    case .flag: return flag(node)
    case .colourCode: return kind == .string ? colourCode(node) : .wrong
    case .numbers(let least): return atLeast(least, node)
    case .easing(let isUnit): return easing(node, isUnit: isUnit)
    case .array: return kind == .array ? .fits : .wrong
    case .object(let name):
      guard kind == .object else { return .wrong }
      visit(node, forms[name.rawValue])
      return .fits
    case .list(let name): return list(node, of: name, readers)
    case .keyframes(let name):
      return kind == .array && json.firstElement(of: node) == nil
        ? .wrong([.android, .web]) : list(node, of: name, readers)
    case .typed(let list): return typedList(node, list, readers)
    case .property(let property): return fit(node, property)
    case .atTime(let property): return keyframeFit(node, property)
    case .points: return pointsFit(node)
    }
  }

  func list(
    _ node: NodeID, of name: SpecForm.Name, _ readers: Players
  ) -> SpecFit {
    eachObject(of: node, readers, .object(name)) { visit($0, forms[name.rawValue]) }
  }

  /// Visits the objects of a list, and reports elements that are none.
  func eachObject(
    of node: NodeID, _ readers: Players, _ value: SpecValue,
    _ visit: (NodeID) -> Void
  ) -> SpecFit {
    guard json.kind(of: node) == .array else { return .wrong }
    for element in json.elements(of: node) {
      if json.kind(of: element) == .object {
        visit(element)
      } else {
        report(.wrong, at: element, value, readers)
      }
    }
    return .fits
  }

  /// A value that is not a number: lottie-ios reads true as 1, lottie-android "1" as 1, and
  /// lottie-web takes lists that do not begin with a number for keyframes.
  private func almostNumber(_ node: NodeID) -> SpecFit {
    switch json.kind(of: node) {
    case .yes, .no: .wrong([.android, .web])
    case .string: quotedNumber(node) == nil ? .wrong : .quoted
    case .object, .array, .key, .number, .null: .wrong
    }
  }

  private func almostInteger(_ node: NodeID) -> SpecFit {
    let fit = almostNumber(node)
    guard fit == .quoted else { return fit }
    return quotedNumber(node).flatMap(Int32.init(exactly:)) == nil ? .wrong : .quoted
  }

  /// The number that a string holds, if it is written as JSON writes numbers.
  private func quotedNumber(_ node: NodeID) -> Double? {
    let text = json.written(node).dropFirst().dropLast()
    guard text.allSatisfy({ ASCII.isDigit($0) || "+-.eE".utf8.contains($0) }) else { return nil }
    return Double(String(decoding: text, as: UTF8.self))
  }

  private func flag(_ node: NodeID) -> SpecFit {
    guard json.kind(of: node) == .number else { return almostInteger(node) }
    let number = json.double(of: node)
    if number == 0 || number == 1 { return .fits }
    let fit = whole(node, .android)
    return fit == .fits ? .odd : fit
  }

  /// Another rule covers numbers beyond 32 bits.
  private func whole(_ node: NodeID, _ players: Players) -> SpecFit {
    if json.isWrittenAsInteger(node) { return .fits }
    return json.double(of: node).map { $0 == $0.rounded() } == true ? .fits : .fractional(players)
  }

  private func choice(_ node: NodeID, _ bits: UInt8) -> SpecFit {
    guard json.kind(of: node) == .number else { return almostInteger(node) }
    guard let number = json.integer(of: node) else {
      let fit = whole(node, [.ios, .android])
      return fit == .fits ? .odd : fit
    }
    return (0..<8).contains(number) && bits & 1 << UInt8(number) != 0 ? .fits : .odd
  }

  private func letter(_ node: NodeID, _ letters: StaticString) -> SpecFit {
    guard json.kind(of: node) == .string else {
      return json.kind(of: node) == .number ? .odd : .wrong
    }
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
    case .array:
      if differsByAxis(node) { easingByAxis.add(node) }
      return someNumbers(node, areUnit: isUnit)
    case .object, .key, .string, .yes, .no, .null: return .wrong
    }
  }

  /// Whether the first two numbers differ; the third is of the depth.
  private func differsByAxis(_ array: NodeID) -> Bool {
    let (first, second) = (NodeID(index: array.index + 1), NodeID(index: array.index + 2))
    guard second < json.next(after: array), json.kind(of: first) == .number,
      json.kind(of: second) == .number
    else { return false }
    return json.written(first) != json.written(second)
  }

  private func atLeast(_ least: Int, _ node: NodeID) -> SpecFit {
    guard json.kind(of: node) == .array else { return .wrong }
    let (fit, count) = numbers(node)
    return count < least && fit != .wrong ? .short : fit
  }

  /// Whether all elements of an array are numbers, with at least one.
  func someNumbers(_ array: NodeID, areUnit: Bool = false) -> SpecFit {
    let (fit, count) = numbers(array, areUnit: areUnit)
    return count == 0 && fit != .wrong ? .short : fit
  }

  /// Whether all elements of an array are numbers, and how many there are.
  func numbers(_ array: NodeID, areUnit: Bool = false) -> (fit: SpecFit, count: Int) {
    var fit = SpecFit.fits
    var at = array.index + 1
    let end = json.next(after: array).index
    if !areUnit, json.holdsUsualNumbers(array) { return (.fits, end - at) }
    let first = at
    while at < end {
      let element = NodeID(index: at)
      if json.nodes[at].kind == .number {
        if areUnit, fit == .fits, !isInUnit(element) { fit = .odd }
      } else {
        let almost = almostNumber(element)
        if almost == .wrong { return (.wrong, at - first) }
        fit = fit == .fits || fit == .odd || fit == almost ? almost : .wrong
      }
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
