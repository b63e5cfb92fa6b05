/// A Lottie document as rules see it: lists of layers, shapes, properties and assets, each of which
/// knows its node in the text.
///
/// Building it checks nothing; unreadable parts are left out. A class, although immutable once
/// built: rules pass it on, and one reference is counted faster than ten arrays.
final class Animation {
  let json: JSONDocument
  let limits: CheckLimits
  /// The main composition first, then those among the assets in their order.
  private(set) var compositions: [Composition] = []
  /// All layers of all compositions, in that order; only those that are objects, and at most
  /// `CheckLimits.maxLayers` of them.
  private(set) var layers: [Layer] = []
  /// Whether the file has more layers than were read: it is over its budget in any case.
  private(set) var hasMoreLayers = false
  /// All items of all shape layers, each before the items in it.
  private(set) var shapes: [Shape] = []
  /// Values in lists of shapes that are not objects, and so no shapes.
  private(set) var shapesWithoutForm: [NodeID] = []
  /// The number of lists of shapes.
  private(set) var shapeListCount = 0
  private(set) var assets: [Asset] = []
  /// Positions in `assets` by id; of two with one id, the first.
  private(set) var assetsByID: [[UInt8]: Int] = [:]
  /// Positions of assets with a repeated id, each with the first that has it.
  private(set) var namesakes: [(position: Int, first: Int)] = []
  let survey: Survey
  private(set) var graph = CompositionGraph()
  /// Keyframes of all properties.
  private(set) var keyframeCount = 0
  /// Vertices of all paths, whether shapes, masks, text paths or letters; for an animated path,
  /// those of each keyframe, as players keep them.
  private(set) var vertexCount = 0
  private(set) var pictures: [Picture] = []
  /// The file's size under compression, if the caller of the check measured it.
  let compressed: CompressedSizes?

  /// Reads the lists out of a document whose outermost value is an object.
  init(_ json: JSONDocument, limits: CheckLimits, compressed: CompressedSizes? = nil) {
    self.json = json
    self.limits = limits
    self.compressed = compressed
    survey = Survey(json)
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
}

extension Animation {
  private func addAsset(_ node: NodeID) {
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

  private func addComposition(at node: NodeID) {
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
            type: members.type.flatMap { json.integer(of: $0) }.flatMap(LayerType.init),
            index: members.index.flatMap { json.integer(of: $0) }, members: members))
      }
    }
    compositions.append(Composition(node: node, layers: first..<layers.count))
  }

  /// The unread rest of a list of shapes, and its number.
  private struct OpenList {
    var at: Int
    let end: Int
    let number: Int
  }

  private func addShapes() {
    var open: [OpenList] = []
    for position in layers.indices where layers[position].type == .shape {
      guard let list = layers[position].members.shapes else { continue }
      let first = shapes.count
      addShapes(of: list, &open)
      layers[position].shapes = first..<shapes.count
    }
  }

  /// Walks a list of shapes and the lists in it in the order of the text, without recursion.
  private func addShapes(of list: NodeID, _ open: inout [OpenList]) {
    open.append(openList(list))
    while let last = open.indices.last {
      guard open[last].at < open[last].end else {
        open.removeLast()
        continue
      }
      let node = NodeID(index: open[last].at)
      open[last].at = json.next(after: node).index
      guard json.kind(of: node) == .object else {
        shapesWithoutForm.append(node)
        continue
      }
      let members = json.shapeMembers(of: node)
      let inner = members.items.map { openList($0) }
      shapes.append(
        Shape(
          node: node, typeNode: members.type,
          type: members.type.flatMap { json.shapeType(of: $0) }, list: open[last].number,
          innerList: inner?.number, items: members.items, isHidden: json.isSet(members.hidden),
          blendMode: members.blendMode))
      if let inner { open.append(inner) }
    }
  }

  private func openList(_ list: NodeID) -> OpenList {
    shapeListCount += 1
    let elements = json.elements(of: list)
    return OpenList(at: elements.at, end: elements.end, number: shapeListCount - 1)
  }
}

extension Animation {
  /// The member of an object, or nil.
  func member(_ key: JSONKey, of node: NodeID) -> NodeID? { json.member(key, of: node) }

  /// The number in a member of an object, or nil.
  func number(_ key: JSONKey, of node: NodeID) -> Double? { json.number(key, of: node) }

  /// A member of the outermost object that is a number, and that number; or nil.
  func topNumber(_ key: JSONKey) -> (node: NodeID, number: Double)? {
    guard let node = member(key, of: .root), let number = json.double(of: node) else { return nil }
    return (node, number)
  }

  /// `fonts.list`, or nil.
  var fontList: NodeID? { member("fonts", of: .root).flatMap { member("list", of: $0) } }

  /// `markers`, or nil.
  var markerList: NodeID? { member("markers", of: .root) }

  /// The asset that a layer's `refId` names, or nil.
  func asset(of layer: Layer) -> Asset? {
    guard let reference = layer.members.reference, let id = json.string(of: reference),
      let position = assetsByID[id]
    else { return nil }
    return assets[position]
  }

  /// The value of a string node, quoted for a message.
  func quoted(_ node: NodeID) -> String { json.quoted(node) }
}

extension JSONDocument {
  /// The `ty`, `it`, `hd` and `bm` of an object, found in one pass; of repeated names, the first.
  fileprivate func shapeMembers(
    of shape: NodeID
  ) -> (type: NodeID?, items: NodeID?, hidden: NodeID?, blendMode: NodeID?) {
    var type: NodeID?
    var items: NodeID?
    var hidden: NodeID?
    var blendMode: NodeID?
    var key = nodeAfter(shape)
    let end = next(after: shape)
    while key < end {
      let value = nodeAfter(key)
      let name = self.key(of: key)
      if name == "ty" { type = type ?? value }
      if name == "it" { items = items ?? value }
      if name == "hd" { hidden = hidden ?? value }
      if name == "bm" { blendMode = blendMode ?? value }
      key = next(after: value)
    }
    return (type, items, hidden, blendMode)
  }

  /// Whether a flag is set, as 1 or as true.
  func isSet(_ flag: NodeID?) -> Bool {
    guard let flag else { return false }
    return kind(of: flag) == .yes || double(of: flag) == 1
  }

  /// The number that a member of an object holds, or nil.
  func number(_ key: JSONKey, of node: NodeID) -> Double? {
    member(key, of: node).flatMap(double)
  }

  /// The value of a string node, quoted for a message.
  func quoted(_ node: NodeID) -> String {
    guard kind(of: node) == .string || kind(of: node) == .key else {
      return SafeText.shown(written(node), maxScalars: 24)
    }
    let text = written(node).dropFirst().dropLast()
    guard nodes[node.index].isUnusual else { return SafeText.quoted(text) }
    return SafeText.quoted(JSONEscapes.resolved(text, enough: SafeText.quotedBytes))
  }
}
