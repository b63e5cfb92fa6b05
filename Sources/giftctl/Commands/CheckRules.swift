import Lottie
import SystemPackage

extension Check {
  /// Prints all rules.
  func printRules() {
    if markdown {
      Terminal.write(RulesPage.text(Rule.all), to: .standardOutput)
    } else if global.form.json {
      Terminal.printJSON(["rules": Rule.all.map(\.document)])
    } else {
      RulesText.table(Rule.all).forEach(Terminal.print)
    }
  }

  /// Prints the rule of that code.
  ///
  /// Throws `CommandError.usage` for a code that no rule has.
  func explain(_ code: String) throws(CommandError) {
    if let code = FileCode(rawValue: code), !global.form.json {
      return Terminal.print("\(code.rawValue): \(code.reason)")
    }
    guard let rule = Rule.named(code) else {
      let nearest = Rule.nearest(to: code).map { " Did you mean \($0.code)?" } ?? ""
      throw .usage(
        "There is no rule \(quoted(code)).\(nearest) giftctl check --rules lists them all.")
    }
    if global.form.json {
      Terminal.printJSON(rule.document)
    } else {
      RulesText.explanation(rule).forEach(Terminal.print)
    }
  }
}
