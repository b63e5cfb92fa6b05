/// Visits every object with a known role once, and compares it with its form.
///
/// A class, because a structure of this size is copied at each call of a function that only reads.
final class SpecWalk {
  let json: JSONDocument
  let forms = SpecForm.named
  let keyframeForms = SpecForm.keyframes
  let lastEndForms = SpecForm.keyframesBeforeBare
  let shapeForms = SpecForm.shapes
  let bezierForm = SpecForm.named[SpecForm.Name.bezier.rawValue]
  var findings: FindingSink
  /// The players that read what is being visited.
  var readers: Players = .gift
  /// Keyframes without the value that they start at.
  var legacyKeyframes = LegacyForm()
  /// Properties that do not say whether they are animated.
  var legacyProperties = LegacyForm()
  /// Handles that ease one axis otherwise than another.
  var easingByAxis = LegacyForm()

  private init(_ json: JSONDocument, _ findings: FindingSink) {
    self.json = json
    self.findings = findings
  }

  /// Reports where the animation departs from the specification.
  static func check(_ animation: Animation, _ findings: inout FindingSink) {
    let walk = SpecWalk(animation.json, findings)
    walk.run(animation)
    findings = walk.findings
  }

  private func run(_ animation: Animation) {
    visit(.root, forms[SpecForm.Name.animation.rawValue])
    visit(animation.assets)
    for layer in animation.layers { visit(layer) }
    for shape in animation.shapes { visit(shape) }
    if let node = legacyKeyframes.first {
      findings.add(
        .specLegacyKeyframe, at: node,
        "\(legacyKeyframes.count) keyframes, this one first, have no start value, \"s\"")
    }
    if let node = easingByAxis.first {
      findings.add(
        .easingByAxis, at: node,
        "\(easingByAxis.count) easing coordinates, these first, differ between axes")
    }
    if let node = legacyProperties.first {
      findings.add(
        .specLegacyProperty, at: node,
        "\(legacyProperties.count) properties, this one first, have no \"a\"")
    }
  }

  private func visit(_ assets: [Asset]) {
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

  private func visit(_ layer: Layer) {
    let name: SpecForm.Name
    // lottie-ios leaves out layers of types that it does not know.
    readers = .gift
    switch layer.type {
    case .precomposition: name = .precompositionLayer
    case .solid: name = .solidLayer
    case .image: name = .imageLayer
    case .null, .shape: name = .layer
    case .text: name = .textLayer
    case .audio: name = .soundLayer
    case .videoPlaceholder, .imageSequence, .video, .imagePlaceholder, .guide, .adjustment, .camera,
      .light, .data:
      name = .unspecifiedLayer
      readers.remove(.ios)
    case nil: return
    }
    visit(layer.node, forms[name.rawValue])
    // lottie-ios takes defaults for what it cannot read in the transform of a layer.
    readers.remove(.ios)
    if let transform = layer.members.transform {
      if json.kind(of: transform) == .object {
        visit(transform, forms[SpecForm.Name.transform.rawValue])
      } else if layer.type?.isVisual != true {
        report(.wrong, at: transform, .object(.transform), readers)
      }
    }
    let lenient = readers
    if name != .unspecifiedLayer { readers.insert(.ios) }
    if layer.members.masks == nil, json.member("hasMask", of: layer.node).map(json.kind) == .yes {
      findings.add(
        .structureIncompleteWeb, at: layer.node,
        "The layer claims masks and has no \"masksProperties\"")
    }
    if let masks = layer.members.masks {
      report(masksFit(masks, lenient), at: masks, .list(.mask), lenient)
    }
    readers = .gift
    if let shapes = layer.members.shapes, layer.type != .shape, json.kind(of: shapes) != .array {
      report(.wrong, at: shapes, .array, readers)
    }
  }

  private func masksFit(_ masks: NodeID, _ lenient: Players) -> SpecFit {
    eachObject(of: masks, lenient, .object(.mask)) { mask in
      let isIdle = json.member("mode", of: mask).map(json.key) == "n"
      visit(mask, forms[(isIdle ? SpecForm.Name.idleMask : .mask).rawValue])
    }
  }

  private func visit(_ shape: Shape) {
    guard let type = shape.type else { return }
    visit(shape.node, shapeForms[type.rawValue])
    // Another rule covers other numbers.
    guard type == .star, let kind = json.member("sy", of: shape.node), json.double(of: kind) == nil
    else { return }
    findings.add(.structureKindWeb, at: kind, "\"sy\" is neither 1, a star, nor 2, a polygon")
  }

  /// Compares an object, and everything that its form describes inside it, with the form.
  ///
  /// Returns the bits of the members that it has, and of those that are not what players expect.
  @discardableResult
  func visit(
    _ object: NodeID, _ form: SpecForm
  ) -> (present: UInt32, unfit: UInt32) {
    let outerReaders = readers
    var present: UInt32 = 0
    var odd: UInt32 = 0
    var unfit: UInt32 = 0
    var at = object.index + 1
    let end = json.next(after: object).index
    while at < end {
      let (key, value) = (NodeID(index: at), NodeID(index: at + 1))
      at = json.next(after: value).index
      let name = json.key(of: key)
      guard let expected = form.reading(of: name),
        name != .unpackable || form.names(expected, key, json)
      else { continue }
      let bit: UInt32 = 1 << UInt32(expected.position)
      present |= bit
      var memberReaders = outerReaders.intersection(expected.readers)
      readers = outerReaders.intersection(expected.innerReaders)
      if form.accompanying & bit != 0, !form.isAccompanied(bit, present, in: object, json) {
        memberReaders.remove(.web)
        readers.remove(.web)
      }
      var fit = fit(value, expected.value, memberReaders)
      if fit == .fits { continue }
      if json.kind(of: value) == .null, case .wrong = fit { fit = .null }
      if fit != .odd { unfit |= bit }
      if !report(fit, at: value, expected.value, memberReaders) { odd |= bit }
    }
    readers = outerReaders
    let missing = form.required & ~present
    odd &= ~form.extra
    if missing | odd != 0 { report(missing, odd, of: object, form) }
    let unaccompanied = form.accompanying == 0 ? 0 : form.unaccompanied(present)
    if unaccompanied != 0, readers.contains(.web) {
      findings.add(
        .structureIncompleteWeb, at: object, "There is no \(form.names(unaccompanied))")
    }
    return (present, unfit)
  }

  private func report(
    _ missing: UInt32, _ odd: UInt32, of object: NodeID, _ form: SpecForm
  ) {
    var left = missing
    for (players, rule) in Rule.incomplete {
      let vital = form.vital(left, for: players)
      guard vital != 0, readers.isSuperset(of: players) else { continue }
      left &= ~vital
      findings.add(rule, at: object, "There is no \(form.names(vital))")
    }
    if left & ~form.extra != 0 {
      findings.add(.specMissing, at: object, "There is no \(form.names(left & ~form.extra))")
    }
    if odd != 0 {
      findings.add(.specValue, at: object, "\(form.names(odd)) is not as it is specified")
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
