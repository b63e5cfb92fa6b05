/// The layers of an animation as far as they hold on to each other.
struct LayerTree {
  let json: JSONDocument
  /// The main composition first, then those among the assets in their order.
  private(set) var lists: [LayerList] = []

  init(_ json: JSONDocument) {
    self.json = json
    add(.root, pointer: "/layers")
    guard let assets = json.member("assets", of: .root) else { return }
    for (position, asset) in json.elements(of: assets).enumerated() {
      add(asset, pointer: "/assets/\(position)/layers")
    }
  }

  private mutating func add(_ composition: NodeID, pointer: String) {
    guard let list = json.member("layers", of: composition) else { return }
    let layers = json.elements(of: list).enumerated().compactMap { ordinal, node in
      json.kind(of: node) == .object ? LinkedLayer(node, ordinal: ordinal, json) : nil
    }
    lists.append(LayerList(node: list, pointer: pointer, layers: layers))
  }

  /// Where a layer stands.
  func place(_ layer: LayerReference) -> LayerPlace {
    let list = lists[layer.list]
    let name = list.layers[layer.position].name.flatMap(json.string)
    return LayerPlace(
      pointer: "\(list.pointer)/\(list.layers[layer.position].ordinal)",
      name: name.map { SafeText.shown($0, maxScalars: LayerPlace.longestName) })
  }

  /// The layers that the texts name, each text one.
  ///
  /// Throws `EditError.layersNotFound` with all that name none, and `.layerAmbiguous`.
  func layers(named texts: [String]) throws(EditError) -> [LayerReference] {
    var named: [String: [LayerReference]] = [:]
    for text in texts { named[text] = layer(at: text).map { [$0] } ?? [] }
    for (index, list) in lists.enumerated() {
      for (position, layer) in list.layers.enumerated() {
        let reference = LayerReference(list: index, position: position)
        // Found already, and then alone, by its pointer.
        guard let name = layer.name.flatMap(json.text), named[name]?.first != reference else {
          continue
        }
        named[name]?.append(reference)
      }
    }
    let missing = texts.filter { named[$0, default: []].isEmpty }
    guard missing.isEmpty else { throw .layersNotFound(missing) }
    for text in texts {
      guard let found = named[text], found.count > 1 else { continue }
      throw .layerAmbiguous(name: text, pointers: found.map { place($0).pointer })
    }
    return texts.flatMap { named[$0, default: []] }
  }

  private func layer(at pointer: String) -> LayerReference? {
    guard let slash = pointer.lastIndex(of: "/") else { return nil }
    let digits = pointer[pointer.index(after: slash)...]
    guard let ordinal = Int(digits), String(ordinal) == digits,
      let list = lists.firstIndex(where: { $0.pointer == pointer[..<slash] }),
      let position = lists[list].layers.firstIndex(where: { $0.ordinal == ordinal })
    else { return nil }
    return LayerReference(list: list, position: position)
  }
}

/// A layer of a tree.
struct LayerReference: Hashable {
  /// Position in `LayerTree.lists`.
  let list: Int
  /// Position in `LayerList.layers`.
  let position: Int
}

/// The layers of one composition, those that are objects.
struct LayerList {
  /// The array.
  let node: NodeID
  /// The array's JSON pointer.
  let pointer: String
  let layers: [LinkedLayer]
}

/// A layer and what it says about others.
struct LinkedLayer {
  let node: NodeID
  /// Which element of the array it is.
  let ordinal: Int
  /// `nm`.
  let name: NodeID?
  /// `ind`: what others call it by.
  let index: Int?
  /// `parent`: the `ind` of another layer.
  let parent: Int?
  /// `td`: it shows only as the matte of another layer.
  let isMatte: Bool
  let matte: MatteLink

  init(_ node: NodeID, ordinal: Int, _ json: JSONDocument) {
    self.node = node
    self.ordinal = ordinal
    name = json.member("nm", of: node)
    index = json.member("ind", of: node).flatMap(json.integer)
    parent = json.member("parent", of: node).flatMap(json.integer)
    isMatte = json.member("td", of: node).flatMap(json.double) ?? 0 != 0
    let mode = json.member("tt", of: node).flatMap(json.double) ?? 0
    let index = json.member("tp", of: node)
    matte = mode == 0 ? .none : index.map { .layer(index: json.integer(of: $0)) } ?? .layerAbove
  }
}

/// How a layer names its matte.
enum MatteLink: Equatable {
  /// It has none: no `tt`.
  case none
  /// `tt` alone: the layer before it.
  case layerAbove
  /// `tt` with `tp`: the layer of that `ind`, nil if `tp` is no whole number.
  case layer(index: Int?)
}

extension LayerPlace {
  /// How many characters of a name are shown; After Effects takes 127.
  static let longestName = 127
}
