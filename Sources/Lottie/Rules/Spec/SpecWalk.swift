/// Visits every object with a known role once, and compares it with its form.
struct SpecWalk {
  let json: JSONDocument
  let forms = SpecForm.named
  let keyframeForms = SpecForm.keyframes
  let shapeForms = SpecForm.shapes
  let bezierForm = SpecForm.named[SpecForm.Name.bezier.rawValue]
  var findings: FindingSink
  /// Keyframes without the value that they start at.
  var legacyKeyframes = LegacyForm()
  /// Properties that do not say whether they are animated.
  var legacyProperties = LegacyForm()

  /// Reports where the animation departs from the specification.
  static func check(_ animation: Animation, _ findings: inout FindingSink) {
    var walk = SpecWalk(json: animation.json, findings: findings)
    walk.run(animation)
    findings = walk.findings
  }

  private mutating func run(_ animation: Animation) {
    visit(.root, forms[SpecForm.Name.animation.rawValue])
    visit(animation.assets)
    for layer in animation.layers { visit(layer) }
    for shape in animation.shapes { visit(shape) }
    if let node = legacyKeyframes.first {
      findings.add(
        .specLegacyKeyframe, at: node,
        "\(legacyKeyframes.count) keyframes, this one first, have no start value, \"s\"")
    }
    if let node = legacyProperties.first {
      findings.add(
        .specLegacyProperty, at: node,
        "\(legacyProperties.count) properties, this one first, have no \"a\"")
    }
  }

  private mutating func visit(_ assets: [Asset]) {
    for asset in assets {
      switch asset.kind {
      case .composition: visit(asset.node, forms[SpecForm.Name.composition.rawValue])
      case .file:
        visit(asset.node, forms[SpecForm.Name.image.rawValue])
        if json.number("e", of: asset.node) == 1,
          let path = json.member("p", of: asset.node),
          !json.written(path).dropFirst().starts(with: "data:".utf8)
        {
          findings.add(.specValue, at: path, "\"e\" is 1, but \"p\" is not a data URI")
        }
      }
    }
  }

  private mutating func visit(_ layer: Layer) {
    let name: SpecForm.Name
    switch layer.type {
    case .precomposition: name = .precompositionLayer
    case .solid: name = .solidLayer
    case .image: name = .imageLayer
    case .null, .shape: name = .layer
    case .text, .audio, .videoPlaceholder, .imageSequence, .video, .imagePlaceholder, .guide,
      .adjustment, .camera, .light, .data:
      name = .unspecifiedLayer
    case nil: return
    }
    visit(layer.node, forms[name.rawValue])
    if let transform = layer.members.transform, json.kind(of: transform) == .object {
      visit(transform, forms[SpecForm.Name.transform.rawValue])
    }
    if let masks = layer.members.masks { report(list(masks, of: .mask), at: masks, .list(.mask)) }
    if let shapes = layer.members.shapes, layer.type != .shape, json.kind(of: shapes) != .array {
      report(.wrong, at: shapes, .array)
    }
  }

  private mutating func visit(_ shape: Shape) {
    guard let type = shape.type else { return }
    visit(shape.node, shapeForms[type.rawValue])
    if type == .star, json.number("sy", of: shape.node) ?? 1 == 1,
      json.member("ir", of: shape.node) == nil || json.member("is", of: shape.node) == nil
    {
      findings.add(.specMissing, at: shape.node, "A star has no \"ir\" or no \"is\"")
    }
  }

  /// Compares an object, and everything that its form describes inside it, with the form.
  ///
  /// Returns the bits of the members that it has.
  @discardableResult
  mutating func visit(_ object: NodeID, _ form: SpecForm) -> UInt32 {
    var present: UInt32 = 0
    var odd: UInt32 = 0
    var at = object.index + 1
    let end = json.next(after: object).index
    while at < end {
      let (key, value) = (NodeID(index: at), NodeID(index: at + 1))
      at = json.next(after: value).index
      guard let position = form.position(of: json.key(of: key)) else { continue }
      let bit: UInt32 = 1 << UInt32(truncatingIfNeeded: position)
      present |= bit
      let expected = form.values[position]
      var fit = fit(value, expected)
      if fit == .fits { continue }
      if fit == .wrong, json.kind(of: value) == .null { fit = .null }
      if fit == .odd { odd |= bit }
      report(fit, at: value, expected)
    }
    let missing = form.required & ~present
    odd &= ~form.extra
    if missing | odd != 0 { report(missing, odd, of: object, form) }
    return present
  }

  private mutating func report(
    _ missing: UInt32, _ odd: UInt32, of object: NodeID, _ form: SpecForm
  ) {
    if missing & form.vital != 0 {
      findings.add(
        .structureIncomplete, at: object, "There is no \(form.names(missing & form.vital))")
    } else if missing != 0 {
      findings.add(.specMissing, at: object, "There is no \(form.names(missing))")
    }
    if odd != 0 {
      findings.add(.specValue, at: object, "\(form.names(odd)) is not as it is specified")
    }
  }

  /// Reports what affects players; violations of the specification alone are reported per object.
  mutating func report(_ fit: SpecFit, at node: NodeID, _ value: SpecValue) {
    switch fit {
    case .fits, .odd: break
    case .fractional:
      findings.add(.numberInteger, at: node, "\(json.quoted(node)) is not a whole number")
    case .unknown:
      findings.add(
        .structureChoice, at: node, "\(json.quoted(node)) is not a value that players know")
    case .colourless:
      findings.add(
        .structureColour, at: node, "\(json.quoted(node)) is not a colour such as \"#ff0000\"")
    case .single:
      findings.add(.structureSingle, at: node, "The value has one number and needs two")
    case .null: findings.add(.structureNull, at: node, "A member that players read is null")
    case .short:
      findings.add(.structureComponents, at: node, "The value has fewer numbers than it needs")
    case .wrong:
      findings.add(
        .structureKind, at: node,
        "\(json.kind(of: node).article) where \(value.article) belongs")
    }
  }
}

/// A form that older exporters wrote throughout a file, reported once.
struct LegacyForm {
  private(set) var count = 0
  private(set) var first: NodeID?

  mutating func add(_ node: NodeID) {
    count += 1
    first = first ?? node
  }
}

extension NodeKind {
  /// The kind as a message names it.
  fileprivate var article: String {
    switch self {
    case .object: "An object"
    case .array: "An array"
    case .key, .string: "A string"
    case .number: "A number"
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
    case .text, .identifier, .maskMode, .dashKind, .colourCode: "a string"
    case .number, .integer, .choice, .strictChoice, .flag: "a number"
    case .truth: "true or false"
    case .vector: "an array of numbers"
    case .easing: "a number or an array of numbers"
    case .array: "an array"
    case .points: "an array of points"
    case .object: "an object"
    case .list: "an array of objects"
    case .property, .atTime: "a value of another form"
    }
  }
}
