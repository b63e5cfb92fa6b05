/// The lowest and highest values of a property over all frames.
struct RlottieSpread {
  private var low = Double.infinity
  private var high = -Double.infinity

  /// The largest value of a property.
  static func most(_ property: NodeID, _ animation: Animation) -> Double {
    spread(of: property, animation) { $0.add($1, $2) }.most
  }

  /// The factor by which a transform enlarges its contents.
  static func scale(of transform: NodeID, _ animation: Animation) -> Double {
    let scale =
      animation.member("s", of: transform).map { property in
        spread(of: property, animation) { $0.addFlat($1, $2) }.most / 100
      } ?? 1
    let isTilted = (["rx", "ry"] as [JSONKey]).contains { key in
      animation.member(key, of: transform).map { most($0, animation) > 0 } ?? false
    }
    return isTilted ? scale * nearness : scale
  }

  /// Layers rotated towards the eye grow without limit; few vertices come closer than this, and a
  /// strict bound would refuse every file that rotates a large layer.
  private static let nearness = 8.0

  /// The size of a path: from its lowest coordinate to its highest, handles included.
  static func path(_ property: NodeID, _ animation: Animation) -> Double {
    let json = animation.json
    func part(_ keys: Set<JSONKey>) -> RlottieSpread {
      spread(of: property, animation) { spread, value, json in
        var elements = json.elements(of: value)
        for (key, node) in json.members(of: elements.next() ?? value)
        where keys.contains(json.key(of: key)) {
          spread.add(node, json)
        }
      }
    }
    guard json.member("k", of: property) != nil else { return 0 }
    return part(["v"]).width + 2 * part(["i", "o"]).most
  }

  private static func spread(
    of property: NodeID, _ animation: Animation,
    _ add: (inout RlottieSpread, NodeID, JSONDocument) -> Void
  ) -> RlottieSpread {
    var spread = RlottieSpread()
    for value in animation.values(of: property) { add(&spread, value, animation.json) }
    let excess = excess(of: property, animation)
    guard spread.low <= spread.high, excess > 0 else { return spread }
    let beyond = spread.width * excess
    spread.low -= beyond
    spread.high += beyond
    return spread
  }

  /// How far easing overshoots the values that it eases between, as a fraction of their distance.
  ///
  /// A handle has at most 4/9 of the weight, and one within the values' range does not overshoot.
  private static func excess(of property: NodeID, _ animation: Animation) -> Double {
    let json = animation.json
    guard let value = json.member("k", of: property) else { return 0 }
    var excess = 0.0
    for keyframe in json.elements(of: value) {
      for key: JSONKey in ["i", "o"] {
        guard let handle = json.member(key, of: keyframe), let end = json.member("y", of: handle)
        else { continue }
        var spread = RlottieSpread()
        spread.add(end, json)
        if spread.high > 1 || spread.low < 0 { excess = max(excess, spread.most * 8 / 9) }
      }
    }
    return excess
  }

  /// Adds the numbers in a node and its descendants.
  private mutating func add(_ node: NodeID, _ json: JSONDocument) {
    var at = node
    let end = json.next(after: node)
    while at < end {
      if let number = json.double(of: at) {
        low = min(low, number)
        high = max(high, number)
      }
      at = json.nodeAfter(at)
    }
  }

  /// Adds the first two numbers of an array; the third is depth.
  private mutating func addFlat(_ array: NodeID, _ json: JSONDocument) {
    for element in json.elements(of: array).prefix(2) { add(element, json) }
  }

  /// The largest absolute value; 0 for no numbers.
  private var most: Double { low <= high ? max(-low, high) : 0 }
  private var width: Double { low <= high ? high - low : 0 }
}
