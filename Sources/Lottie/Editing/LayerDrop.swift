extension JSONDocument {
  /// Removes layers; see `AnimationEdit.dropLayers`.
  func droppingLayers(_ names: [String]) throws(EditError) -> EditStep {
    var limits = CheckLimits()
    limits.maxLayers = nodeCount
    let animation = Animation(self, limits: limits)
    var drop = LayerDrop(animation)
    try drop.drop(drop.positions(named: names))
    guard drop.uses.isEmpty else { throw .layersInUse(drop.uses) }
    let nodes = drop.nodes
    let splices = animation.compositions.flatMap { composition in
      member("layers", of: composition.node).map { cuts(from: $0, where: nodes.contains) } ?? []
    }
    return EditStep(change: .droppedLayers(drop.layers), splices: splices.inOrder())
  }
}

/// The layers to remove, and which of them are still needed, as positions in `Animation.layers`.
private struct LayerDrop {
  private let animation: Animation
  /// The JSON pointers of the layers.
  private let pointers: [String]
  /// The layers that each layer needs.
  private var needs: [[(layer: Int, kind: LayerUseKind)]]
  /// The layers that need each layer.
  private var users: [[(layer: Int, kind: LayerUseKind)]]
  /// How many of those remain.
  private var staying: [Int]
  private var asked: Set<Int> = []
  private var gone: Set<Int> = []
  /// Mattes of removed layers, each with the first of those layers.
  private var loose: [Int: Int] = [:]

  init(_ animation: Animation) {
    self.animation = animation
    pointers = animation.layerPointers()
    needs = Array(repeating: [], count: pointers.count)
    users = needs
    for range in animation.compositions.map(\.layers) {
      let (mattes, parents) = (animation.matteSources(in: range), animation.parents(in: range))
      for user in range {
        for (layer, kind) in [(mattes[user], LayerUseKind.matte), (parents[user], .parent)] {
          guard let layer, layer != user else { continue }
          needs[user].append((layer, kind))
          users[layer].append((user, kind))
        }
      }
    }
    staying = users.map(\.count)
  }

  /// The layers that the texts name, one per text.
  ///
  /// Throws `EditError.layersNotFound` with all that match no layer, and `.layerAmbiguous`.
  func positions(named texts: [String]) throws(EditError) -> [Int] {
    var named: [String: [Int]] = [:]
    for text in texts { named[text] = [] }
    for (position, pointer) in pointers.enumerated() { named[pointer]?.append(position) }
    for (position, layer) in animation.layers.enumerated() {
      // Already found by its pointer, if that is also its name.
      guard let name = layer.members.name.flatMap(animation.json.text),
        named[name]?.first != position
      else { continue }
      named[name]?.append(position)
    }
    let missing = texts.filter { named[$0, default: []].isEmpty }
    guard missing.isEmpty else { throw .layersNotFound(missing) }
    for text in texts {
      guard let found = named[text], found.count > 1 else { continue }
      throw .layerAmbiguous(name: text, pointers: found.map { pointers[$0] })
    }
    return texts.flatMap { named[$0, default: []] }
  }

  /// Drops the layers at these positions, and the mattes that nothing else needs.
  mutating func drop(_ positions: [Int]) {
    asked = Set(positions)
    gone = asked
    var open = asked.sorted(by: >)
    while let user = open.popLast() {
      for need in needs[user] {
        staying[need.layer] -= 1
        let isMatte = animation.layers[need.layer].members.isMatte.flatMap(animation.json.double)
        if need.kind == .matte, isMatte ?? 0 != 0, loose[need.layer] == nil {
          loose[need.layer] = user
        }
        guard staying[need.layer] == 0, loose[need.layer] != nil else { continue }
        if gone.insert(need.layer).inserted { open.append(need.layer) }
      }
    }
  }

  /// The remaining layers that need a removed layer.
  var uses: [LayerUse] {
    asked.sorted().flatMap { layer in
      users[layer].filter { !gone.contains($0.layer) }.map { user in
        LayerUse(layer: place(layer), user: place(user.layer), kind: user.kind)
      }
    }
  }

  /// The removed layers, in the order of the compositions.
  var layers: [DroppedLayer] {
    gone.sorted().map { layer in
      let user = asked.contains(layer) ? nil : loose[layer]
      return DroppedLayer(layer: place(layer), matteOf: user.map { place($0) })
    }
  }

  var nodes: Set<NodeID> { Set(gone.map { animation.layers[$0].node }) }

  private func place(_ layer: Int) -> LayerPlace {
    let name = animation.layers[layer].members.name.flatMap(animation.json.string)
    return LayerPlace(pointer: pointers[layer], name: name.map(LayerPlace.shown))
  }
}

extension Animation {
  /// The JSON pointers of all layers, found in one pass over the index.
  fileprivate func layerPointers() -> [String] {
    var pointers = Array(repeating: "", count: layers.count)
    var walk = JSONPointerWalk(document: json)
    for position in layers.indices.sorted(by: { layers[$0].node < layers[$1].node }) {
      pointers[position] = walk.pointer(to: layers[position].node)
    }
    return pointers
  }
}

extension LayerPlace {
  /// How many characters of a name are shown; After Effects takes 127.
  private static let longestName = 127

  /// A name, shortened and safe to print.
  static func shown(_ name: [UInt8]) -> String {
    SafeText.shown(name, maxScalars: longestName)
  }
}
