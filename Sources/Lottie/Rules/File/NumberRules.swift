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
    let effects = effectRanges
    let idle = NodeRanges(idleHandles())
    for node in survey.unusualNumbers where ranges.contains(where: { $0.contains(node) }) {
      guard let size = json.double(of: node)?.magnitude, !(size <= limits.maxPreciseMagnitude)
      else { continue }
      // After Effects writes such handles, and players multiply them by 0.
      if idle.contain(node) { continue }
      let isError = !(size <= limits.maxMagnitude) && !effects.contain(node)
      findings.add(
        isError ? .numberRange : .numberPrecision, at: node,
        "The number \(quoted(node)) is too large for players")
    }
  }

  /// The easing handles between two keyframes of the same value.
  private func idleHandles() -> [Range<NodeID>] {
    survey.properties.filter(\.isAnimated).flatMap { property -> [Range<NodeID>] in
      let keyframes = Array(json.elements(of: property.value))
      return zip(keyframes, keyframes.dropFirst()).flatMap { keyframe, next -> [Range<NodeID>] in
        guard let start = member("s", of: keyframe),
          let end = member("e", of: keyframe) ?? member("s", of: next), areEqual(start, end)
        else { return [] }
        let keys: [JSONKey] = ["i", "o"]
        return keys.compactMap { member($0, of: keyframe).map { $0..<json.next(after: $0) } }
      }
    }
  }

  private func areEqual(_ first: NodeID, _ second: NodeID) -> Bool {
    if json.written(first).elementsEqual(json.written(second)) { return true }
    let (left, right) = (numbers(in: first), numbers(in: second))
    return !left.isEmpty && left == right
  }

  private func numbers(in value: NodeID) -> [Double] {
    json.kind(of: value) == .number
      ? [json.double(of: value)].compactMap(\.self)
      : json.elements(of: value).compactMap(json.double)
  }
}
