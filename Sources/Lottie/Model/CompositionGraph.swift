/// The nesting of compositions: cycles, depths and expanded layers, in linear time.
struct CompositionGraph: Sendable {
  /// Positions of layers that lead back into a composition that contains them.
  private(set) var cycleLayers: [Int] = []
  /// Layers of each composition with those of the compositions in it counted as often as they
  /// are drawn; a Double, because doublings of doublings overflow every integer.
  private(set) var expandedLayers: [Double] = []
  /// Nesting depths, the composition itself included.
  private(set) var depths: [Int] = []

  /// Whether each composition is the animation itself, or is shown by one that is reached.
  private(set) var isReached: [Bool] = []

  private enum Mark { case unseen, open, done }
  private var marks: [Mark] = []

  init() {}

  init(_ animation: Animation) {
    let count = animation.compositions.count
    expandedLayers = Array(repeating: 0, count: count)
    depths = Array(repeating: 1, count: count)
    marks = Array(repeating: .unseen, count: count)
    // What the animation itself shows, and what its glyphs are made of.
    for start in [0] + animation.glyphCompositions where marks[start] == .unseen {
      visit(from: start, animation)
    }
    isReached = marks.map { $0 == .done }
    for start in 0..<count where marks[start] == .unseen { visit(from: start, animation) }
  }

  /// Searches depth first, with an explicit stack of compositions and their next layers.
  private mutating func visit(from start: Int, _ animation: Animation) {
    var way = [(composition: start, layer: animation.compositions[start].layers.lowerBound)]
    marks[start] = .open
    while let last = way.indices.last {
      let (composition, layer) = way[last]
      guard layer < animation.compositions[composition].layers.upperBound else {
        marks[composition] = .done
        way.removeLast()
        continue
      }
      guard let inner = animation.innerComposition(of: animation.layers[layer]) else {
        expandedLayers[composition] += 1
        way[last].layer += 1
        continue
      }
      switch marks[inner] {
      case .unseen:
        marks[inner] = .open
        way.append((inner, animation.compositions[inner].layers.lowerBound))
      case .open:
        cycleLayers.append(layer)
        way[last].layer += 1
      case .done:
        expandedLayers[composition] += 1 + expandedLayers[inner]
        depths[composition] = max(depths[composition], 1 + depths[inner])
        way[last].layer += 1
      }
    }
  }
}

extension Animation {
  /// Whether each composition is ever shown.
  var isReached: [Bool] { graph.isReached }

  /// The compositions that are never shown.
  var unreached: NodeRanges {
    NodeRanges(
      compositions.indices.filter { !isReached[$0] }.map { position in
        let node = compositions[position].node
        return node..<json.next(after: node)
      })
  }

  /// The compositions that glyphs are made of, which lottie-web draws in place of outlines: those
  /// that `data.refId` of a glyph names.
  var glyphCompositions: [Int] {
    guard let glyphs = member("chars", of: .root) else { return [] }
    return json.elements(of: glyphs).compactMap { glyph in
      let reference = member("data", of: glyph).flatMap { member("refId", of: $0) }
      guard let id = reference.flatMap(json.string), let position = assetsByID[id],
        case .composition(let composition) = assets[position].kind
      else { return nil }
      return composition
    }
  }

  /// The position of the composition that a layer draws, or nil.
  func innerComposition(of layer: Layer) -> Int? {
    guard layer.type == .precomposition else { return nil }
    return switch asset(of: layer)?.kind {
    case .composition(let position): position
    case .file, nil: nil
    }
  }
}
