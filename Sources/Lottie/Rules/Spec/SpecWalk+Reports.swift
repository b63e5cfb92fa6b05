extension SpecWalk {
  /// Reports what affects players; violations of the specification alone are reported per object.
  ///
  /// `readers` are the players that the value matters to. Returns false if it harms none of them.
  @discardableResult
  func report(
    _ fit: SpecFit, at node: NodeID, _ value: SpecValue, _ readers: Players
  ) -> Bool {
    switch fit {
    case .fits, .odd: return false
    case .quoted:
      if readers.contains(.ios) { return reportKind(.ios, of: node, value) }
      guard readers.contains(.android) else { return false }
      findings.add(.structureQuoted, at: node, "The number \(json.quoted(node)) is in quotes")
    case .fractional(let players):
      switch players.intersection(readers) {
      case []: return false
      case .android:
        findings.add(.numberInteger, at: node, "\(json.quoted(node)) is not a whole number")
      case let stopped: return reportKind(stopped, of: node, value)
      }
    case .unknown(let players):
      guard let rule = Rule.choices[players.intersection(readers).rawValue] else { return false }
      findings.add(rule, at: node, "\(json.quoted(node)) is not a value that players know")
    case .colourless:
      guard !readers.isEmpty else { return false }
      findings.add(
        .structureColour, at: node, "\(json.quoted(node)) is not a colour such as \"#ff0000\"")
    case .single:
      guard readers.contains(.android) else { return false }
      findings.add(.structureSingle, at: node, "The value has one number and needs two")
    case .null:
      guard !readers.contains(.ios), readers.contains(.android) else {
        return reportKind(readers, of: node, value)
      }
      findings.add(.structureNull, at: node, "A member that players read is null")
    case .short:
      guard readers.contains(.android) else { return false }
      findings.add(.structureComponents, at: node, "The value has fewer numbers than it needs")
    case .wrong(let players):
      let stopped = players.intersection(readers)
      let isDefault = stopped == .android && players.contains(.ios)
      return reportKind(isDefault ? [.android, .web] : stopped, of: node, value)
    }
    return true
  }

  private func reportKind(
    _ stopped: Players, of node: NodeID, _ value: SpecValue
  ) -> Bool {
    let rules = Rule.kinds(stopped)
    for rule in rules {
      findings.add(
        rule, at: node, "\(json.article(of: node)) where \(value.article) belongs")
    }
    return !rules.isEmpty
  }
}

extension JSONDocument {
  /// A value as a message names it.
  fileprivate func article(of node: NodeID) -> String {
    switch kind(of: node) {
    case .object: "An object"
    case .array: "An array"
    case .key, .string: "A string"
    case .number: isWrittenAsInteger(node) ? "A number" : "A number with a fraction"
    case .yes, .no: "A truth value"
    case .null: "Null"
    }
  }
}

extension SpecValue {
  /// The value as a message names it.
  fileprivate var article: String {
    switch self {
    case .anything: "something else"
    case .text, .maskMode, .dashKind, .colourCode: "a string"
    case .number, .flag: "a number"
    case .integer, .pixels, .choice, .strictChoice, .index: "a whole number"
    case .truth: "true or false"
    case .numbers: "an array of numbers"
    case .easing: "a number or an array of numbers"
    case .array: "an array"
    case .points: "an array of points"
    case .object: "an object"
    case .list, .keyframes, .typed: "an array of objects"
    case .property, .atTime: "a value of another form"
    }
  }
}
