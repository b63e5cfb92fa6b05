/// How far the shapes of a layer reach to the left and up, by the first value of each property.
///
/// Rotation is left out: what turns reaches about as far.
struct ShapeReach {
  /// Whether something is left of or above the layer's origin, by more than rounding.
  private(set) var isBeforeOrigin = false

  /// In the coordinates of the layer: what a point of a group is multiplied by, and moved by.
  private struct Place {
    var scale = [1.0, 1.0]
    var offset = [0.0, 0.0]

    func applied(to point: [Double]) -> [Double] {
      [scale[0] * point[0] + offset[0], scale[1] * point[1] + offset[1]]
    }
  }

  private let animation: Animation
  private var places: [Int: Place] = [:]
  /// Exporters write -0.0001 for 0.
  private static let tolerance = 0.01

  init(_ layer: Layer, _ animation: Animation) {
    self.animation = animation
    let shapes = animation.shapes[layer.shapes]
    // A transform stands at the end of its group, before whose contents it has to be known.
    let transforms = shapes.filter { $0.type == .transform }
    var hidden: Set<Int> = []
    let own = Dictionary(transforms.map { ($0.list, $0.node) }, uniquingKeysWith: { $1 })
    for shape in shapes {
      guard !hidden.contains(shape.list) else {
        if let inner = shape.innerList { hidden.insert(inner) }
        continue
      }
      let place = places[shape.list] ?? Place()
      if shape.type == .group, let inner = shape.innerList {
        if shape.isHidden { hidden.insert(inner) }
        places[inner] = own[inner].map { self.place($0, in: place) } ?? place
      } else if !shape.isHidden {
        add(shape, place)
      }
    }
  }

  private func place(_ transform: NodeID, in outer: Place) -> Place {
    let anchor = pair("a", of: transform) ?? [0, 0]
    let position = pair("p", of: transform) ?? [0, 0]
    let scale = (pair("s", of: transform) ?? [100, 100]).map { $0 / 100 }
    let start = [position[0] - scale[0] * anchor[0], position[1] - scale[1] * anchor[1]]
    return Place(
      scale: [outer.scale[0] * scale[0], outer.scale[1] * scale[1]],
      offset: outer.applied(to: start))
  }

  private mutating func add(_ shape: Shape, _ place: Place) {
    switch shape.type {
    case .rectangle, .ellipse: addBox(shape.node, pair("s", of: shape.node), place)
    case .star:
      let radii = animation.member("or", of: shape.node).map(animation.scalars)
      addBox(shape.node, radii?.first.map { [2 * $0.number, 2 * $0.number] }, place)
    case .path:
      guard let path = animation.member("ks", of: shape.node),
        let value = animation.values(of: path).first,
        let vertices = animation.member("v", of: animation.json.firstElement(of: value) ?? value)
      else { return }
      for vertex in animation.json.elements(of: vertices) { add(numbers(of: vertex), place) }
    case .group, .fill, .stroke, .gradientFill, .gradientStroke, .noFill, .transform, .trim,
      .repeater, .merge, .roundedCorners, .offset, .puckerBloat, .twist, .zigZag, nil:
      break
    }
  }

  /// Adds two corners of a box around the position of a shape.
  private mutating func addBox(_ node: NodeID, _ size: [Double]?, _ place: Place) {
    let centre = pair("p", of: node) ?? [0, 0]
    guard let size else { return }
    for side in [-0.5, 0.5] {
      add([centre[0] + side * size[0], centre[1] + side * size[1]], place)
    }
  }

  private mutating func add(_ point: [Double], _ place: Place) {
    guard point.count == 2, !isBeforeOrigin else { return }
    isBeforeOrigin = place.applied(to: point).contains { $0 < -Self.tolerance }
  }

  /// The first two numbers of the first value of a property.
  private func pair(_ key: JSONKey, of node: NodeID) -> [Double]? {
    guard let property = animation.member(key, of: node),
      let value = animation.values(of: property).first
    else { return nil }
    let numbers = numbers(of: value)
    return numbers.count == 2 ? numbers : nil
  }

  private func numbers(of value: NodeID) -> [Double] {
    animation.json.elements(of: value).prefix(2).compactMap(animation.json.double)
  }
}
