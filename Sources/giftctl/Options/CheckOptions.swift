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

  @OptionGroup var budgets: BudgetOptions

  /// The policy of the check: the profile's limits, changed by the configuration file, then by the
  /// options.
  ///
  /// Throws `CommandError.usage`, `configuration` or `file`.
  func policy(_ environment: [String: String]) throws(CommandError) -> CheckPolicy {
    let named = [config, environment["GIFT_CHECK_CONFIG"]].compactMap(\.self).first { !$0.isEmpty }
    let configuration = try named.map(CheckConfiguration.init(at:))
    var policy = CheckPolicy(profile ?? configuration?.profile ?? .gift)
    configuration?.apply(to: &policy.limits)
    try budgets.apply(to: &policy.limits)
    return policy
  }

  /// The options that were given, each with its value.
  var arguments: [[String]] {
    (profile.map { [["--profile", $0.rawValue]] } ?? [])
      + (config.map { [["--config", $0]] } ?? [])
      + budgets.given.map {
        ["--\($0.budget.name)", Int64(exactly: $0.value).map(String.init) ?? "\($0.value)"]
      }
  }
}

extension Profile: ExpressibleByArgument {}
