extension Rule {
  static let rlottieType = Rule(
    "rlottie.type", breaks: [.rlottie, .telegram],
    reason: "rlottie rejects a file at the first value of an unexpected kind.",
    remedy: "write the value as Bodymovin does",
    source: "rlottie 0.1, src/lottie/lottieparser.cpp")
  static let rlottieInteger = Rule(
    "rlottie.integer", breaks: [.rlottie, .telegram],
    reason: "rlottie rejects a file at 4.0, 1e3 or 2147483648 where it reads an integer.",
    remedy: "write it without a fraction or exponent, within 32 bits",
    source: "rlottie 0.1, src/lottie/lottieparser.cpp: GetInt")
  static let rlottieRotation = Rule(
    "rlottie.rotation", breaks: [.rlottie, .telegram],
    reason: "rlottie rejects \"rx\", \"ry\" and \"rz\" in anything that is not three-dimensional.",
    remedy: "remove them, or set the layer's \"ddd\" to 1",
    source: "rlottie 0.1, src/lottie/lottieparser.cpp: parseTransformObject")
  static let rlottieEasing = Rule(
    "rlottie.easing", breaks: [.rlottie, .telegram],
    reason: "rlottie searches the curve for the time, and finds unbounded values outside it.",
    remedy: "limit the \"x\" of easing handles to 0 to 1",
    source: "rlottie 0.1, src/vector/vinterpolator.cpp")
  static let rlottieNumber = Rule(
    "rlottie.number", breaks: [.rlottie, .telegram],
    reason: "rlottie rejects a file at an exponent over 308, even if the number is zero.",
    remedy: "write the number without an exponent",
    source: "RapidJSON: kParseErrorNumberTooBig")
  static let rlottieZeroByte = Rule(
    "rlottie.zero-byte", breaks: [.rlottie, .telegram],
    reason: "rlottie reads strings and names up to their first zero byte.",
    remedy: "remove \\u0000",
    source: "rlottie 0.1, src/lottie/lottieparser.cpp: strcmp")
  static let rlottieSize = Rule(
    "rlottie.size", breaks: [.rlottie, .telegram],
    reason: "rlottie never finishes drawing a line of some 33,000 pixels.",
    remedy: "make sizes, coordinates or scales smaller",
    source: "rlottie 0.1, src/vector/freetype/v_ft_raster.cpp: products of 32 bits overflow")
}

extension Animation {
  func hugeExponents(_ findings: inout FindingSink) {
    for node in survey.unusualNumbers where hasHugeExponent(node) {
      findings.add(.rlottieNumber, at: node, "The number \(quoted(node)) has a huge exponent")
    }
  }

  func zeroBytes(_ findings: inout FindingSink) {
    for index in json.nodes.indices
    where json.nodes[index].isUnusual && json.nodes[index].kind != .number {
      let node = NodeID(index: index)
      guard json.string(of: node)?.contains(0) == true else { continue }
      findings.add(.rlottieZeroByte, at: node, "\(quoted(node)) holds a zero byte")
    }
  }

  /// The exponent of the largest Double.
  private static let largestExponent = 308

  /// Whether a number is written with a power of ten beyond the range of Double.
  private func hasHugeExponent(_ number: NodeID) -> Bool {
    let digits = json.written(number).drop { $0 | ASCII.smallLetterBit != ASCII.e }.dropFirst()
    guard digits.first != ASCII.minus else { return false }
    return digits.filter(ASCII.isDigit).reduce(0) { value, digit in
      min(value, Self.largestExponent) * 10 + Int(digit - ASCII.zero)
    } > Self.largestExponent
  }

  /// The largest size of anything, as a multiple of the composition's: if that is drawn 128 pixels
  /// large, the diagonal of its contents stays below 32,768.
  private static let mostTimes = 180.0

  /// It costs as much as all other rules together, so it only runs if rlottie must play the file.
  func sizes(_ findings: inout FindingSink) {
    guard Rule.rlottieSize.severity(in: findings.profile) == .error,
      let width = number("w", of: .root), let height = number("h", of: .root)
    else { return }
    let most = max(width, height, 1) * Self.mostTimes
    for (layer, size) in zip(layers, RlottieSize(self).layers) where !(size <= most) {
      findings.add(
        .rlottieSize, at: layer.node,
        "The layer may be \(SafeText.shown(size.rounded())) pixels large, over "
          + "\(SafeText.shown(Self.mostTimes)) times the composition")
    }
  }
}
