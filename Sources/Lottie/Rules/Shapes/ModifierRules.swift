extension Rule {
  static let repeaterCopies = Rule(
    "shape.copies", breaks: .all, reason: "Players create an array of that many copies.",
    remedy: "set the copies to 0 or more",
    source: "tried with rlottie 0.1")
  static let copies = Rule(
    "budget.copies", breaks: .all, reason: "Players draw every copy on every frame.",
    remedy: "use fewer copies or nest fewer repeaters",
    source: "tried with rlottie 0.1")
  static let repeaterOffset = Rule(
    "shape.repeater-offset", breaks: .web,
    reason: "lottie-web moves the first copy step by step, and so hangs the page.",
    remedy: "bring the repeater's offset closer to 0",
    source: "lottie-web 5.12.2, RepeaterModifier.processShapes")
  static let trimRange = Rule(
    "shape.trim-range", breaks: .web,
    reason: "lottie-web never finds the end of a trimmed path if its start is not one number.",
    remedy: "give the start, end and offset one number each",
    source: "lottie-web 5.12.2, TrimModifier.processShapes")
  static let ridges = Rule(
    "shape.ridges", breaks: .web, reason: "lottie-web creates a vertex for each ridge.",
    remedy: "set the ridges of the zig-zag to a number within the limit",
    source: "lottie-web 5.12.2, ZigZagModifier")
  static let repeaterGrowth = Rule(
    "shape.repeater-growth", breaks: .drawing,
    reason: "Copies that grow or shrink step by step leave the range of a float; rlottie hangs.",
    remedy: "bring the repeater's scale closer to 100",
    source: "tried with rlottie 0.1")
  static let starPoints = Rule(
    "shape.star-points", breaks: .drawing, reason: "Players create a vertex for each point.",
    remedy: "set the points to a number within the limit",
    source: "tried with rlottie 0.1")
  static let dashNegative = Rule(
    "shape.dash", breaks: .drawing, reason: "rlottie never returns, and takes gigabytes.",
    remedy: "set dashes and gaps to 0 or more",
    source: "tried with rlottie 0.1")
  static let dashTiny = Rule(
    "shape.dash-tiny", breaks: .drawing, reason: "Players cut the line into millions of pieces.",
    remedy: "make dashes or gaps longer or remove them",
    source: "tried with rlottie 0.1")
  static let dashName = Rule(
    "shape.dash-name", breaks: .web,
    reason:
      "lottie-web keeps the dashes of a stroke by their names, and throws at a second of one.",
    remedy: "give each dash and gap a name of its own",
    source: "lottie-web 5.12.2, ShapeExpressionInterface: Object.defineProperty")
}

extension Animation {
  func repeaters(_ findings: inout FindingSink) {
    guard shapes.contains(where: { $0.type == .repeater }) else { return }
    for shape in shapes.reversed() where shape.type == .repeater {
      let counts = member("c", of: shape.node).map(reached) ?? []
      for count in counts where !(count.number >= 0) {
        findings.add(
          .repeaterCopies, at: count.node, "\(shown(count)) copies\(count.when) are not possible")
      }
    }
    let most = limits.maxCopies
    let repeaters = RepeatedLists(self)
    for shape in shapes where shape.type == .repeater {
      guard repeaters.copies(of: shape.list) > Double(most),
        repeaters.inner[shape.list] <= Double(most)
      else { continue }
      findings.add(.copies, at: shape.node, "This repeater helps to make over \(most) copies")
    }
  }

  func repeaterGrowth(_ findings: inout FindingSink) {
    let most = limits.maxRepeaterGrowth
    for shape in shapes where shape.type == .repeater {
      guard let copies = member("c", of: shape.node), let transform = member("tr", of: shape.node),
        let scale = member("s", of: transform)
      else { continue }
      let count = reached(by: copies).map(\.number).max() ?? 0
      for value in values(of: scale) {
        let steps = json.elements(of: value).prefix(2).compactMap(json.double)
        guard let step = steps.first(where: { Self.growth(of: $0, count) > most }) else { continue }
        findings.add(
          .repeaterGrowth, at: value,
          "A scale of \(SafeText.shown(step)) per cent over \(SafeText.shown(count)) copies "
            + "changes the size more than \(SafeText.shown(most)) times")
      }
    }
  }

  func repeaterOffsets(_ findings: inout FindingSink) {
    let most = Double(limits.maxCopies)
    for shape in shapes where shape.type == .repeater {
      let offsets = member("o", of: shape.node).map(reached) ?? []
      for offset in offsets where !(offset.number.magnitude <= most) {
        findings.add(
          .repeaterOffset, at: offset.node,
          "The copies begin \(shown(offset)) steps away\(offset.when)")
      }
    }
  }

  func trims(_ findings: inout FindingSink) {
    for shape in shapes where shape.type == .trim {
      for property in json.members(of: shape.node) {
        guard ["s", "e", "o"].contains(json.key(of: property.key)) else { continue }
        forEachValue(of: property.value) { value in
          if json.kind(of: value) == .array, json.count(of: value) != 1 {
            findings.add(.trimRange, at: value, "The value is not one number")
          }
          return true
        }
      }
    }
  }

  /// How many times larger, or smaller, the last copy is; the scale is in per cent.
  private static func growth(of scale: Double, _ copies: Double) -> Double {
    let step = abs(scale) / 100
    guard step > 0 else { return 1 }
    return max(step, 1 / step).raised(to: Int(min(max(copies, 0), 1e9)))
  }

  func starPoints(_ findings: inout FindingSink) {
    let most = limits.maxStarPoints
    for shape in shapes where shape.type == .star {
      let points = member("pt", of: shape.node).map(reached) ?? []
      for count in points where !(0...Double(most)).contains(count.number) {
        findings.add(
          .starPoints, at: count.node,
          "\(shown(count)) points\(count.when) are not from 0 to \(most)")
      }
    }
  }

  func ridges(_ findings: inout FindingSink) {
    let most = limits.maxStarPoints
    for shape in shapes where shape.type == .zigZag {
      for count in member("r", of: shape.node).map(reached) ?? []
      where !(count.number.magnitude <= Double(most)) {
        findings.add(
          .ridges, at: count.node, "\(shown(count)) ridges\(count.when) are more than \(most)")
      }
    }
  }

  func dashes(_ findings: inout FindingSink) {
    for shape in shapes where shape.type == .stroke || shape.type == .gradientStroke {
      guard let list = member("d", of: shape.node) else { continue }
      var total = 0.0
      for value in dashLengths(in: list) {
        let lengths = reached(by: value)
        for length in lengths where length.number < 0 {
          findings.add(
            .dashNegative, at: length.node,
            "A dash or gap is \(shown(length)) long\(length.when)")
        }
        total += lengths.map(\.number.magnitude).max() ?? 0
      }
      if total > 0, total < limits.minDashPixels {
        findings.add(.dashTiny, at: list, "Dashes and gaps are \(total) pixels long together")
      }
    }
  }

  func dashNames(_ findings: inout FindingSink) {
    for shape in shapes where shape.type == .stroke || shape.type == .gradientStroke {
      guard let list = member("d", of: shape.node) else { continue }
      // Dashes without a name share one, "undefined".
      var names: Set<String> = []
      for dash in json.elements(of: list) {
        let name = member("nm", of: dash).flatMap { json.text(of: $0) } ?? "undefined"
        guard !names.insert(name).inserted else { continue }
        findings.add(.dashName, at: dash, "Two dashes or gaps of a stroke have the same name")
        break
      }
    }
  }

  /// The number as a message names it.
  private func shown(_ value: ReachedValue) -> String {
    value.isEased ? SafeText.shown((value.number * 1_000).rounded() / 1_000) : quoted(value.node)
  }

  /// The lengths of the dashes and gaps of a pattern, without its offset.
  func dashLengths(in list: NodeID) -> [NodeID] {
    json.elements(of: list).compactMap { entry in
      member("n", of: entry).map(json.key) == "o" ? nil : member("v", of: entry)
    }
  }
}

extension Double {
  /// The number to the power of a whole exponent.
  func raised(to exponent: Int) -> Double {
    var power = 1.0
    var factor = self
    var left = exponent
    while left > 0 {
      if left & 1 == 1 { power *= factor }
      factor *= factor
      left >>= 1
    }
    return power
  }
}
