import ArgumentParser
import Lottie

/// The budgets of the check, one option each; names, ranges and help are those of `Budget.all`.
struct BudgetOptions: ParsableArguments {
  @Option(help: .budget("max-bytes")) var maxBytes: Double?
  @Option(help: .budget("max-gzip-bytes")) var maxGzipBytes: Double?
  @Option(help: .budget("max-duration")) var maxDuration: Double?
  @Option(help: .budget("max-frame-rate")) var maxFrameRate: Double?
  @Option(help: .budget("max-side")) var maxSide: Double?
  @Option(help: .budget("max-image-memory")) var maxImageMemory: Double?
  @Option(help: .budget("max-image-side")) var maxImageSide: Double?
  @Option(help: .budget("max-layers")) var maxLayers: Double?
  @Option(help: .budget("max-expanded-layers")) var maxExpandedLayers: Double?
  @Option(help: .budget("max-shapes")) var maxShapes: Double?
  @Option(help: .budget("max-vertices")) var maxVertices: Double?
  @Option(help: .budget("max-keyframes")) var maxKeyframes: Double?
  @Option(help: .budget("max-fonts")) var maxFonts: Double?
  @Option(help: .budget("max-markers")) var maxMarkers: Double?
  @Option(help: .budget("max-precomposition-depth")) var maxPrecompositionDepth: Double?
  @Option(help: .budget("max-copies")) var maxCopies: Double?
  @Option(help: .budget("max-repeater-growth")) var maxRepeaterGrowth: Double?
  @Option(help: .budget("max-star-points")) var maxStarPoints: Double?
  @Option(help: .budget("min-dash")) var minDash: Double?
  @Option(help: .budget("max-depth")) var maxDepth: Double?
  @Option(help: .budget("max-nodes")) var maxNodes: Double?
  @Option(help: .budget("max-string-bytes")) var maxStringBytes: Double?
  @Option(help: .budget("max-digits")) var maxDigits: Double?
  @Option(help: .budget("max-findings")) var maxFindings: Double?
  @Option(help: .budget("max-findings-per-rule")) var maxFindingsPerRule: Double?

  /// The budgets that were set; the options above have the order of `Budget.all`.
  var given: [(budget: Budget, value: Double)] {
    let values = [
      maxBytes, maxGzipBytes, maxDuration, maxFrameRate, maxSide, maxImageMemory, maxImageSide,
      maxLayers, maxExpandedLayers, maxShapes, maxVertices, maxKeyframes, maxFonts, maxMarkers,
      maxPrecompositionDepth, maxCopies, maxRepeaterGrowth, maxStarPoints, minDash, maxDepth,
      maxNodes, maxStringBytes, maxDigits, maxFindings, maxFindingsPerRule,
    ]
    return zip(Budget.all, values).compactMap { budget, value in value.map { (budget, $0) } }
  }

  /// Sets the limits that were given.
  ///
  /// Throws `CommandError.usage` for a value that a limit cannot have.
  func apply(to limits: inout CheckLimits) throws(CommandError) {
    for (budget, value) in given where !budget.set(value, in: &limits) {
      throw .usage("--\(budget.name) takes \(budget.values).")
    }
  }
}

extension Budget {
  /// Its allowed values: `a whole number from 1 to 100`.
  var values: String {
    "a \(isWhole ? "whole number" : "number") from \(SafeText.shown(range.lowerBound)) to "
      + SafeText.shown(range.upperBound)
  }
}

extension ArgumentHelp {
  fileprivate static func budget(_ name: String) -> ArgumentHelp {
    guard let budget = Budget.named(name) else {
      preconditionFailure("an option without a budget: \(name)")
    }
    let usual = budget.value(in: CheckLimits()).map(SafeText.shown) ?? "none"
    return ArgumentHelp("\(budget.help) [default: \(usual)]", valueName: budget.unit.rawValue)
  }
}
