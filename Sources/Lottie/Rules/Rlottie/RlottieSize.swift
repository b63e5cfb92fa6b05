/// The largest size at which each layer is drawn, in pixels of the composition that contains it.
///
/// It is the largest size of a path times the largest scales: within a frame, neither anchors nor
/// positions make a line longer.
struct RlottieSize {
  /// The size of each layer with its contents.
  private(set) var layers: [Double]
  private var compositions: [Double]
  /// The most parents that rlottie follows.
  private static let mostParents = 64

  init(_ animation: Animation) {
    layers = Array(repeating: 0, count: animation.layers.count)
    compositions = Array(repeating: 0, count: animation.compositions.count)
    let scales = animation.layers.map { layer in
      layer.members.transform.map { RlottieSpread.scale(of: $0, animation) } ?? 1
    }
    let shapes = RlottieShapeSize.layers(of: animation)
    // Compositions with less nesting are inside those with more.
    let depths = animation.graph.depths
    for composition in depths.indices.sorted(by: { depths[$0] < depths[$1] }) {
      let range = animation.compositions[composition].layers
      let parents = animation.parents(in: range)
      for position in range {
        var size = max(shapes[position], own(animation.layers[position], animation))
        var at: Int? = position
        var steps = 0
        while let here = at, steps < Self.mostParents {
          size *= scales[here]
          at = parents[here]
          steps += 1
        }
        layers[position] = size
        compositions[composition] = max(compositions[composition], size)
      }
    }
  }

  /// The size of a layer's content without its shapes.
  private func own(_ layer: Layer, _ animation: Animation) -> Double {
    let asset = animation.asset(of: layer)?.node
    var size = (["w", "h", "sw", "sh"] as [JSONKey]).reduce(0) { size, key in
      let inLayer = animation.number(key, of: layer.node) ?? 0
      let inAsset = asset.flatMap { animation.number(key, of: $0) } ?? 0
      return max(size, abs(inLayer), abs(inAsset))
    }
    if let inner = animation.innerComposition(of: layer) { size = max(size, compositions[inner]) }
    guard let masks = layer.members.masks else { return size }
    return animation.json.elements(of: masks).reduce(size) { size, mask in
      let path = animation.member("pt", of: mask)
      return max(size, path.map { RlottieSpread.path($0, animation) } ?? 0)
    }
  }
}

/// The sizes of the lists of shapes, computed from the innermost and last to the outermost.
private struct RlottieShapeSize {
  private let animation: Animation
  private var paths: [Double]
  private var strokes: [Double]
  private var scales: [Double]

  /// The size of each layer's shapes.
  static func layers(of animation: Animation) -> [Double] {
    var lists = RlottieShapeSize(animation)
    for shape in animation.shapes.reversed() { lists.take(shape) }
    return animation.layers.map { layer in
      animation.shapes[layer.shapes].first.map { lists.size(of: $0.list) } ?? 0
    }
  }

  private init(_ animation: Animation) {
    self.animation = animation
    paths = Array(repeating: 0, count: animation.shapeListCount)
    strokes = paths
    scales = Array(repeating: 1, count: animation.shapeListCount)
  }

  private func size(of list: Int) -> Double { (paths[list] + strokes[list]) * scales[list] }

  private mutating func take(_ shape: Shape) {
    switch shape.type {
    case .group: if let inner = shape.innerList { hold(size(of: inner), shape) }
    case .path:
      let path = animation.member("ks", of: shape.node)
      hold(path.map { RlottieSpread.path($0, animation) } ?? 0, shape)
    case .rectangle, .ellipse: hold(most("s", shape), shape)
    case .star:
      // Handles extend 0.25 or 0.48 / 0.28 of a side beyond, times the roundness in per cent.
      let roundness = max(most("is", shape), most("os", shape)) / 50
      hold(2 * max(most("ir", shape), most("or", shape)) * (1 + roundness), shape)
    case .stroke, .gradientStroke:
      let miter = max(animation.number("ml", of: shape.node) ?? 0, 1)
      strokes[shape.list] = max(strokes[shape.list], most("w", shape) * miter)
    case .repeater:
      let step = animation.member("tr", of: shape.node).map {
        RlottieSpread.scale(of: $0, animation)
      }
      let copies = min(most("c", shape) + most("o", shape), 1e6).rounded(.up)
      scales[shape.list] *= max(step ?? 1, 1).raised(to: Int(copies))
    case .transform: scales[shape.list] *= RlottieSpread.scale(of: shape.node, animation)
    case .fill, .gradientFill, .noFill, .trim, .merge, .roundedCorners, .offset, .puckerBloat,
      .twist, .zigZag, nil:
      break
    }
  }

  private mutating func hold(_ size: Double, _ shape: Shape) {
    paths[shape.list] = max(paths[shape.list], size)
  }

  private func most(_ key: JSONKey, _ shape: Shape) -> Double {
    animation.member(key, of: shape.node).map { RlottieSpread.most($0, animation) } ?? 0
  }
}
