extension Rule {
  static let mergePaths = Rule(
    "feature.merge-paths", breaks: .telegram, disturbs: [.ios, .web, .rlottie],
    reason: "Of the players checked, only lottie-android merges paths.",
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
    }
    drawnTogether(lists, &findings)
  }

  private func modifier(_ shape: Shape, _ lists: [ShapeList], _ findings: inout FindingSink) {
    guard let type = shape.type else { return }
    switch type {
    case .stroke:
      colour(of: shape, &findings)
      animatedDashes(shape.node, &findings)
    case .fill: colour(of: shape, &findings)
    case .gradientStroke: animatedDashes(shape.node, &findings)
    case .repeater: repeater(shape, &findings)
    case .merge:
      // Merging a single path changes nothing, but stickers may not do even that.
      guard lists[shape.list].allPaths > 1 || findings.profile == .telegram else { return }
      report(.mergePaths, shape, "Paths are merged", &findings)
    case .offset: deformation(.offsetPath, by: "a", shape, "Paths are offset", &findings)
    case .puckerBloat:
      deformation(.puckerBloat, by: "a", shape, "Paths are puckered or bloated", &findings)
    case .twist: deformation(.twist, by: "a", shape, "Paths are twisted", &findings)
    case .zigZag: deformation(.zigZag, by: "s", shape, "Paths are bent into zigzags", &findings)
    case .trim:
      let paths = lists[shape.list].allPaths
      guard paths > 1, lists[shape.list].trim == shape.node, number("m", of: shape.node) ?? 1 == 1
      else { return }
      let detail = "\(paths) paths are trimmed at the same time"
      report(.trimSimultaneous, shape, detail, &findings)
    case .transform: transform(shape.node, &findings)
    case .group, .path, .rectangle, .ellipse, .star, .gradientFill, .noFill, .roundedCorners:
      break
    }
  }

  private func colour(of shape: Shape, _ findings: inout FindingSink) {
    guard let colour = member("c", of: shape.node) else { return }
    let inBytes = firstValue(of: colour) { value in
      json.elements(of: value).prefix(3).contains { json.double(of: $0) ?? 0 > 1 }
    }
    guard inBytes != nil, !shape.isHidden else { return }
    findings.add(.colourBytes, at: colour, "A component of the colour is above 1")
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
