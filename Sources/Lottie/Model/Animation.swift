/// A Lottie document as rules see it: lists of layers, shapes, properties and assets, each of which
/// knows its node in the text.
///
/// Building it judges nothing; what cannot be read is left out.
struct Animation: Sendable {
  let json: JSONDocument
  let limits: CheckLimits
  /// The main composition first, then those among the assets in their order.
  var compositions: [Composition] = []
  /// All layers of all compositions, in that order; only those that are objects, and at most
  /// `CheckLimits.maxLayers` of them.
  var layers: [Layer] = []
  /// Whether the file has more layers than were read: it is over its budget in any case.
  var hasMoreLayers = false
  /// All items of all shape layers, each before the items in it.
  var shapes: [Shape] = []
  /// How many lists of shapes there are.
  var shapeListCount = 0
  var assets: [Asset] = []
  /// Positions in `assets` by id; of two with one id, the first.
  var assetsByID: [[UInt8]: Int] = [:]
  /// Positions of those with an id that one before them has, and of the first that has it.
  var namesakes: [(position: Int, first: Int)] = []
  let survey: Survey
  var graph = CompositionGraph()
  /// Keyframes of all properties.
  var keyframeCount = 0
  /// Vertices of all paths, be they shapes, masks, ways of text or letters; of an animated path,
  /// those of each keyframe, as players hold them.
  var vertexCount = 0
  var pictures: [Picture] = []
  /// The file's size under compression, if the caller of the check measured it.
  var compressed: CompressedSizes?
}

/// A list of layers: the animation itself, or a precomposition.
struct Composition: Sendable {
  /// The object that holds `layers`.
  let node: NodeID
  /// Positions in `Animation.layers`.
  let layers: Range<Int>
}

/// An object in a list of layers.
struct Layer: Sendable {
  let node: NodeID
  /// Position in `Animation.compositions`.
  let composition: Int
  /// Nil if `ty` is missing or names no known type.
  let type: LayerType?
  /// `ind`, if it is a whole number.
  let index: Int?
  let members: LayerMembers
  /// Positions in `Animation.shapes`, with those in groups; none but a shape layer has any.
  var shapes = 0..<0
}

/// An object in a list of shapes.
struct Shape: Sendable {
  let node: NodeID
  /// The `ty` member.
  let typeNode: NodeID?
  /// Nil if `ty` is missing or names no known type.
  let type: ShapeType?
  /// Which list of shapes it stands in: lists are numbered from 0 as they are met.
  let list: Int
  /// The list in it, if it is a group.
  let innerList: Int?
  /// The `it` member: that list.
  let items: NodeID?
}

/// An object in `assets`.
struct Asset: Sendable {
  let node: NodeID
  let kind: AssetKind
}

/// What an asset holds.
enum AssetKind: Sendable, Equatable {
  /// Layers; `position` is that in `Animation.compositions`.
  case composition(position: Int)
  /// An image, a sound or data, embedded or named.
  case file
}

extension Animation {
  /// The member of an object, or nil.
  func member(_ key: JSONKey, of node: NodeID) -> NodeID? { json.member(key, of: node) }

  /// The number that a member of an object holds, or nil.
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
