extension Rule {
  static let mergePaths = Rule(
    "feature.merge-paths", breaks: .telegram, disturbs: [.ios, .web, .rlottie],
    reason: "Of the players checked, only lottie-android merges paths other than as they are.",
    remedy: "merge the paths before the export",
    source: "airbnb/lottie, supported features, March 2026; core.telegram.org/animated_stickers")
  static let repeater = Rule(
    "feature.repeater", breaks: .telegram, disturbs: .ios,
    reason: "The main-thread engine of lottie-ios, its fallback, draws only one copy.",
    remedy: "draw the copies as shapes",
    source: "airbnb/lottie, supported features, March 2026; airbnb/lottie-ios#1739")
  static let offsetPath = Rule(
    "feature.offset-path", disturbs: [.ios, .android, .rlottie, .telegram],
    reason: "Of the players checked, only lottie-web, since 5.10, offsets paths.",
    remedy: "draw the offset path itself",
    source: "canilottie.com, shape-offset-path")
  static let puckerBloat = Rule(
    "feature.pucker-bloat", disturbs: [.ios, .android, .rlottie, .telegram],
    reason: "Of the players checked, only lottie-web puckers and bloats paths.",
    remedy: "bake the form into the path",
    source: "canilottie.com, shape-pucker-and-bloat")
  static let twist = Rule(
    "feature.twist", disturbs: .drawing, reason: "No player twists paths.",
    remedy: "bake the form into the path",
    source: "lottie-spec 1.0.1 does not know it; lottie-web, shape modifiers")
  static let zigZag = Rule(
    "feature.zig-zag", disturbs: [.ios, .android, .rlottie, .telegram],
    reason: "Of the players checked, only lottie-web, since 5.10, bends paths into zigzags.",
    remedy: "bake the form into the path",
    source: "lottie-web, shape modifiers")
  static let colourBytes = Rule(
    "feature.colour-bytes", disturbs: [.web, .rlottie, .telegram],
    reason: "rlottie, and lottie-web since Bodymovin 4.1.9, draw components above 1 as 1.",
    remedy: "export it with a newer Bodymovin, which writes components from 0 to 1",
    source: "lottie-web 5.12.2, DataManager.checkColors; lottie-spec 1.0.1, values/color")
  static let colourAlpha = Rule(
    "feature.colour-alpha", disturbs: .android,
    reason: "lottie-android alone takes the fourth component of a colour for its opacity.",
    remedy: "set the component to 1, and the opacity of the fill or stroke",
    source: "lottie-android 6.7.1, ColorParser; tried with lottie-web 5.12.2 and rlottie 0.1")
  static let blendModeShape = Rule(
    "feature.blend-mode-shape", disturbs: [.ios, .android, .rlottie, .telegram],
    reason: "Only lottie-web blends single shapes.",
    remedy: "set the shape's blend mode to normal, or that of its layer",
    source: "lottie-web 5.12.2, SVGShapeElement: mix-blend-mode")
  static let hiddenModifier = Rule(
    "feature.hidden-modifier", disturbs: .web,
    reason: "lottie-web applies modifiers although they are hidden.",
    remedy: "remove the modifier",
    source: "tried with lottie-web 5.12.2: searchShapes does not read \"hd\" of modifiers")
  static let trimMode = Rule(
    "feature.trim-mode", disturbs: .android,
    reason: "lottie-android trims nothing without \"m\".",
    remedy: "set the trim's \"m\" to 1, all paths at the same time, or 2, one after another",
    source: "lottie-android 6.7.1, ShapeTrimPathParser and CompoundTrimPathContent")
  static let transformOutside = Rule(
    "shape.transform-outside", disturbs: .web,
    reason: "lottie-web puts it in place of the layer's own transform, and others ignore it.",
    remedy: "put the shapes and their transform into a group",
    source: "tried with lottie-web 5.12.2: SVGShapeElement.searchShapes")
  static let roundedCorners = Rule(
    "feature.rounded-corners", disturbs: [.rlottie, .telegram],
    reason: "rlottie does not round the corners of other shapes, so posters show them sharp.",
    remedy: "set the roundness of rectangles, and draw the corners of paths",
    source: "tried with rlottie 0.1")
  static let dashZero = Rule(
    "feature.dash-zero", disturbs: [.rlottie, .telegram],
    reason: "rlottie draws dots, dashes of no length, as a solid line.",
    remedy: "make the dash 0.1 pixels long",
    source: "tried with rlottie 0.1")
  static let polygonInner = Rule(
    "shape.polygon-inner", breaks: .web,
    reason: "lottie-web keeps no inner radius of a polygon, and throws where it meets one.",
    remedy: "remove \"ir\" and \"is\", or make it a star with \"sy\": 1",
    source: "lottie-web 5.12.2, ShapeExpressionInterface: starInterfaceFactory")
  static let starInner = Rule(
    "shape.star-inner", breaks: [.android, .web],
    reason: "lottie-android and lottie-web read both without checking that they exist.",
    remedy: "give the star its inner radius, \"ir\", and inner roundness, \"is\"",
    source: "lottie-android 6.7.1, PolystarContent; tried with lottie-web 5.12.2")
  static let trimSimultaneous = Rule(
    "feature.trim-simultaneous", disturbs: .ios,
    reason: "The Core Animation engine of lottie-ios does not trim several paths at the same time.",
    remedy: "give each path its own trim",
    source: "airbnb/lottie, supported features, March 2026")
}

extension Animation {
  func shapeFeatures(_ findings: inout FindingSink) {
    for layer in layers where !isHidden(layer) {
      if let node = layer.members.transform { transform(node, &findings) }
    }
    guard !shapes.isEmpty else { return }
    let lists = ShapeLists(self).lists
    for shape in shapes where !lists[shape.list].isHidden {
      modifier(shape, lists, &findings)
      if shape.isHidden {
        hiddenModifier(shape, &findings)
      } else {
        blendMode(of: shape, &findings)
      }
    }
    drawnTogether(lists, &findings)
  }

  private func modifier(_ shape: Shape, _ lists: [ShapeList], _ findings: inout FindingSink) {
    guard let type = shape.type else { return }
    switch type {
    case .stroke:
      colour(of: shape, &findings)
      dashes(of: shape, &findings)
    case .fill: colour(of: shape, &findings)
    case .gradientStroke: dashes(of: shape, &findings)
    case .repeater: repeater(shape, &findings)
    case .merge:
      // Merging a single path, or several into one as they are, changes nothing, but stickers may
      // not do even that.
      let merges = lists[shape.list].allPaths > 1 && number("mm", of: shape.node) != 1
      guard merges || findings.profile == .telegram else { return }
      report(.mergePaths, shape, "Paths are merged", &findings)
    case .offset: deformation(.offsetPath, by: "a", shape, "Paths are offset", &findings)
    case .puckerBloat:
      deformation(.puckerBloat, by: "a", shape, "Paths are puckered or bloated", &findings)
    case .twist: deformation(.twist, by: "a", shape, "Paths are twisted", &findings)
    case .zigZag: deformation(.zigZag, by: "s", shape, "Paths are bent into zigzags", &findings)
    case .trim:
      trimMode(of: shape, &findings)
      let paths = lists[shape.list].allPaths
      guard paths > 1, lists[shape.list].trim == shape.node, number("m", of: shape.node) ?? 1 == 1
      else { return }
      let detail = "\(paths) paths are trimmed at the same time"
      report(.trimSimultaneous, shape, detail, &findings)
    case .transform:
      transform(shape.node, &findings)
      if lists[shape.list].parent == nil {
        report(.transformOutside, shape, "A transform stands outside of groups", &findings)
      }
    case .roundedCorners:
      guard lists[shape.list].allPaths > 0, !isAlways(0, member("r", of: shape.node))
      else { return }
      report(.roundedCorners, shape, "The corners of other shapes are rounded", &findings)
    case .group, .path, .rectangle, .ellipse, .star, .gradientFill, .noFill: break
    }
  }

  private func dashes(of shape: Shape, _ findings: inout FindingSink) {
    animatedDashes(shape.node, &findings)
    guard !shape.isHidden, let list = member("d", of: shape.node) else { return }
    let lengths = json.elements(of: list).map { entry in
      (kind: member("n", of: entry).map(json.key), length: member("v", of: entry))
    }
    let dot = lengths.first { $0.kind == "d" && isAlways(0, $0.length) }?.length
    guard let dot, lengths.contains(where: { $0.kind == "g" && !isAlways(0, $0.length) })
    else { return }
    findings.add(.dashZero, at: dot, "A dash has no length")
  }

  private func trimMode(of shape: Shape, _ findings: inout FindingSink) {
    guard member("m", of: shape.node) == nil, !isEmptyTrim(shape.node) else { return }
    report(.trimMode, shape, "A trim does not say how it trims, \"m\"", &findings)
  }

  /// Reports a modifier that is hidden, and would change something.
  private func hiddenModifier(_ shape: Shape, _ findings: inout FindingSink) {
    let isIdle =
      switch shape.type {
      case .trim: isEmptyTrim(shape.node)
      case .repeater: isAlways(1, member("c", of: shape.node))
      case .roundedCorners: isAlways(0, member("r", of: shape.node))
      case .offset, .puckerBloat: isAlways(0, member("a", of: shape.node))
      case .zigZag: isAlways(0, member("s", of: shape.node))
      case .group, .path, .rectangle, .ellipse, .star, .fill, .stroke, .gradientFill,
        .gradientStroke, .noFill, .transform, .merge, .twist, nil:
        true
      }
    guard !isIdle else { return }
    findings.add(.hiddenModifier, at: shape.typeNode ?? shape.node, "A modifier of paths is hidden")
  }

  private func blendMode(of shape: Shape, _ findings: inout FindingSink) {
    guard shape.blendMode != nil else { return }
    switch shape.type {
    case .group, .fill, .stroke, .gradientFill, .gradientStroke: break
    case .path, .rectangle, .ellipse, .star, .noFill, .transform, .trim, .repeater, .merge,
      .roundedCorners, .offset, .puckerBloat, .twist, .zigZag, nil:
      return
    }
    guard let mode = shape.blendMode, json.integer(of: mode) ?? 0 != 0 else { return }
    findings.add(.blendModeShape, at: mode, "A shape has a blend mode of its own")
  }

  /// `sy` of a polygon (lottie-spec 1.0.1, constants/star-type).
  private static let polygon = 2.0

  /// Whether a shape is a polygon, no star, and has an inner radius.
  func isPolygonWithInnerRadius(_ shape: Shape) -> Bool {
    shape.type == .star && number("sy", of: shape.node) == Self.polygon
      && member("ir", of: shape.node).map(json.kind) == .object
  }

  /// Inner radii belong to stars, and polygons have none.
  func innerRadii(_ findings: inout FindingSink) {
    for shape in shapes where shape.type == .star {
      let (radius, roundness) = (member("ir", of: shape.node), member("is", of: shape.node))
      if isPolygonWithInnerRadius(shape) {
        findings.add(.polygonInner, at: radius ?? shape.node, "A polygon has an inner radius")
      } else if number("sy", of: shape.node) == 1, radius == nil || roundness == nil {
        findings.add(
          .starInner, at: shape.node,
          "A star has no inner \(radius == nil ? "radius" : "roundness")")
      }
    }
  }

  private func colour(of shape: Shape, _ findings: inout FindingSink) {
    guard let colour = member("c", of: shape.node) else { return }
    let inBytes = firstValue(of: colour) { value in
      json.elements(of: value).prefix(3).contains { json.double(of: $0) ?? 0 > 1 }
    }
    guard !shape.isHidden else { return }
    if inBytes != nil {
      findings.add(.colourBytes, at: colour, "A component of the colour is above 1")
      return
    }
    let clear = firstValue(of: colour) { value in
      json.elements(of: value).dropFirst(3).first { _ in true }.flatMap(json.double) ?? 1 < 1
    }
    guard let clear else { return }
    findings.add(.colourAlpha, at: clear, "The colour has an opacity, its fourth component")
  }

  private func repeater(_ shape: Shape, _ findings: inout FindingSink) {
    let copies = member("c", of: shape.node)
    guard !isAlways(1, copies) || findings.profile == .telegram else { return }
    report(.repeater, shape, "A repeater makes copies", &findings)
    if let copies, keyframes(of: copies) > 1, !shape.isHidden {
      findings.add(.engineRepeater, at: copies, "The number of copies changes")
    }
  }

  /// Reports a modifier of paths, unless its `amount` is always 0, which changes nothing.
  private func deformation(
    _ rule: Rule, by amount: JSONKey, _ shape: Shape, _ detail: String,
    _ findings: inout FindingSink
  ) {
    guard !isAlways(0, member(amount, of: shape.node)) else { return }
    report(rule, shape, detail, &findings)
  }

  /// Points at the type of a shape that is not hidden.
  private func report(
    _ rule: Rule, _ shape: Shape, _ detail: String, _ findings: inout FindingSink
  ) {
    guard !shape.isHidden else { return }
    findings.add(rule, at: shape.typeNode ?? shape.node, detail)
  }
}
