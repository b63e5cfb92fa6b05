/// The lists of shapes of an animation, each with the facts that decide how its items are drawn
/// together; built in one pass over all shapes.
struct ShapeLists {
  /// By the number that `Shape.list` and `Shape.innerList` carry.
  private(set) var lists: [ShapeList]

  init(_ animation: Animation) {
    lists = Array(repeating: ShapeList(), count: animation.shapeListCount)
    for layer in animation.layers where layer.type == .shape {
      let isHidden = animation.json.isSet(layer.members.hidden)
      for shape in animation.shapes[layer.shapes] {
        if isHidden { lists[shape.list].isHidden = true }
        add(shape, animation)
      }
    }
    // Inner lists have higher numbers than the lists that contain them.
    for number in lists.indices.reversed() {
      guard let parent = lists[number].parent, !lists[number].isHidden else { continue }
      lists[parent].allPaths += lists[number].allPaths
    }
  }

  private mutating func add(_ shape: Shape, _ animation: Animation) {
    guard let type = shape.type else { return }
    let list = shape.list
    switch type {
    case .group:
      guard let inner = shape.innerList else { return }
      lists[inner].parent = list
      lists[inner].isHidden = lists[list].isHidden || shape.isHidden
    case .path, .rectangle, .ellipse, .star:
      lists[list].addPath(type, shape.node)
    case .fill:
      if !shape.isHidden { lists[list].addFill() }
    case .stroke, .gradientStroke:
      if lists[list].stroke == nil, !shape.isHidden {
        lists[list].stroke = shape.node
      }
    case .trim:
      if !shape.isHidden, !animation.isEmptyTrim(shape.node) {
        lists[list].addTrim(shape.node)
      }
    case .roundedCorners:
      if !shape.isHidden,
        !animation.isAlways(0, animation.member("r", of: shape.node))
      {
        lists[list].corners = shape.node
      }
    case .transform: lists[list].transform = shape.node
    case .gradientFill: lists[list].closeGroup()
    case .noFill, .repeater, .merge, .offset, .puckerBloat, .twist, .zigZag: break
    }
  }

}

extension Animation {
  /// Whether a trim leaves everything, from 0 to 100 per cent.
  func isEmptyTrim(_ trim: NodeID) -> Bool {
    isAlways(0, member("s", of: trim)) && isAlways(100, member("e", of: trim))
  }
}

/// A list of shapes as lottie-ios sees it: paths up to a fill are drawn as one.
struct ShapeList {
  /// The list that contains its group; nil for a layer's own list.
  var parent: Int?
  var isHidden = false
  /// Items of the list that draw a path.
  private(set) var paths = 0
  /// Those of them that are Bézier paths.
  private(set) var plainPaths = 0
  private(set) var star: NodeID?
  /// Paths of the list and of its nested lists.
  var allPaths = 0
  var stroke: NodeID?
  var corners: NodeID?
  var transform: NodeID?
  private(set) var trim: NodeID?
  private(set) var hasFill = false
  /// A trim that works on a filled path.
  private(set) var trimOfFill: NodeID?

  /// Paths since the last fill, if any, and whether they are trimmed.
  private var openPaths = 0
  private var isOpenTrimmed = false
  private var hasFilledPaths = false

  mutating func addPath(_ type: ShapeType, _ node: NodeID) {
    paths += 1
    allPaths += 1
    if type == .path { plainPaths += 1 }
    if type == .star { star = star ?? node }
    // A trim works on the paths before it.
    if isOpenTrimmed { closeGroup() }
    openPaths += 1
  }

  mutating func addFill() {
    hasFill = true
    if openPaths > 0 {
      hasFilledPaths = true
      if isOpenTrimmed { trimOfFill = trimOfFill ?? trim }
    }
    closeGroup()
  }

  mutating func addTrim(_ node: NodeID) {
    trim = trim ?? node
    isOpenTrimmed = true
    if hasFilledPaths { trimOfFill = trimOfFill ?? node }
  }

  /// Ends a run: later items are drawn apart from earlier ones.
  mutating func closeGroup() {
    openPaths = 0
    isOpenTrimmed = false
  }

  /// The trim, of the list's own or inherited, that works on a filled path.
  func trimOfFill(with inherited: InheritedShapes) -> NodeID? {
    if let trimOfFill { return trimOfFill }
    if let trim = inherited.trim, hasFilledPaths || inherited.hasFill && openPaths > 0 {
      return trim
    }
    return inherited.hasFill && isOpenTrimmed && openPaths > 0 ? trim : nil
  }

  /// What the groups in the list inherit: everything, unless a path of the list uses it.
  func inheritance(_ inherited: InheritedShapes) -> InheritedShapes {
    guard paths == 0 else { return InheritedShapes() }
    return InheritedShapes(
      trim: trim ?? inherited.trim, corners: corners ?? inherited.corners,
      stroke: stroke ?? inherited.stroke, hasFill: hasFill || inherited.hasFill)
  }
}

/// What the items of a list inherit from the enclosing lists.
struct InheritedShapes {
  var trim: NodeID?
  var corners: NodeID?
  var stroke: NodeID?
  var hasFill = false
}
