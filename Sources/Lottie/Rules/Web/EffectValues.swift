extension Rule {
  static let effectValues = Rule(
    "effect.values", breaks: .web,
    reason: "lottie-web finds the values of an effect by their position, and throws.",
    remedy: "export it again with Bodymovin, or remove the effect",
    source: "lottie-web 5.12.2, SVG filters: effectElements")
}

extension Animation {
  func effectValues(_ findings: inout FindingSink) {
    for layer in layers {
      guard let effects = layer.members.effects else { continue }
      for effect in json.elements(of: effects) { effectValues(of: effect, layer, &findings) }
    }
  }

  private func effectValues(
    of effect: NodeID, _ layer: Layer, _ findings: inout FindingSink
  ) {
    guard let list = member("ef", of: effect) else { return }
    let type = member("ty", of: effect).flatMap(json.integer)
    let read = type.flatMap { ReadValues.all[$0] } ?? ReadValues(vectors: [], numbers: [])
    let values = Array(json.elements(of: list))
    let types = values.map { member("ty", of: $0).flatMap(json.integer) }
    let unfit = read.firstUnfit(of: types)
    if unfit != nil || json.kind(of: list) == .null {
      findings.add(
        .effectValues, at: list, "The effect has no usable value at position \(unfit ?? 0)")
    } else if type == ReadValues.stroke {
      strokedMask(values[0], unlessAll: values[1], layer, &findings)
    }
  }

  /// Checks that the mask exists that the effect stroke follows: 0 is none, and 1 the first.
  private func strokedMask(
    _ value: NodeID, unlessAll all: NodeID, _ layer: Layer, _ findings: inout FindingSink
  ) {
    guard member("v", of: all).flatMap({ number("k", of: $0) }) != 1,
      let node = member("v", of: value).flatMap({ member("k", of: $0) }),
      let mask = json.isSet(node) ? 1 : json.double(of: json.firstElement(of: node) ?? node),
      mask != 0, !isMask(mask - 1, of: layer)
    else { return }
    findings.add(.maskMissing, at: node, "There is no mask \(SafeText.shown(mask)) to stroke")
  }
}

/// The positions of the values that lottie-web reads of an effect, from 0.
private struct ReadValues {
  /// Colours and points, of which it reads the components.
  let vectors: [Int]
  /// All others.
  let numbers: [Int]

  /// The `ty` of the effect stroke.
  static let stroke = 22
  /// By the `ty` of the effect; others are not drawn.
  static let all: [Int: ReadValues] = [
    20: ReadValues(vectors: [0, 1], numbers: [2]),
    21: ReadValues(vectors: [2], numbers: [6]),
    stroke: ReadValues(vectors: [3], numbers: [0, 1, 4, 6, 7, 8, 9, 10]),
    23: ReadValues(vectors: [0, 1, 2], numbers: []),
    24: ReadValues(
      vectors: [], numbers: [3, 10, 17, 24, 31].flatMap { Array($0..<$0 + 5) }),
    25: ReadValues(vectors: [0], numbers: [1, 2, 3, 4]),
    28: ReadValues(vectors: [], numbers: [0]),
    29: ReadValues(vectors: [], numbers: [0, 1, 2]),
    35: ReadValues(vectors: [0, 1], numbers: Array(2...8)),
  ]

  /// The types of values that hold numbers: sliders, angles, colours, points, switches, layers,
  /// masks.
  private static let valued: Set<Int?> = [0, 1, 2, 3, 4, 7, 10, 11]
  /// A group of values.
  private static let group = 5

  /// The first position that is read and has no value, or none of numbers.
  func firstUnfit(of types: [Int?]) -> Int? {
    (vectors + numbers).sorted().first { place in
      guard types.indices.contains(place) else { return true }
      return vectors.contains(place)
        ? !Self.valued.contains(types[place]) : types[place] == Self.group
    }
  }
}
