extension Rule {
  static let matteSource = Rule(
    "reference.matte-missing", disturbs: .drawing,
    reason: "rlottie draws nothing, and other players no matte.",
    remedy: "put the matte layer right above or remove \"tt\"",
    source: "tried with rlottie 0.1")
  static let matteCycle = Rule(
    "reference.matte-cycle", breaks: .drawing, disturbs: .spec,
    reason: "Players draw the layer to show the layer, without an end.",
    remedy: "let \"tp\" name another layer or remove \"tt\"",
    source: "lottie-spec 1.0.1, layers/visual-layer: \"tp\"")
  static let matteUnused = Rule(
    "reference.matte-unused",
    reason: "A layer that is only there to show others is not drawn, and shows none.",
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
    let positions = positions(in: range)
    /// Where the layer is that shows a layer.
    var sources: [Int: Int] = [:]
    for position in range {
      let members = layers[position].members
      guard let mode = members.matteMode, json.double(of: mode) ?? 0 != 0 else { continue }
      if let named = members.matteLayer {
        sources[position] = json.integer(of: named).flatMap { positions[$0] }
        guard sources[position] == nil else { continue }
        findings.add(.matteSource, at: named, "No layer here has the index \(quoted(named))")
      } else if position == range.lowerBound {
        findings.add(.matteSource, at: mode, "No layer lies above to be this layer's matte")
      } else {
        sources[position] = position - 1
      }
    }
    for position in Self.circles(in: range, sources) {
      findings.add(
        .matteCycle, at: layers[position].members.matteLayer ?? layers[position].node,
        "The layer shows itself, by itself or by way of others")
    }
    let used = Set(sources.values)
    for position in range where !used.contains(position) {
      guard let flag = layers[position].members.isMatte, json.double(of: flag) == 1
      else { continue }
      findings.add(.matteUnused, at: flag, "No layer is shown by this one")
    }
  }
}
