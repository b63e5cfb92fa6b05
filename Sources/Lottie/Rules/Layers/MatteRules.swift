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
    "reference.matte-unused", disturbs: matteReaders,
    reason: "lottie-ios, lottie-android and rlottie do not read \"td\", and draw the layer.",
    remedy: "remove the layer or its \"td\"",
    source: "lottie-spec 1.0.1, layers/visual-layer; tried with rlottie 0.1")
  static let matteApart = Rule(
    "reference.matte-apart", disturbs: matteReaders,
    reason: "Only lottie-web finds a matte by \"tp\"; others take the layer directly above.",
    remedy: "put the matte layer directly above, and a copy of it above each further layer",
    source: "lottie-ios 4.6.1 and lottie-android 6.7.1 do not read \"tp\"; tried with rlottie 0.1")
  static let matteChain = Rule(
    "reference.matte-chain", disturbs: matteReaders,
    reason: "lottie-ios, lottie-android and rlottie draw the matte layer itself.",
    remedy: "put the matte and what it shows into a precomposition",
    source: "lottie-android 6.7.1, CompositionLayer; tried with rlottie 0.1")
  /// The players that take the layer above for the matte.
  private static let matteReaders: Players = [.ios, .android, .rlottie, .telegram]
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
    for position in Self.circles(in: range, { sources[$0] })
    where isReached[layers[position].composition] {
      findings.add(
        .matteCycle, at: layers[position].members.matteLayer ?? layers[position].node,
        "The layer shows itself, by itself or by way of others")
    }
    let used = Set(sources.values)
    placed(sources, used, &findings)
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

  /// Reports mattes that players which take the layer above do not find, or draw.
  private func placed(_ sources: [Int: Int], _ used: Set<Int>, _ findings: inout FindingSink) {
    for (position, source) in sources.sorted(by: { $0.key < $1.key }) {
      let members = layers[position].members
      if let named = members.matteLayer, source != position - 1, source != position {
        findings.add(.matteApart, at: named, "The layer's matte is not directly above it")
      }
      if used.contains(position), source != position, let mode = members.matteMode {
        findings.add(.matteChain, at: mode, "A matte layer is shown by a matte itself")
      }
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
