extension Rule {
  static let gradientStops = Rule(
    "shape.gradient-stops", breaks: .drawing, disturbs: .spec,
    reason: "thorvg reads past the end of the list and crashes.",
    remedy: "set \"p\" to the gradient's number of colours",
    source: "lottie-spec 1.0.1, values/gradient; thorvg")
  static let gradientOdd = Rule(
    "shape.gradient-odd", breaks: .android,
    reason: "lottie-android reads an offset and an opacity at a time, past the end of the list.",
    remedy: "give each opacity its offset",
    source: "lottie-android 6.7.1, GradientColorParser.addOpacityStopsToGradientIfNeeded")
  static let gradientSingle = Rule(
    "shape.gradient-single", breaks: .android,
    reason: "Android makes no gradient of a single colour, and throws.",
    remedy: "add a second colour, or use a fill or stroke",
    source: "Android, LinearGradient: needs two colours; lottie-android, GradientColorParser")
  static let gradientOrder = Rule(
    "shape.gradient-order", disturbs: .drawing,
    reason: "Players differ on where a stop is drawn that lies before the one that precedes it.",
    remedy: "sort the stops by their offset",
    source: "tried with lottie-web 5.12.2 and rlottie 0.1; lottie-spec 1.0.1, values/gradient")
  static let gradientCount = Rule(
    "shape.gradient-count", disturbs: .android,
    reason: "lottie-android reads in stream order, and takes opacities before \"p\" for colours.",
    remedy: "write \"p\" before \"k\", as Bodymovin does",
    source: "lottie-android 6.7.1, GradientColorParser")
  static let gradientHighlight = Rule(
    "feature.gradient-highlight", disturbs: [.ios, .android],
    reason: "lottie-ios and lottie-android do not move the highlight of a radial gradient.",
    remedy: "set the highlight's length to 0, or move the gradient's start",
    source: "lottie-ios, GradientFill; lottie-android 6.7.1, GradientFillContent")
}

extension Animation {
  /// A colour stop is an offset and three components, an opacity stop an offset and the opacity
  /// (lottie-spec 1.0.1, values/gradient).
  private static let colourStop = 4
  private static let opacityStop = 2
  /// `t` of a radial gradient.
  private static let radial = 2.0

  func gradients(_ findings: inout FindingSink) {
    for shape in shapes where shape.type == .gradientFill || shape.type == .gradientStroke {
      if number("t", of: shape.node) == Self.radial, let length = member("h", of: shape.node),
        !isAlways(0, length), !shape.isHidden
      {
        findings.add(.gradientHighlight, at: length, "The gradient has a highlight")
      }
      // Another rule covers values other than numbers.
      guard let gradient = member("g", of: shape.node), let count = member("p", of: gradient),
        let colours = member("k", of: gradient), let claimed = json.double(of: count)
      else { continue }
      let lists = values(of: colours)
      let held = lists.map { json.count(of: $0) / Self.colourStop }
      if !(claimed >= 1) || held.contains(where: { Double($0) < claimed }) {
        findings.add(
          .gradientStops, at: count,
          "The gradient claims \(quoted(count)) colours and has \(held.min() ?? 0)")
        continue
      }
      let numbers = Self.colourStop * Int(min(claimed, Double(json.nodeCount)))
      let hasOpacities = lists.contains { json.count(of: $0) > numbers }
      if hasOpacities, colours < count {
        findings.add(.gradientCount, at: count, "The number of colours comes after the colours")
      }
      for list in lists { stops(in: list, colours: numbers, &findings) }
    }
  }

  /// Checks one list of stops, of which the first numbers are colours and the others opacities.
  private func stops(in list: NodeID, colours: Int, _ findings: inout FindingSink) {
    let elements = Array(json.elements(of: list))
    let numbers = elements.map { json.double(of: $0) ?? 0 }
    if (numbers.count - colours) % Self.opacityStop != 0 {
      findings.add(.gradientOdd, at: list, "The last opacity of the gradient lacks a number")
    }
    // lottie-android adds a second colour to one that is at the end.
    if numbers.count == Self.colourStop, numbers[0] != 1 {
      findings.add(.gradientSingle, at: list, "The gradient has a single colour")
    }
    let
      places =
        Array(stride(from: 0, to: colours, by: Self.colourStop)),
      opacities = Array(stride(from: colours, to: numbers.count, by: Self.opacityStop))
    for offsets in [places, opacities] {
      let early = zip(offsets, offsets.dropFirst()).first { numbers[$1] < numbers[$0] }
      guard let early else { continue }
      findings.add(
        .gradientOrder, at: elements[early.1],
        "The stop at \(SafeText.shown(numbers[early.1])) follows one at "
          + "\(SafeText.shown(numbers[early.0]))")
    }
  }
}
