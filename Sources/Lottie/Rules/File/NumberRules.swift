extension Rule {
  static let numberRange = Rule(
    "number.range", breaks: .drawing, disturbs: .spec,
    reason: "Players hold numbers in 32-bit floats and round them to 32-bit integers.",
    remedy: "use a number that can be placed on a screen",
    source: "IEEE 754, binary32")
  static let numberPrecision = Rule(
    "number.precision", disturbs: .drawing,
    reason: "A 32-bit float cannot distinguish neighbouring whole numbers of that size.",
    remedy: "use a number that can be placed on a screen",
    source: "IEEE 754, binary32: 24 bits of significand")
}

extension Animation {
  /// Checks numbers that players read, except the frame rate, size and span, which have other
  /// rules.
  func numbers(_ findings: inout FindingSink) {
    guard !survey.unusualNumbers.isEmpty else { return }
    let keys: [JSONKey] = ["layers", "assets", "markers", "fonts", "chars", "slots"]
    let ranges = keys.compactMap { key in
      member(key, of: .root).map { $0..<json.next(after: $0) }
    }
    let effects = EffectRanges(self)
    for node in survey.unusualNumbers where ranges.contains(where: { $0.contains(node) }) {
      guard let size = json.double(of: node)?.magnitude, !(size <= limits.maxPreciseMagnitude)
      else { continue }
      let isError = !(size <= limits.maxMagnitude) && !effects.contain(node)
      findings.add(
        isError ? .numberRange : .numberPrecision, at: node,
        "The number \(quoted(node)) is too large for players")
    }
  }
}
