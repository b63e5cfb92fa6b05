/// A limit of `CheckLimits` by its name: what options, configuration files and the documentation
/// are made from.
package struct Budget: Sendable {
  /// Stable name, such as `max-layers`.
  package let name: String
  /// The meaning of the limit, in one sentence.
  package let help: String
  /// What it counts.
  package let unit: BudgetUnit
  /// The values that it may be set to.
  package let range: ClosedRange<Double>
  private let field: Field

  /// The property of the limit in `CheckLimits`.
  private enum Field {
    case whole(any WritableKeyPath<CheckLimits, Int> & Sendable)
    case optional(any WritableKeyPath<CheckLimits, Int?> & Sendable)
    case real(any WritableKeyPath<CheckLimits, Double> & Sendable)
  }

  /// Whether only whole numbers make sense.
  package var isWhole: Bool {
    switch field {
    case .whole, .optional: true
    case .real: false
    }
  }

  /// The limit that `limits` has, or nil if there is no such limit.
  package func value(in limits: CheckLimits) -> Double? {
    switch field {
    case .whole(let field): Double(limits[keyPath: field])
    case .optional(let field): limits[keyPath: field].map { Double($0) }
    case .real(let field): limits[keyPath: field]
    }
  }

  /// Sets the limit; returns false, and sets nothing, if the value is out of `range`, or is not
  /// whole and has to be.
  package func set(_ value: Double, in limits: inout CheckLimits) -> Bool {
    guard range.contains(value) else { return false }
    switch field {
    case .real(let field): limits[keyPath: field] = value
    case .whole(let field):
      guard let whole = Int(exactly: value) else { return false }
      limits[keyPath: field] = whole
    case .optional(let field):
      guard let whole = Int(exactly: value) else { return false }
      limits[keyPath: field] = whole
    }
    return true
  }

  /// The budget of that name, or nil.
  package static func named(_ name: String) -> Budget? { all.first { $0.name == name } }
}

/// The unit of a budget.
package enum BudgetUnit: String, Sendable, CaseIterable {
  /// Bytes.
  case bytes
  /// Pixels.
  case pixels
  /// Seconds.
  case seconds
  /// Frames per second.
  case hertz = "Hz"
  /// A number of the items in the budget's name.
  case count
  /// A factor.
  case times
}

extension Budget {
  /// All budgets, in the order of the documentation.
  package static let all: [Budget] = [
    Budget(
      name: "max-bytes", help: "Size of the file.", unit: .bytes, range: 1...Double(mostBytes),
      field: .whole(\.maxBytes)),
    Budget(
      name: "max-gzip-bytes", help: "Size of the file under gzip, if there is to be a limit.",
      unit: .bytes, range: 1...Double(mostBytes), field: .optional(\.maxGzipBytes)),
    Budget(
      name: "max-duration", help: "Length of the animation.", unit: .seconds,
      range: 0.001...1e9, field: .real(\.maxDurationSeconds)),
    Budget(
      name: "max-frame-rate", help: "Frames per second.", unit: .hertz, range: 1...10_000,
      field: .real(\.maxFrameRateHz)),
    whole("max-side", .pixels, "Width and height of the animation.", \.maxSidePixels),
    Budget(
      name: "max-image-memory",
      help: "Memory that the pixels of all images take in a player, 4 bytes each.",
      unit: .bytes, range: 0...1e15, field: .whole(\.maxImageMemoryBytes)),
    whole("max-image-side", .pixels, "Width and height of an image.", \.maxImageSidePixels),
    whole("max-layers", .count, "Layers in the file.", \.maxLayers),
    whole(
      "max-expanded-layers", .count,
      "Layers, those of precompositions as often as they are drawn.", \.maxExpandedLayers),
    whole(
      "max-shapes", .count, "Items of all shape layers, groups included.", \.maxShapes, from: 0),
    whole(
      "max-vertices", .count, "Vertices of all paths and masks, those of each keyframe included.",
      \.maxVertices, from: 0),
    whole("max-keyframes", .count, "Keyframes of all values.", \.maxKeyframes, from: 0),
    whole("max-fonts", .count, "Fonts in the list of fonts.", \.maxFonts, from: 0),
    whole("max-markers", .count, "Markers.", \.maxMarkers, from: 0),
    whole(
      "max-precomposition-depth", .count,
      "Precompositions inside each other, with masks and the innermost shapes.",
      \.maxPrecompositionDepth, from: 0),
    whole("max-copies", .count, "Copies that one stack of repeaters makes.", \.maxCopies, from: 0),
    Budget(
      name: "max-repeater-growth",
      help: "How many times larger or smaller a repeater may make its last copy.", unit: .times,
      range: 1...1e30, field: .real(\.maxRepeaterGrowth)),
    whole("max-star-points", .count, "Points of a star or polygon.", \.maxStarPoints, from: 3),
    Budget(
      name: "min-dash", help: "Dashes and gaps of a line together, at least.", unit: .pixels,
      range: 0...1e6, field: .real(\.minDashPixels)),
    whole(
      "max-depth", .count, "Arrays and objects of the JSON inside each other.", \.json.maxDepth),
    whole("max-nodes", .count, "Values and names of the JSON.", \.json.maxNodes),
    whole("max-string-bytes", .bytes, "Length of a string of the JSON.", \.json.maxStringBytes),
    whole("max-digits", .count, "Characters of a number of the JSON.", \.json.maxDigits),
    whole("max-findings", .count, "Findings in a report.", \.maxFindings),
    whole(
      "max-findings-per-rule", .count, "Findings of one rule in a report.", \.maxFindingsPerRule),
  ]

  /// The index of a document holds positions of 32 bits.
  private static let most = Double(JSONLimits.addressableBytes)
  /// The most bytes of a file that any budget allows: those that are read, of an import of each.
  package static let mostBytes = JSONLimits().maxBytes

  private static func whole(
    _ name: String, _ unit: BudgetUnit, _ help: String,
    _ field: any WritableKeyPath<CheckLimits, Int> & Sendable, from least: Double = 1
  ) -> Budget {
    Budget(name: name, help: help, unit: unit, range: least...most, field: .whole(field))
  }
}
