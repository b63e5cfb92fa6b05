extension Rule {
  static let repeaterCopies = Rule(
    "shape.copies", breaks: .all, reason: "Players make an array of that many copies.",
    remedy: "set the copies to 0 or more",
    source: "tried with rlottie 0.1")
  static let copies = Rule(
    "budget.copies", breaks: .all, reason: "Players draw every copy on every frame.",
    remedy: "use fewer copies or fewer repeaters inside each other",
    source: "tried with rlottie 0.1")
  static let repeaterGrowth = Rule(
    "shape.repeater-growth", breaks: .drawing,
    reason: "Copies that grow or shrink step by step leave what a float can hold; rlottie hangs.",
    remedy: "bring the repeater's scale closer to 100",
    source: "tried with rlottie 0.1")
  static let starPoints = Rule(
    "shape.star-points", breaks: .drawing, reason: "Players make a vertex for each point.",
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
  static let gradientStops = Rule(
    "shape.gradient-stops", breaks: .drawing, disturbs: .spec,
    reason: "thorvg reads past the end of the list and crashes.",
    remedy: "set \"p\" to the number of colours that the gradient has",
    source: "lottie-spec 1.0.1, values/gradient; thorvg")
}

extension RuleFunction {
  static let modifiers = [
    RuleFunction(.repeaterCopies, .copies, run: repeaters),
    RuleFunction(.repeaterGrowth, run: repeaterGrowth),
    RuleFunction(.starPoints) { animation, findings in
      let most = animation.limits.maxStarPoints
      for shape in animation.shapes where shape.type == .star {
        let points = animation.member("pt", of: shape.node).map(animation.scalars) ?? []
        for (node, count) in points where !(0...Double(most)).contains(count) {
          findings.add(
            .starPoints, at: node, "\(animation.quoted(node)) points are not from 0 to \(most)")
        }
      }
    },
    RuleFunction(.dashNegative, .dashTiny, run: dashes),
    RuleFunction(.gradientStops, run: gradients),
  ]

  private static func repeaters(_ animation: Animation, _ findings: inout FindingSink) {
    let most = animation.limits.maxCopies
    /// For each list of shapes, the product of its own repeaters, and the most copies that a list
    /// in it makes: a repeater copies the copies of repeaters before it and in its groups.
    var own = Array(repeating: 1.0, count: animation.shapeListCount)
    var inner = own
    for shape in animation.shapes.reversed() {
      if let list = shape.innerList {
        inner[shape.list] = max(inner[shape.list], own[list] * inner[list])
      }
      guard shape.type == .repeater, let copies = animation.member("c", of: shape.node) else {
        continue
      }
      let counts = animation.scalars(of: copies)
      for (node, count) in counts where !(count >= 0) {
        findings.add(.repeaterCopies, at: node, "\(animation.quoted(node)) copies cannot be made")
      }
      own[shape.list] *= max(counts.map(\.number).max() ?? 1, 1)
    }
    for shape in animation.shapes where shape.type == .repeater {
      let copies = own[shape.list] * inner[shape.list]
      if copies > Double(most), inner[shape.list] <= Double(most) {
        findings.add(.copies, at: shape.node, "This repeater helps to make over \(most) copies")
      }
    }
  }

  private static func repeaterGrowth(_ animation: Animation, _ findings: inout FindingSink) {
    let most = animation.limits.maxRepeaterGrowth
    for shape in animation.shapes where shape.type == .repeater {
      guard let copies = animation.member("c", of: shape.node),
        let scale = animation.member("tr", of: shape.node).flatMap({ animation.member("s", of: $0) }
        )
      else { continue }
      let count = animation.scalars(of: copies).map(\.number).max() ?? 0
      for value in animation.values(of: scale) {
        let steps = animation.json.elements(of: value).prefix(2).compactMap(animation.json.double)
        guard let node = steps.first(where: { growth(of: $0, count) > most }) else { continue }
        findings.add(
          .repeaterGrowth, at: value,
          "A scale of \(SafeText.shown(node)) per cent over \(SafeText.shown(count)) copies "
            + "changes the size more than \(SafeText.shown(most)) times")
      }
    }
  }

  /// How many times larger, or smaller, the last copy is; the scale is in per cent.
  private static func growth(of scale: Double, _ copies: Double) -> Double {
    let step = abs(scale) / 100
    guard step > 0 else { return 1 }
    var factor = max(step, 1 / step)
    var left = Int(min(max(copies, 0), 1e9))
    var growth = 1.0
    while left > 0 {
      if left & 1 == 1 { growth *= factor }
      factor *= factor
      left >>= 1
    }
    return growth
  }

  private static func dashes(_ animation: Animation, _ findings: inout FindingSink) {
    for shape in animation.shapes
    where shape.type == .stroke || shape.type == .gradientStroke {
      guard let list = animation.member("d", of: shape.node) else { continue }
      var total = 0.0
      for entry in animation.json.elements(of: list) {
        guard let value = animation.member("v", of: entry),
          animation.member("n", of: entry).map(animation.json.key) != "o"
        else { continue }
        var longest = 0.0
        for (node, length) in animation.scalars(of: value) {
          if length < 0 {
            findings.add(.dashNegative, at: node, "A dash or gap is \(animation.quoted(node)) long")
          }
          longest = max(longest, abs(length))
        }
        total += longest
      }
      if total > 0, total < animation.limits.minDashPixels {
        findings.add(.dashTiny, at: list, "Dashes and gaps are \(total) pixels long together")
      }
    }
  }

  private static func gradients(_ animation: Animation, _ findings: inout FindingSink) {
    for shape in animation.shapes
    where shape.type == .gradientFill || shape.type == .gradientStroke {
      guard let gradient = animation.member("g", of: shape.node),
        let count = animation.member("p", of: gradient),
        let colours = animation.member("k", of: gradient)
      else { continue }
      // Another kind of value than a number has a rule of its own.
      guard let claimed = animation.json.double(of: count) else { continue }
      // A colour stop is its place and three components (lottie-spec 1.0.1, values/gradient).
      let held = animation.values(of: colours).map { value in
        animation.json.elements(of: value).reduce(0) { sum, _ in sum + 1 } / 4
      }
      if !(claimed >= 1) || held.contains(where: { Double($0) < claimed }) {
        findings.add(
          .gradientStops, at: count,
          "The gradient claims \(animation.quoted(count)) colours and holds \(held.min() ?? 0)")
      }
    }
  }
}
