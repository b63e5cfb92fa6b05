import ArgumentParser
import Lottie

/// Options that choose the rules of the check.
struct CheckOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Which rules to apply: gift (iOS, Android and web together), or one player's. "
        + "[default: gift]"))
  var profile: Profile?

  @Option(
    help: .init(
      "A JSON file with a profile and limits, as in {\"profile\":\"gift\",\"limits\":"
        + "{\"max-bytes\":1000000}}; options override it. [default: GIFT_CHECK_CONFIG]",
      valueName: "file"), completion: .file(extensions: ["json"]))
  var config: String?

  // Answered before anything is parsed, as --help is.
  @Flag(help: "List the options for the limits of the check, such as --max-bytes.")
  var helpLimits = false

  // The budgets: names, ranges and help are those of `Budget.all`.
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

  /// The policy of the check: the profile's limits, changed by the configuration file, then by the
  /// options.
  ///
  /// Throws `CommandError.usage`, `configuration` or `file`.
  func policy(_ environment: [String: String]) throws(CommandError) -> CheckPolicy {
    let named = [config, environment["GIFT_CHECK_CONFIG"]].compactMap(\.self).first { !$0.isEmpty }
    let configuration = try named.map(CheckConfiguration.init(at:))
    var policy = CheckPolicy(profile ?? configuration?.profile ?? .gift)
    configuration?.apply(to: &policy.limits)
    for (budget, value) in given where !budget.set(value, in: &policy.limits) {
      throw .usage("--\(budget.name) takes \(budget.values).")
    }
    return policy
  }

  /// The options that were given, each with its value.
  var arguments: [[String]] {
    (profile.map { [["--profile", $0.rawValue]] } ?? [])
      + (config.map { [["--config", $0]] } ?? [])
      + given.map {
        ["--\($0.budget.name)", Int64(exactly: $0.value).map(String.init) ?? "\($0.value)"]
      }
  }

  /// The budgets that were set; their options have the order of `Budget.all`.
  private var given: [(budget: Budget, value: Double)] {
    let values = [
      maxBytes, maxGzipBytes, maxDuration, maxFrameRate, maxSide, maxImageMemory, maxImageSide,
      maxLayers, maxExpandedLayers, maxShapes, maxVertices, maxKeyframes, maxFonts, maxMarkers,
      maxPrecompositionDepth, maxCopies, maxRepeaterGrowth, maxStarPoints, minDash, maxDepth,
      maxNodes, maxStringBytes, maxDigits, maxFindings, maxFindingsPerRule,
    ]
    return zip(Budget.all, values).compactMap { budget, value in value.map { (budget, $0) } }
  }
}

extension Profile: ExpressibleByArgument {}

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
    return ArgumentHelp(
      "\(budget.help) [default: \(budget.usual)]", valueName: budget.unit.rawValue,
      visibility: .hidden)
  }
}

extension Budget {
  fileprivate var usual: String { value(in: CheckLimits()).map(SafeText.shown) ?? "none" }
}

/// The page of the options that `--help` leaves out, because few need them.
enum LimitsPage {
  /// Whether the words ask for it.
  static func isRequested(by words: ArraySlice<String>) -> Bool {
    let verbs = [Check.self, Edit.self, Add.self, Import.self] as [any ParsableCommand.Type]
    return words.contains("--help-limits")
      && verbs.contains { $0.configuration.commandName == words.first }
  }

  /// A line for each option, with what it limits and its default.
  static var lines: [String] {
    var table = Table([("OPTION", .left), ("DEFAULT", .right), ("WHAT", .wrapped)])
    for budget in Budget.all {
      table.add(["--\(budget.name) <\(budget.unit.rawValue)>", budget.usual, budget.help])
    }
    return table.lines(fitting: Terminal.columns ?? Terminal.usualColumns)
  }
}
