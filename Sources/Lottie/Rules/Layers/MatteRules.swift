extension Rule {
  static let matteSource = Rule(
    "reference.matte-missing", disturbs: .drawing,
    reason: "rlottie draws nothing, and other players draw no matte.",
    remedy: "put the matte layer directly above or remove \"tt\"",
    source: "tried with rlottie 0.1")
  static let matteCycle = Rule(
    "reference.matte-cycle", breaks: .drawing, disturbs: .spec,
    reason: "Players draw the layer to show the layer itself, endlessly.",
    remedy: "let \"tp\" name another layer or remove \"tt\"",
    source: "lottie-spec 1.0.1, layers/visual-layer: \"tp\"")
  static let matteShown = Rule(
    "reference.matte-shown", disturbs: .drawing,
    reason: "Players that go by \"td\" draw the matte layer itself, too.",
    remedy: "set the matte layer's \"td\" to 1",
    source: "lottie-spec 1.0.1, layers/visual-layer: \"td\"")
  static let matteUnused = Rule(
    "reference.matte-unused", disturbs: .drawing,
    reason: "A matte layer is not drawn itself, and this one shows no other.",
    remedy: "remove the layer or its \"td\"",
    source: "lottie-spec 1.0.1, layers/visual-layer")
}

extension Animation {
  func mattes(_ findings: inout FindingSink) {
    for composition in compositions { mattes(in: composition.layers, &findings) }
  }

  private func mattes(in range: Range<Int>, _ findings: inout FindingSink) {
    let isNeeded = layers[range].contains {
      $0.members.matteMode != nil || $0.members.isMatte != nil
    }
    guard isNeeded else { return }
    let sources = matteSources(in: range)
    for position in range where sources[position] == nil {
      guard let mode = matteMode(of: layers[position]) else { continue }
      if let named = layers[position].members.matteLayer {
        findings.add(.matteSource, at: named, "No layer here has the index \(quoted(named))")
      } else {
        findings.add(.matteSource, at: mode, "No layer lies above to be this layer's matte")
      }
    }
    for position in Self.circles(in: range, { sources[$0] }) {
      findings.add(
        .matteCycle, at: layers[position].members.matteLayer ?? layers[position].node,
        "The layer shows itself, by itself or by way of others")
    }
    let used = Set(sources.values)
    for position in used.sorted()
    where layers[position].members.isMatte.flatMap(json.double) ?? 0 == 0 {
      findings.add(.matteShown, at: layers[position].node, "A matte layer is not marked as one")
    }
    for position in range where !used.contains(position) {
      guard let flag = layers[position].members.isMatte, json.double(of: flag) == 1
      else { continue }
      findings.add(.matteUnused, at: flag, "No layer is shown by this one")
    }
  }

  /// The position of each layer's matte layer, for layers in the range that have one.
  func matteSources(in range: Range<Int>) -> [Int: Int] {
    guard layers[range].contains(where: { $0.members.matteMode != nil }) else { return [:] }
    let positions = positions(in: range)
    var sources: [Int: Int] = [:]
    for position in range where matteMode(of: layers[position]) != nil {
      if let named = layers[position].members.matteLayer {
        sources[position] = json.integer(of: named).flatMap { positions[$0] }
      } else if position > range.lowerBound {
        sources[position] = position - 1
      }
    }
    return sources
  }

  /// The `tt` of a layer; nil if it has no matte.
  private func matteMode(of layer: Layer) -> NodeID? {
    layer.members.matteMode.flatMap { json.double(of: $0) ?? 0 != 0 ? $0 : nil }
  }
}
