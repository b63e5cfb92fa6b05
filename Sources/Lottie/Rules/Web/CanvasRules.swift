/// What the canvas renderer of lottie-web cannot draw, and its SVG renderer can.
extension Rule {
  static let canvasText = Rule(
    "canvas.text", disturbs: .web,
    reason: "The canvas renderer of lottie-web draws text by the file's glyphs, and not on a path.",
    remedy: "use the SVG renderer, or convert text layers to shapes",
    source: "lottie-web 5.12.2, CVTextElement.buildNewText and renderInnerContent")
  static let canvasGradient = Rule(
    "canvas.gradient", disturbs: .web,
    reason: "The canvas renderer of lottie-web throws at a colour stop outside 0 to 1.",
    remedy: "set the stop's offset to a number from 0 to 1",
    source: "HTML standard, CanvasGradient.addColorStop")
}

extension Animation {
  func canvasTexts(_ findings: inout FindingSink) {
    let texts = layers.filter { $0.type == .text }
    guard !texts.isEmpty else { return }
    let letters = LetterWidths(self)
    let glyphs = json.elements(of: member("chars", of: .root) ?? .root)
    let hasOnlyPaths = glyphs.allSatisfy(holdsOnlyPaths)
    for layer in texts {
      let path = layer.members.text.flatMap { member("p", of: $0) }
      // In a box, the player adds line breaks, for which there is no glyph.
      let isDrawn = documents(of: layer).allSatisfy { document in
        member("sz", of: document) == nil && letters.hasAll(of: document, self)
      }
      guard !isDrawn || !hasOnlyPaths || path.flatMap({ member("m", of: $0) }) != nil
      else { continue }
      findings.add(.canvasText, at: layer.node, "The text cannot be drawn on a canvas")
    }
  }

  /// Whether the shapes of a glyph are groups of paths.
  private func holdsOnlyPaths(_ glyph: NodeID) -> Bool {
    guard let data = member("data", of: glyph), let groups = member("shapes", of: data) else {
      return true
    }
    return json.elements(of: groups).allSatisfy { group in
      guard let items = member("it", of: group) else { return false }
      return json.elements(of: items).allSatisfy {
        member("ty", of: $0).flatMap(json.shapeType) == .path
      }
    }
  }

  func canvasGradients(_ findings: inout FindingSink) {
    for shape in shapes where shape.type == .gradientFill || shape.type == .gradientStroke {
      guard let gradient = member("g", of: shape.node),
        let count = member("p", of: gradient).flatMap(json.integer),
        let colours = member("k", of: gradient)
      else { continue }
      for value in values(of: colours) {
        // A colour stop is an offset and three components.
        let held = max(min(count, json.count(of: value) / 4), 0)
        let stops = json.elements(of: value).prefix(4 * held)
        let offsets = stops.enumerated().filter { $0.offset % 4 == 0 }.map(\.element)
        guard let node = offsets.first(where: { !(0...1).contains(json.double(of: $0) ?? 0) })
        else { continue }
        findings.add(.canvasGradient, at: node, "The stop's offset is \(quoted(node))")
      }
    }
  }
}
