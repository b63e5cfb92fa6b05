/// What players need and After Effects writes, added where it is missing.
extension Repair {
  /// Players that take a missing start take it for 0.
  mutating func addLayerStarts() {
    for layer in animation.layers where lacks("st", layer.node) {
      set("st", of: layer.node, to: "0", .layerStart)
    }
  }

  /// Players that take a missing folder take it for the empty one, and those that read `e` look for
  /// a file of that name unless it is 1.
  mutating func markImages() {
    for asset in animation.assets where asset.kind == .file {
      guard let path = animation.member("p", of: asset.node), let text = json.slice(of: path)
      else { continue }
      if lacks("u", asset.node) { set("u", of: asset.node, to: "\"\"", .imageFolder) }
      if DataURI.isDataURI(text), animation.number("e", of: asset.node) != 1 {
        set("e", of: asset.node, to: "1", .imageFlag)
      }
    }
  }

  private static let opacity = #"{"a":0,"k":100}"#
  private static let zero = #"{"a":0,"k":0}"#
  private static let transform =
    #"{"ty":"tr","p":{"a":0,"k":[0,0]},"a":{"a":0,"k":[0,0]},"s":{"a":0,"k":[100,100]},"#
    + #""r":{"a":0,"k":0},"o":\#(opacity)}"#

  /// Groups without a transform stay where they are, and transforms without an opacity show all;
  /// lottie-web stops at the latter.
  mutating func addTransforms() {
    for shape in animation.shapes {
      if shape.type == .transform, lacks("o", shape.node) {
        set("o", of: shape.node, to: Self.opacity, .groupOpacity)
      }
      guard shape.type == .group, let items = shape.items, json.kind(of: items) == .array,
        !json.elements(of: items).contains(where: { isTransform($0) })
      else { continue }
      append(Self.transform, to: items, .groupTransform)
    }
  }

  /// Gives a member of an object a value, if the object is there and has none.
  mutating func add(
    _ name: String, to object: NodeID?, _ value: String, _ kind: RepairKind
  ) {
    guard let object, json.kind(of: object) == .object, lacks(JSONKey(name.utf8), object)
    else { return }
    set(name, of: object, to: value, kind)
  }

  /// Masks show all and are not expanded, unless they say otherwise; lottie-web asks them.
  mutating func addMaskValues() {
    for masks in animation.layers.compactMap(\.members.masks) {
      for mask in json.elements(of: masks) {
        add("o", to: mask, Self.opacity, .maskValue)
        add("x", to: mask, Self.zero, .maskValue)
      }
    }
  }

  /// Repeaters begin at their place, and all copies are opaque; lottie-web asks them.
  mutating func addRepeaterValues() {
    for shape in animation.shapes where shape.type == .repeater {
      add("o", to: shape.node, Self.zero, .repeaterValue)
      let transform = animation.member("tr", of: shape.node)
      add("so", to: transform, Self.opacity, .repeaterValue)
      add("eo", to: transform, Self.opacity, .repeaterValue)
    }
  }

  /// Texts follow no path, and are not grouped; lottie-web asks them.
  mutating func addTextOptions() {
    for text in animation.layers.compactMap(\.members.text) {
      add("p", to: text, "{}", .textOption)
      add("m", to: text, #"{"g":1,"a":{"a":0,"k":[0,0]}}"#, .textOption)
    }
    for document in animation.layers.flatMap(animation.documents) {
      add("tr", to: document, "0", .textOption)
    }
  }

  private func isTransform(_ item: NodeID) -> Bool {
    animation.member("ty", of: item).map { json.key(of: $0) } == "tr"
  }

  /// lottie-web keeps the dashes of a stroke by their names, and stops at the second of one name.
  mutating func nameDashes() {
    for shape in animation.shapes {
      guard shape.type == .stroke || shape.type == .gradientStroke,
        let list = animation.member("d", of: shape.node)
      else { continue }
      let dashes = json.elements(of: list).filter { json.kind(of: $0) == .object }
      let names = dashes.map { animation.member("nm", of: $0).flatMap { json.text(of: $0) } }
      var taken = Set(names)
      var seen: Set<String?> = []
      var next: [String: Int] = [:]
      for (dash, name) in zip(dashes, names) where !seen.insert(name).inserted {
        let kind = kind(of: dash)
        let new = Self.name(ofKind: kind, notIn: taken, &next[kind, default: 1])
        taken.insert(new)
        set("nm", of: dash, to: "\"\(new)\"", .dashName)
      }
    }
  }

  /// The name that After Effects gives it.
  private func kind(of dash: NodeID) -> String {
    switch animation.member("n", of: dash).map({ json.key(of: $0) }) {
    case "g": "gap"
    case "o": "offset"
    default: "dash"
    }
  }

  /// The first free name from that number on, which is 1 for the kind alone, and grows.
  private static func name(
    ofKind kind: String, notIn taken: Set<String?>, _ number: inout Int
  ) -> String {
    while true {
      let name = number == 1 ? kind : "\(kind)\(number)"
      number += 1
      if !taken.contains(name) { return name }
    }
  }

  /// Players that take a keyframe without easing move its value evenly, also if it has one of the
  /// two handles.
  mutating func addEasing() {
    for property in animation.survey.properties where property.isAnimated {
      for keyframe in json.elements(of: property.value).dropLast()
      where json.kind(of: keyframe) == .object && lacksHandles(keyframe) {
        let isList = isStraight(keyframe)
        let (near, far) = isList ? ("[0.167]", "[0.833]") : ("0.167", "0.833")
        set("i", of: keyframe, to: "{\"x\":\(far),\"y\":\(far)}", .easing)
        set("o", of: keyframe, to: "{\"x\":\(near),\"y\":\(near)}", .easing)
      }
    }
  }

  /// Whether a keyframe that holds nothing has no handles, or null for one.
  private func lacksHandles(_ keyframe: NodeID) -> Bool {
    let isEmpty = lacks("i", keyframe) || lacks("o", keyframe)
    return isEmpty && !json.isSet(animation.member("h", of: keyframe))
      && animation.member("s", of: keyframe).map(json.kind) != .object
  }

  /// Whether the keyframe's value has numbers that move each for itself: neither a path nor a
  /// position on a curve.
  private func isStraight(_ keyframe: NodeID) -> Bool {
    guard animation.member("to", of: keyframe) == nil,
      let value = animation.member("s", of: keyframe)
    else { return false }
    return json.firstElement(of: value).map(json.kind) == .number
  }

  /// `512.0` is `512`, and rlottie and lottie-android stop where they read an integer and find a
  /// fraction.
  mutating func shortenNumbers() {
    let replaced = replacements.keys.map { $0..<json.next(after: $0) }
      .sorted { $0.lowerBound < $1.lowerBound }
    for index in 0..<json.nodeCount {
      let node = NodeID(index: index)
      guard json.kind(of: node) == .number,
        let point = json.written(node).firstIndex(of: ASCII.point)
      else { continue }
      let end = json.range(of: node).upperBound
      guard json.bytes[(point + 1)..<end].allSatisfy({ $0 == ASCII.zero }) else { continue }
      let after = replaced.partition { $0.lowerBound > node }
      guard after == 0 || !replaced[after - 1].contains(node) else { continue }
      cut(point..<end)
      count(.wholeNumber)
    }
  }
}
