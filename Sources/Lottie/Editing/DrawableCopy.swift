extension Lottie {
  /// A copy of an animation of which rlottie draws what its designer made; never what is stored.
  ///
  /// rlottie 0.1 ignores the rotation of a layer before "ddd", takes a last keyframe with handles
  /// for a step to 0, and draws nothing of a layer of a single part that a matte shows. Bytes that
  /// are not an animation, or would be over the limit, are returned as they are.
  package static func drawable(
    _ bytes: [UInt8], limits: JSONLimits = CheckLimits(.spec).json
  ) -> [UInt8] {
    // The check reports better what cannot be read.
    guard let json = try? JSONDocument(reading: bytes, limits: limits),
      json.kind(of: .root) == .object
    else { return bytes }
    var copy = Repair(Animation(json, limits: CheckLimits(.spec)), [:])
    copy.keepRotations()
    copy.settleKeyframes()
    copy.showMatted()
    let splices = copy.splices
    let count = splices.reduce(bytes.count) { $0 + $1.growth }
    return splices.isEmpty || count > limits.maxBytes ? bytes : bytes.spliced(splices)
  }
}

extension Repair {
  /// A path without a size: a second part of a layer, of which nothing is seen.
  private static let unseen =
    #"{"ty":"gr","it":[{"ty":"rc","p":{"a":0,"k":[0,0]},"s":{"a":0,"k":[0,0]},"#
    + #""r":{"a":0,"k":0}},{"ty":"fl","c":{"a":0,"k":[0,0,0,1]},"o":{"a":0,"k":100}},"#
    + #"{"ty":"tr","p":{"a":0,"k":[0,0]},"a":{"a":0,"k":[0,0]},"s":{"a":0,"k":[100,100]},"#
    + #""r":{"a":0,"k":0},"o":{"a":0,"k":100}}]}"#

  /// Gives shapes that a matte shows a second part, and puts images and solids into a
  /// precomposition: of these, rlottie draws all that the matte shows.
  fileprivate mutating func showMatted() {
    let list = animation.member("assets", of: .root)
    guard list.map(json.kind) ?? .array == .array else { return }
    var compositions: [String] = []
    var number = 0
    for layer in animation.layers
    where layer.members.matteMode.flatMap(json.double) ?? 0 != 0 {
      if layer.type == .shape, let list = layer.members.shapes, json.kind(of: list) == .array {
        add(Self.unseen, to: list)
      } else if let contents = contents(of: layer), let type = layer.members.type {
        repeat { number += 1 } while animation.assetsByID[Array("matted-\(number)".utf8)] != nil
        let id = "matted-\(number)"
        compositions.append(
          #"{"id":"\#(id)","layers":[{"ddd":0,"ind":1,\#(contents.members),"ks":{},"sr":1,"#
            + #""ip":-99999,"op":99999,"st":0}]}"#)
        rewrite(type, "0")
        let sizes = [("refId", "\"\(id)\""), ("w", contents.width), ("h", contents.height)]
        for (name, value) in sizes {
          if let old = json.member(named: name, of: layer.node) {
            rewrite(old, value)
          } else {
            add("\"\(name)\":\(value)", to: layer.node)
          }
        }
      }
    }
    guard !compositions.isEmpty else { return }
    let text = compositions.joined(separator: ",")
    if let list { add(text, to: list) } else { add("\"assets\":[\(text)]", to: .root) }
  }

  /// The members of a layer in its stead, and its size in pixels; nil if it is no image or solid.
  private func contents(of layer: Layer) -> (members: String, width: String, height: String)? {
    // Numbers and colours are short; the id is that of the layer itself.
    func text(_ key: JSONKey, of node: NodeID, _ kind: NodeKind = .number) -> String? {
      animation.member(key, of: node).flatMap { value in
        json.kind(of: value) == kind ? String(decoding: json.written(value), as: UTF8.self) : nil
      }
    }
    switch layer.type {
    case .image:
      guard let asset = animation.asset(of: layer),
        let id = text("refId", of: layer.node, .string),
        let width = text("w", of: asset.node), let height = text("h", of: asset.node)
      else { return nil }
      return (#""ty":2,"refId":\#(id)"#, width, height)
    case .solid:
      guard let width = text("sw", of: layer.node), let height = text("sh", of: layer.node),
        let colour = text("sc", of: layer.node, .string)
      else { return nil }
      return (#""ty":1,"sw":\#(width),"sh":\#(height),"sc":\#(colour)"#, width, height)
    case .precomposition, .null, .shape, .text, .audio, .videoPlaceholder, .imageSequence, .video,
      .imagePlaceholder, .guide, .adjustment, .camera, .light, .data, nil:
      return nil
    }
  }
}
