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

  @OptionGroup(title: "Budgets") var budgets: BudgetOptions

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

  /// The options that were given, as they are written.
  var given: [String] {
    (profile == nil ? [] : ["--profile"]) + (config == nil ? [] : ["--config"])
      + budgets.given.map { "--\($0.budget.name)" }
  }
}

extension Profile: ExpressibleByArgument {}
