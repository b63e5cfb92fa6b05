extension Rule {
  static let rootIsNoObject = Rule(
    "structure.root", breaks: .all, reason: "An animation is an object with layers.",
    remedy: "supply the animation that Bodymovin exported",
    source: "lottie-spec 1.0.1, animation")
  static let duplicateKey = Rule(
    "structure.duplicate-key", breaks: .all,
    reason: "Players disagree on which of two members with the same name counts.",
    remedy: "keep one of the two",
    source: "RFC 8259, section 4")
  static let null = Rule(
    "structure.null", disturbs: [.rlottie, .telegram],
    reason: "rlottie refuses null where it expects a value.",
    remedy: "remove the member or give it a value",
    source: "tried with rlottie 0.1")
  static let expression = Rule(
    "code.expression", breaks: [.web, .telegram], disturbs: [.ios, .android, .rlottie],
    reason:
      "An expression is JavaScript: web players run it, whatever it does, and others ignore it.",
    remedy: "bake it into keyframes before the export",
    source: "lottie-web evaluates it; airbnb/lottie, supported features, March 2026")
  static let expressionIdle = Rule(
    "code.expression-idle", reason: "It is empty, or nothing shows what it drives: it never runs.",
    remedy: "remove it to make the file smaller",
    source: "tried with lottie-web 5.12.2: ExpressionManager")
}

extension Animation {
  func duplicateKeys(_ findings: inout FindingSink) {
    for key in survey.duplicates {
      findings.add(
        .duplicateKey, at: key, "\(quoted(key)) appears more than once in the same object")
    }
  }

  func nulls(_ findings: inout FindingSink) {
    for node in survey.nulls { findings.add(.null, at: node, "A value is null") }
  }

  func expressions(_ findings: inout FindingSink) {
    var pointers = JSONPointerWalk(document: json)
    let running = Set(runningExpressions)
    for node in survey.expressions {
      findings.add(
        running.contains(node) ? .expression : .expressionIdle, at: node,
        "The expression \(excerpt(of: node)) \(purpose(of: node, &pointers))")
    }
  }

  /// The expressions that web players run: neither empty ones, nor those of what nothing shows.
  var runningExpressions: [NodeID] {
    guard !survey.expressions.isEmpty else { return [] }
    let unreached = unreached
    // An empty one is nothing but its quotation marks.
    return survey.expressions.filter { node in
      json.range(of: node).count > 2 && !unreached.contain(node)
    }
  }

  /// What Bodymovin writes before an expression.
  private static let boilerplate = [Array("var $bm_rt;".utf8), Array("$bm_rt = ".utf8)]

  /// The beginning of an expression, quoted for a message.
  private func excerpt(of expression: NodeID) -> String {
    guard var code = json.slice(of: expression) else { return quoted(expression) }
    for words in Self.boilerplate {
      code = code.drop { $0 <= ASCII.space }
      if code.starts(with: words) { code = code.dropFirst(words.count) }
    }
    return SafeText.quoted(code)
  }

  private func purpose(of expression: NodeID, _ pointers: inout JSONPointerWalk) -> String {
    guard let property = pointers.drivenProperty(of: expression) else { return "is code" }
    let owner =
      switch property.owner {
      case .layer: "the layer's"
      case .text: "the text's"
      case .shape: "a shape's"
      case .effect: "an effect's"
      case .mask: "a mask's"
      }
    return "drives \(owner) \(property.name)"
  }
}
