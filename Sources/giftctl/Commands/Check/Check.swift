import ArgumentParser
import GiftDomain
import GiftPublishing
import GiftStore
import Lottie
import Pictures
import SystemPackage

/// `giftctl check FILE|FOLDER|-…`.
struct Check: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", _superCommandName: Giftctl.name,
    abstract: "Checks animations, without a database.",
    discussion: """
      In a folder, every *.json, *.lottie and *.tgs is checked, subfolders included; in an \
      archive, the JSON inside, and of several FILE.lottie#ID names one. \
      --catalogue checks the database's live, planned and latest \
      versions again, by today's rules; --at picks those of another instant or change.

      Exits 0 if all are accepted, else 4 if any is refused or too large, else 2 if a file is \
      missing or a folder holds no animation, else 64 if an archive holds several animations and \
      none is named, else 1 if a file cannot be read, or was not drawn \
      as the machine failed.
      """)

  @Argument(
    help: .init("The animations, folders of them, or - for stdin.", valueName: "file"),
    completion: Completion.animations)
  var files: [String] = []

  @Flag(help: "Check the catalogue's live, planned and latest versions.")
  var catalogue = false

  @Flag(help: "List all rules, with their severity in each profile.")
  var rules = false

  @Flag(help: "With --rules: print them as Markdown, as in RULES.md.")
  var markdown = false

  @Option(
    help: .init("Explain one rule, such as shape.dash.", valueName: "code"),
    completion: .list(Rule.all.map(\.code)))
  var explain: String?

  @Flag(help: "Show every finding, not only the first few per rule and file.")
  var all = false

  @Flag(
    help: .init(
      "Summarise each animation: layers, shapes, images, features, memory, and size under gzip and "
        + "brotli (slow)."))
  var summary = false

  @Flag(
    name: .shortAndLong,
    help: "Show notes, too: what the players of the profile read all the same.")
  var verbose = false

  @Flag(help: "Show only the errors of refused files.")
  var quiet = false

  @Flag(help: "Show how two files differ: <before> <after>.")
  var compare = false

  @OptionGroup var sheet: SheetOptions
  @OptionGroup var drawing: DrawOptions
  @OptionGroup var point: PointOptions
  @OptionGroup var global: GlobalOptions
  @OptionGroup var check: CheckOptions

  func run() async throws {
    try refuseWhatDoesNotGoTogether()
    if rules { return printRules() }
    if let explain { return try self.explain(explain) }
    let tool = Tool()
    var policy = try check.policy(tool.environment)
    if all { policy.limits.listAll() }
    if compare { return try await compareFiles(policy) }
    let printer = CheckPrinter(
      hasColour: Terminal.hasColour(tool.environment), columns: Terminal.columns, showsAll: all,
      showsNotes: verbose || all, showsErrorsOnly: quiet, showsSummary: summary,
      listedOfARule: policy.limits.maxFindingsPerRule)
    let run = CheckRun(printer, asJSON: global.json, tool)
    let drawing = try drawing.tool()
    if catalogue {
      try await checkCatalogue(policy, drawing, run)
    } else {
      try await checkFiles(policy, drawing, run)
    }
  }

  private func refuseWhatDoesNotGoTogether() throws(CommandError) {
    let modes = [!files.isEmpty, catalogue, rules, explain != nil].count(where: \.self)
    guard modes > 0 else {
      throw .usage("Name what to check: giftctl check <file> …, or --catalogue.")
    }
    guard modes == 1 else {
      throw .usage("Give only one of files, --catalogue, --rules and --explain.")
    }
    guard files.count(where: { $0 == AnimationFile.standardInput }) <= 1 else {
      throw .usage("Standard input can be read only once.")
    }
    guard !compare || !files.isEmpty && !summary && !quiet else {
      throw .usage("--compare takes two files, and neither --summary nor --quiet.")
    }
    guard sheet.pictures == nil || compare else {
      throw .usage("--pictures needs --compare.")
    }
    guard !markdown || rules && !global.json else {
      throw .usage("--markdown needs --rules, and cannot be used with --json.")
    }
    guard !drawing.draw || !rules && explain == nil && !compare else {
      throw .usage("--draw needs files or --catalogue, and cannot be used with --compare.")
    }
    guard global.database == nil || catalogue else {
      throw .usage("--database needs --catalogue: files are checked without a database.")
    }
    guard point.isNow || catalogue else {
      throw .usage("--at and --tz need --catalogue: a file has no history.")
    }
  }

  private func checkFiles(
    _ policy: CheckPolicy, _ drawing: DrawingTool?, _ start: CheckRun
  ) async throws(CommandError) {
    var run = start
    Interruption.current.says("The other files were not checked.")
    let inputs = try CheckInputs(files).inputs
    if let drawing {
      run = try await drawFiles(inputs, policy, drawing, run)
    } else {
      for input in inputs {
        run.showProgress(of: inputs.count)
        let outcome = CheckOutcome(
          input, policy, check.arguments, sizes: summary ? .all : .none)
        take(outcome, input, &run)
      }
    }
    try await run.end("file")
  }
}

extension CheckLimits {
  /// The most findings that one report lists.
  private static let mostFindings = 100_000

  /// Raises the limits, so that the report lists every finding.
  fileprivate mutating func listAll() {
    maxFindings = Self.mostFindings
    maxFindingsPerRule = Self.mostFindings
  }
}

extension Check {
  func printRules() {
    if markdown {
      Terminal.write(RulesPage.text(Rule.all), to: .standardOutput)
    } else if global.json {
      Terminal.printJSON(["rules": Rule.all.map(\.document)])
    } else {
      RulesText.table(Rule.all).forEach(Terminal.print)
    }
  }

  /// Prints the rule with that code.
  ///
  /// Throws `CommandError.usage` for an unknown code.
  func explain(_ code: String) throws(CommandError) {
    if let code = FileCode(rawValue: code), !global.json {
      return Terminal.print("\(code.rawValue): \(code.reason)")
    }
    guard let rule = Rule.named(code) else {
      let nearest = Rule.nearest(to: code).map { " Did you mean \($0.code)?" } ?? ""
      throw .usage(
        "There is no rule \(quoted(code)).\(nearest) To list the rules: giftctl check --rules")
    }
    if global.json {
      Terminal.printJSON(rule.document)
    } else {
      RulesText.userMessage(rule).forEach(Terminal.print)
    }
  }
}

extension Check {
  /// Checks the database's live, planned and latest versions.
  ///
  /// With `--at`, those of that moment, by today's rules. It changes nothing, and holds one
  /// animation in memory at a time.
  func checkCatalogue(
    _ policy: CheckPolicy, _ drawing: DrawingTool?, _ run: CheckRun
  ) async throws {
    var finished = try await Tool().reading(global) { store in
      var run = run
      let versions = try await point.view(store).standingVersions
      for version in versions {
        run.showProgress(of: versions.count)
        let stored = try await store.assets([version.version.asset]).first
        guard let bytes = stored?.bodies[.identity] else {
          throw CommandError.file(path: version.name, .missing)
        }
        var report = AnimationCheck.report(bytes, policy, sizes: summary ? .all : .none)
        do throws(DrawingFailure) {
          if let drawing {
            report = try await AnimationCheck.drawn(report, bytes, policy.profile, drawing)
          }
          run.take(version.name, version: version, report, of: bytes)
        } catch {
          let error = CommandError.drawing(file: version.name, error)
          guard !error.isLasting else { throw error }
          run.take(version.name, version: version, unusable: error)
        }
      }
      return run
    }
    try await finished.end("version")
  }
}

extension StandingVersion {
  /// `rose version 2 (live, latest)`.
  fileprivate var name: String {
    let why = standings.map(\.rawValue).joined(separator: ", ")
    return "\(gift) version \(version.number) (\(why))"
  }
}
