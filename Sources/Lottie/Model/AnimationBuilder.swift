extension Animation {
  /// Reads the lists out of a document whose outermost value is an object.
  init(_ json: JSONDocument, limits: CheckLimits) {
    self.init(json: json, limits: limits, survey: Survey(json))
    addComposition(at: .root)
    if let list = member("assets", of: .root) {
      for asset in json.elements(of: list) { addAsset(asset) }
    }
    addShapes()
    graph = CompositionGraph(self)
    for property in survey.properties where property.isAnimated {
      keyframeCount += json.count(of: property.value)
    }
    for list in survey.vertexLists { vertexCount += json.count(of: list) }
    pictures = assets.compactMap { Picture($0, self) }
  }

  private mutating func addAsset(_ node: NodeID) {
    guard json.kind(of: node) == .object else { return }
    var kind = AssetKind.file
    if member("layers", of: node) != nil {
      kind = .composition(position: compositions.count)
      addComposition(at: node)
    }
    let position = assets.count
    if let id = member("id", of: node).flatMap(json.string) {
      // Of many assets each lookup waits for memory, so there is one.
      assetsByID.merge(CollectionOfOne((id, position))) { first, _ in
        namesakes.append((position, first))
        return first
      }
    }
    assets.append(Asset(node: node, kind: kind))
  }

  private mutating func addComposition(at node: NodeID) {
    let first = layers.count
    if let list = member("layers", of: node) {
      for layer in json.elements(of: list) where json.kind(of: layer) == .object {
        guard layers.count < limits.maxLayers else {
          hasMoreLayers = true
          break
        }
        let members = LayerMembers(json, of: layer)
        layers.append(
          Layer(
            node: layer, composition: compositions.count,
            type: members.type.flatMap(json.integer).flatMap(LayerType.init),
            index: members.index.flatMap(json.integer), members: members))
      }
    }
    compositions.append(Composition(node: node, layers: first..<layers.count))
  }

  private mutating func addShapes() {
    for position in layers.indices where layers[position].type == .shape {
      guard let list = layers[position].members.shapes else { continue }
      let first = shapes.count
      addShapes(of: list)
      layers[position].shapes = first..<shapes.count
    }
  }

  /// Walks a list of shapes and the lists in it in the order of the text, without recursion.
  private mutating func addShapes(of list: NodeID) {
    var open = [openList(list)]
    while let last = open.indices.last {
      guard let node = open[last].items.next() else {
        open.removeLast()
        continue
      }
      guard json.kind(of: node) == .object else { continue }
      let (type, items) = json.typeAndItems(of: node)
      let inner = items.map { openList($0) }
      shapes.append(
        Shape(
          node: node, typeNode: type, type: type.flatMap(json.shapeType), list: open[last].number,
          innerList: inner?.number, items: items))
      if let inner { open.append(inner) }
    }
  }

  private mutating func openList(_ list: NodeID) -> (items: JSONElements, number: Int) {
    shapeListCount += 1
    return (json.elements(of: list), shapeListCount - 1)
  }
}

extension JSONDocument {
  /// The `ty` and the `it` of an object, found in one pass; of two of one name, the first.
  fileprivate func typeAndItems(of shape: NodeID) -> (type: NodeID?, items: NodeID?) {
    var type: NodeID?
    var items: NodeID?
    var key = nodeAfter(shape)
    let end = next(after: shape)
    while key < end {
      let value = nodeAfter(key)
      let name = self.key(of: key)
      if name == "ty" { type = type ?? value }
      if name == "it" { items = items ?? value }
      key = next(after: value)
    }
    return (type, items)
  }
}
