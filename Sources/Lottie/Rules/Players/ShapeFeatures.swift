extension Rule {
  static let mergePaths = Rule(
    "feature.merge-paths", breaks: .telegram, disturbs: [.ios, .web, .rlottie],
    reason: "Of these players only lottie-android merges paths.",
    remedy: "merge the paths before the export",
    source: "airbnb/lottie, supported features, March 2026; core.telegram.org/animated_stickers")
  static let repeater = Rule(
    "feature.repeater", breaks: .telegram, disturbs: .ios,
    reason: "The main-thread engine of lottie-ios, its fallback, draws one copy.",
    remedy: "draw the copies as shapes",
    source: "airbnb/lottie, supported features, March 2026; airbnb/lottie-ios#1739")
  static let offsetPath = Rule(
    "feature.offset-path", disturbs: [.ios, .android, .rlottie, .telegram],
    reason: "Of these players only lottie-web, from 5.10 on, offsets paths.",
    remedy: "draw the path where it should be",
    source: "canilottie.com, shape-offset-path")
  static let puckerBloat = Rule(
    "feature.pucker-bloat", disturbs: [.ios, .android, .rlottie, .telegram],
    reason: "Of these players only lottie-web puckers and bloats paths.",
    remedy: "bake the form into the path",
    source: "canilottie.com, shape-pucker-and-bloat")
  static let twist = Rule(
    "feature.twist", disturbs: .drawing, reason: "No player twists paths.",
    remedy: "bake the form into the path",
    source: "lottie-spec 1.0.1 does not know it; lottie-web, shape modifiers")
  static let zigZag = Rule(
    "feature.zig-zag", disturbs: [.ios, .android, .rlottie, .telegram],
    reason: "Of these players only lottie-web, from 5.10 on, bends paths into zigzags.",
    remedy: "bake the form into the path",
    source: "lottie-web, shape modifiers")
  static let trimSimultaneous = Rule(
    "feature.trim-simultaneous", disturbs: .ios,
    reason: "The Core Animation engine of lottie-ios does not trim several paths at the same time.",
    remedy: "give each path a trim of its own",
    source: "airbnb/lottie, supported features, March 2026")
}

extension RuleFunction {
  static func shapeFeatures(_ animation: Animation, _ findings: inout FindingSink) {
    guard !animation.shapes.isEmpty else { return }
    let lists = ShapeLists(animation).lists
    for shape in animation.shapes where !lists[shape.list].isHidden {
      modifier(shape, lists[shape.list], animation, &findings)
    }
    drawnTogether(lists, animation, &findings)
  }

  private static func modifier(
    _ shape: Shape, _ list: ShapeList, _ animation: Animation, _ findings: inout FindingSink
  ) {
    guard let type = shape.type else { return }
    switch type {
    case .stroke, .gradientStroke: animatedDashes(shape.node, animation, &findings)
    case .repeater: repeater(shape.node, animation, &findings)
    case .merge:
      // Merging one path with nothing changes nothing, but stickers may not do even that.
      guard list.allPaths > 1 || findings.profile == .telegram else { return }
      report(.mergePaths, shape.node, "Paths are merged", animation, &findings)
    case .offset:
      deformation(.offsetPath, by: "a", shape.node, "Paths are offset", animation, &findings)
    case .puckerBloat:
      deformation(
        .puckerBloat, by: "a", shape.node, "Paths are puckered or bloated", animation, &findings)
    case .twist: deformation(.twist, by: "a", shape.node, "Paths are twisted", animation, &findings)
    case .zigZag:
      deformation(.zigZag, by: "s", shape.node, "Paths are bent into zigzags", animation, &findings)
    case .trim:
      guard list.allPaths > 1, list.trim == shape.node,
        animation.number("m", of: shape.node) ?? 1 == 1
      else { return }
      report(
        .trimSimultaneous, shape.node, "\(list.allPaths) paths are trimmed at the same time",
        animation, &findings)
    case .transform: transform(shape.node, animation, &findings)
    case .group, .path, .rectangle, .ellipse, .star, .fill, .gradientFill, .noFill,
      .roundedCorners:
      break
    }
  }

  private static func repeater(
    _ node: NodeID, _ animation: Animation, _ findings: inout FindingSink
  ) {
    let copies = animation.member("c", of: node)
    guard !animation.isAlways(1, copies) || findings.profile == .telegram else { return }
    report(.repeater, node, "A repeater makes copies", animation, &findings)
    if let copies, animation.keyframes(of: copies) > 1, !animation.isHidden(node) {
      findings.add(.engineRepeater, at: copies, "The number of copies changes")
    }
  }

  /// A modifier of paths, of which `amount` says how much: 0 changes nothing.
  private static func deformation(
    _ rule: Rule, by amount: JSONKey, _ node: NodeID, _ detail: String, _ animation: Animation,
    _ findings: inout FindingSink
  ) {
    guard !animation.isAlways(0, animation.member(amount, of: node)) else { return }
    report(rule, node, detail, animation, &findings)
  }

  /// Points at the type of a shape that is not hidden.
  private static func report(
    _ rule: Rule, _ node: NodeID, _ detail: @autoclosure () -> String, _ animation: Animation,
    _ findings: inout FindingSink
  ) {
    guard !animation.isHidden(node) else { return }
    findings.add(rule, at: animation.member("ty", of: node) ?? node, detail())
  }
}
