// Features for which lottie-ios falls back from its Core Animation engine to its main-thread one,
// from its sources (CoreAnimation/Layers/ShapeItemLayer, ShapeLayer, CoreAnimation/Animations).

extension Rule {
  static let engineRoundedCorners = Rule(
    "engine.rounded-corners", disturbs: .ios,
    reason: "Core Animation cannot round combined paths or stars; lottie-ios plays them slowly.",
    remedy: "round the corners of the paths themselves",
    source: "lottie-ios, ShapeAnimation; airbnb/lottie-ios#2685")
  static let engineTrimFill = Rule(
    "engine.trim-fill", disturbs: .ios,
    reason: "Core Animation trims strokes only; lottie-ios plays trimmed fills slowly.",
    remedy: "remove the fill of the trimmed path",
    source: "lottie-ios, ShapeItemLayer; airbnb/lottie-ios#1946, #1984")
  static let engineStrokePaths = Rule(
    "engine.stroke-paths", disturbs: .ios,
    reason: "Core Animation draws one path per stroke unless all are Bézier paths.",
    remedy: "give each path its own group and stroke",
    source: "lottie-ios, ShapeItemLayer")
  static let engineStrokeScale = Rule(
    "engine.stroke-scale", disturbs: .ios,
    reason: "Core Animation cannot scale an inherited stroke by two factors.",
    remedy: "scale the group equally in x and y, or move the stroke into it",
    source: "lottie-ios, ShapeLayer; airbnb/lottie-ios#2025")
  static let engineDashes = Rule(
    "engine.dashes", disturbs: .ios,
    reason: "Core Animation cannot animate a dash pattern; lottie-ios plays it slowly.",
    remedy: "keep dashes and gaps constant, and animate their offset",
    source: "lottie-ios, StrokeAnimation")
  static let engineRepeater = Rule(
    "engine.repeater", disturbs: .ios,
    reason: "Core Animation cannot animate the number of copies, and the other engine has none.",
    remedy: "keep the number of copies constant",
    source: "lottie-ios, ShapeLayer; airbnb/lottie-ios#1739")
}

extension Animation {
  func drawnTogether(_ lists: [ShapeList], _ findings: inout FindingSink) {
    /// An item that many groups inherit is reported once.
    var reported: Set<NodeID> = []
    // What each list passes on, filled in before its nested lists, whose numbers are higher.
    var handedOn = Array(repeating: InheritedShapes(), count: lists.count)
    for (number, list) in lists.enumerated() where !list.isHidden {
      let inherited = list.parent.map { handedOn[$0] } ?? InheritedShapes()
      handedOn[number] = list.inheritance(inherited)
      if inherited.stroke != nil, let transform = list.transform {
        scaledStroke(by: transform, &findings)
      }
      guard list.paths > 0 else { continue }
      if let trim = list.trimOfFill(with: inherited), reported.insert(trim).inserted {
        findings.add(.engineTrimFill, at: trim, "A path with a fill is trimmed")
      }
      let isCombined =
        list.paths > 1 && list.plainPaths == list.paths && (list.trim ?? inherited.trim) == nil
      if let corners = list.corners ?? inherited.corners, isCombined || list.star != nil,
        reported.insert(corners).inserted
      {
        findings.add(
          .engineRoundedCorners, at: corners,
          "The corners of \(list.star != nil ? "a star" : "several paths at once") are rounded")
      }
      if let stroke = list.stroke ?? inherited.stroke, list.paths > 1,
        list.plainPaths < list.paths, reported.insert(stroke).inserted
      {
        findings.add(.engineStrokePaths, at: stroke, "\(list.paths) paths have one stroke")
      }
    }
  }

  private func scaledStroke(by transform: NodeID, _ findings: inout FindingSink) {
    guard let scale = member("s", of: transform) else { return }
    let isUneven = values(of: scale).contains { value in
      var factors = json.elements(of: value)
      guard let across = factors.next(), let down = factors.next() else { return false }
      return json.double(of: across) != json.double(of: down)
    }
    guard isUneven else { return }
    findings.add(.engineStrokeScale, at: scale, "The group scales a stroke from outside unevenly")
  }

  func animatedDashes(_ stroke: NodeID, _ findings: inout FindingSink) {
    guard let list = member("d", of: stroke),
      dashLengths(in: list).contains(where: { keyframes(of: $0) > 1 })
    else { return }
    findings.add(.engineDashes, at: list, "The dashes or gaps change")
  }
}
