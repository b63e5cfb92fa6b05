/// The members of a layer that rules need, found in one pass; of repeated names, the first.
struct LayerMembers: Sendable {
  /// `nm`.
  private(set) var name: NodeID?
  /// `ty`.
  private(set) var type: NodeID?
  /// `ind`.
  private(set) var index: NodeID?
  /// `parent`: the `ind` of another layer.
  private(set) var parent: NodeID?
  /// `refId`: the `id` of an asset.
  private(set) var reference: NodeID?
  /// `ks`.
  private(set) var transform: NodeID?
  /// `ip`, in frames.
  private(set) var inPoint: NodeID?
  /// `op`, in frames.
  private(set) var outPoint: NodeID?
  /// `st`, in frames.
  private(set) var start: NodeID?
  /// `sr`: 1 for the layer's own speed.
  private(set) var stretch: NodeID?
  /// `tm`.
  private(set) var timeRemap: NodeID?
  /// `tt`: how a matte layer shows this one.
  private(set) var matteMode: NodeID?
  /// `tp`: the `ind` of that layer; the one above, if it is missing.
  private(set) var matteLayer: NodeID?
  /// `td`: 1 for a layer that is only a matte.
  private(set) var isMatte: NodeID?
  /// `masksProperties`.
  private(set) var masks: NodeID?
  /// `ef`.
  private(set) var effects: NodeID?
  /// `sy`.
  private(set) var styles: NodeID?
  /// `shapes`.
  private(set) var shapes: NodeID?
  /// `t`: the text, its animators and its path.
  private(set) var text: NodeID?
  /// `w`.
  private(set) var width: NodeID?
  /// `h`.
  private(set) var height: NodeID?
  /// `ao`: 1 for a layer that is oriented along its path.
  private(set) var autoOrient: NodeID?
  /// `ddd`: 1 for a three-dimensional layer.
  private(set) var threeDimensional: NodeID?
  /// `bm`: 0 for the normal blend mode.
  private(set) var blendMode: NodeID?
  /// `hd`.
  private(set) var hidden: NodeID?
  /// `sc`: a solid's colour.
  private(set) var colour: NodeID?
  /// `completed`: whether the tangents of its paths are points already.
  private(set) var completed: NodeID?

  private static let masksName = Array("masksProperties".utf8)
  private static let completedName = Array("completed".utf8)

  init(_ json: JSONDocument, of layer: NodeID) {
    for (key, value) in json.members(of: layer) {
      let name = json.key(of: key)
      if name == .unpackable {
        guard let name = json.slice(of: key) else { continue }
        if name.elementsEqual(Self.masksName) { masks = masks ?? value }
        if name.elementsEqual(Self.completedName) { completed = completed ?? value }
      } else {
        keep(value, name)
      }
    }
  }

  private mutating func keep(_ value: NodeID, _ key: JSONKey) {
    switch key {
    case "nm": name = name ?? value
    case "ty": type = type ?? value
    case "ind": index = index ?? value
    case "parent": parent = parent ?? value
    case "refId": reference = reference ?? value
    case "ks": transform = transform ?? value
    case "ip": inPoint = inPoint ?? value
    case "op": outPoint = outPoint ?? value
    case "st": start = start ?? value
    case "sr": stretch = stretch ?? value
    case "tm": timeRemap = timeRemap ?? value
    case "tt": matteMode = matteMode ?? value
    case "tp": matteLayer = matteLayer ?? value
    case "td": isMatte = isMatte ?? value
    case "ef": effects = effects ?? value
    case "sy": styles = styles ?? value
    case "shapes": shapes = shapes ?? value
    case "t": text = text ?? value
    case "w": width = width ?? value
    case "h": height = height ?? value
    case "ao": autoOrient = autoOrient ?? value
    case "ddd": threeDimensional = threeDimensional ?? value
    case "bm": blendMode = blendMode ?? value
    case "hd": hidden = hidden ?? value
    case "sc": colour = colour ?? value
    default: break
    }
  }
}
