extension JSONDocument {
  /// Takes layers out; see `AnimationEdit.dropLayers`.
  func droppingLayers(_ names: [String]) throws(EditError) -> EditStep {
    let tree = LayerTree(self)
    let asked = Dictionary(grouping: Set(try tree.layers(named: names)), by: \.list)
    var uses: [LayerUse] = []
    var dropped: [DroppedLayer] = []
    var splices: [Splice] = []
    for (list, layers) in asked.sorted(by: { $0.key < $1.key }) {
      var drop = LayerDrop(tree, list: list)
      drop.drop(layers.map(\.position))
      uses += drop.uses
      dropped += drop.layers
      let nodes = drop.nodes
      splices += cuts(from: tree.lists[list].node, where: nodes.contains)
    }
    guard uses.isEmpty else { throw .layersInUse(uses) }
    return EditStep(change: .droppedLayers(dropped), splices: splices.inOrder())
  }
}

/// Which layers of one composition go, and which of them are still needed.
private struct LayerDrop {
  private let tree: LayerTree
  private let list: Int
  private let linked: [LinkedLayer]
  /// What each layer needs, as positions.
  private let needs: [[(layer: Int, kind: LayerUseKind)]]
  /// Which layers need it.
  private var users: [[(layer: Int, kind: LayerUseKind)]]
  /// How many of them stay.
  private var staying: [Int]
  private var asked: Set<Int> = []
  private var gone: Set<Int> = []
  /// Mattes of layers that go, each with the first of those layers.
  private var loose: [Int: Int] = [:]

  init(_ tree: LayerTree, list: Int) {
    self.tree = tree
    self.list = list
    linked = tree.lists[list].layers
    needs = Self.needs(linked)
    users = Array(repeating: [], count: linked.count)
    for (user, needs) in needs.enumerated() {
      for need in needs { users[need.layer].append((user, need.kind)) }
    }
    staying = users.map(\.count)
  }

  private static func needs(_ layers: [LinkedLayer]) -> [[(layer: Int, kind: LayerUseKind)]] {
    let positions = Dictionary(
      layers.indices.compactMap { at in layers[at].index.map { ($0, at) } },
      uniquingKeysWith: { first, _ in first })
    return layers.indices.map { at in
      let matte: Int? =
        switch layers[at].matte {
        case .none: nil
        case .layerAbove: at > 0 ? at - 1 : nil
        case .layer(let index): index.flatMap { positions[$0] }
        }
      let parent = layers[at].parent.flatMap { positions[$0] }
      let needs = [(matte, LayerUseKind.matte), (parent, .parent)]
      return needs.compactMap { needed, kind in
        needed.flatMap { $0 == at ? nil : ($0, kind) }
      }
    }
  }

  /// Drops the layers at these positions, and the mattes that nothing else needs then.
  mutating func drop(_ positions: [Int]) {
    asked = Set(positions)
    gone = asked
    var open = asked.sorted(by: >)
    while let user = open.popLast() {
      for need in needs[user] {
        staying[need.layer] -= 1
        if need.kind == .matte, linked[need.layer].isMatte, loose[need.layer] == nil {
          loose[need.layer] = user
        }
        guard staying[need.layer] == 0, loose[need.layer] != nil else { continue }
        if gone.insert(need.layer).inserted { open.append(need.layer) }
      }
    }
  }

  /// Who that stays needs a layer that goes.
  var uses: [LayerUse] {
    asked.sorted().flatMap { layer in
      users[layer].filter { !gone.contains($0.layer) }.map { user in
        LayerUse(layer: place(layer), user: place(user.layer), kind: user.kind)
      }
    }
  }

  /// What goes, in the order of the text.
  var layers: [DroppedLayer] {
    gone.sorted().map { layer in
      let user = asked.contains(layer) ? nil : loose[layer]
      return DroppedLayer(layer: place(layer), matteOf: user.map { place($0) })
    }
  }

  var nodes: Set<NodeID> { Set(gone.map { linked[$0].node }) }

  private func place(_ position: Int) -> LayerPlace {
    tree.place(LayerReference(list: list, position: position))
  }
}
