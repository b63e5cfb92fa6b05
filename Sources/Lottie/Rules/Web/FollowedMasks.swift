extension Rule {
  static let maskMissing = Rule(
    "reference.mask-missing", breaks: .web,
    reason: "lottie-web follows the mask without checking that it exists, and throws.",
    remedy: "name a mask of the layer, or remove the effect or the text's path",
    source: "lottie-web 5.12.2, SVGStrokeEffect and TextAnimatorProperty")
}

extension Animation {
  func followedMasks(_ findings: inout FindingSink) {
    for layer in layers where layer.type == .text {
      guard let path = layer.members.text.flatMap({ member("p", of: $0) }),
        let mask = member("m", of: path),
        json.double(of: mask).map({ isMask($0, of: layer) }) != true
      else { continue }
      findings.add(.maskMissing, at: mask, "The text follows a mask that the layer does not have")
    }
  }

  /// Whether a layer has the mask of that number, from 0.
  func isMask(_ number: Double, of layer: Layer) -> Bool {
    let count = layer.members.masks.map { json.count(of: $0) } ?? 0
    return Int(exactly: number).map { (0..<count).contains($0) } ?? false
  }
}
