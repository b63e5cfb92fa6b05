import ArgumentParser
import GiftDomain
import GiftPublishing
import GiftStore
import Lottie
import SystemPackage

/// `giftctl add ID [FILE|-]` or `giftctl add ID…`.
struct Add: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", _superCommandName: Giftctl.name,
    abstract: "Adds a gift, the next version of one, or a new definition.",
    discussion: """
      With FILE, its bytes become the next version of the gift, once they pass the check; bytes \
      that the gift has already are "unchanged". The options change the definition; what they \
      leave out stays, and without FILE they may be those of several gifts, as one edit. What is \
      written as an id is one: a file of such a name is ./rose. Nothing is shown before giftctl \
      publish. FILE may be - for standard input, a .lottie or a .tgs; what \
      is stored is the JSON inside.
      """)

  @OptionGroup var target: GiftArgument

  @Argument(
    help: .init(
      "The animation: JSON as Bodymovin exports it; or more gifts.", valueName: "file|id"),
    completion: Completion.animations)
  var rest: [String] = []

  @OptionGroup var definition: DefinitionOptions
  @OptionGroup var zone: ZoneOptions
  @OptionGroup var editing: EditOptions
  @OptionGroup var check: CheckOptions

  func run() async throws {
    let tool = Tool()
    let (gifts, file) = try subjects()
    let patch = try definition.patch()
    let policy = try check.policy(tool.environment)
    let animation = try file.map { try AnimationFile($0, limit: policy.limits.maxBytes) }
    let request = try tool.request(.add, editing)
    let waits = try editing.limits()
    let printer = CheckPrinter(
      hasColour: Terminal.hasColour(tool.environment, on: .standardError),
      columns: Terminal.errorColumns)
    Interruption.current.says(Interruption.unsure)
    do {
      report(
        try await tool.withStore(editing.global, limits: waits) { store in
          try await Publisher(store: store, policy: policy)
            .add(gifts, animation: animation?.bytes, patch, request)
        }, animation, printer)
    } catch {
      throw explained(error, animation, policy, printer)
    }
  }

  /// The gifts, and the file if there is one.
  private func subjects() throws -> (gifts: [GiftID], file: String?) {
    // What is no id is a file's name.
    if rest.count == 1, (try? GiftID(rest[0])) == nil { return ([try target.gift()], rest[0]) }
    let file = rest.first { word in
      word == AnimationFile.standardInput || word.contains("/") || word.contains(".")
    }
    guard let file else {
      return (try GiftArguments.gifts([target.id] + rest), nil)
    }
    throw CommandError.usage("\(quoted(file)) is a file, and goes to one gift: name no other.")
  }

  /// Prints what the check has against the file, if that is what is wrong.
  private func explained(
    _ error: CommandError, _ file: AnimationFile?, _ policy: CheckPolicy,
    _ printer: CheckPrinter
  ) -> CommandError {
    guard case .publishing(.refused(let report)) = error, let file else { return error }
    let fix = EditFix(report: report, bytes: file.bytes, policy: policy)
      .command(for: file.argument)
    if !editing.global.form.json {
      printer.lines(file.name, report, of: file.bytes, fix: fix).forEach(Terminal.say)
      if let hint = file.hint(report) { Terminal.explain(hint) }
    }
    return .animationRefused(file: file.name, report, fix: fix)
  }

  private func report(
    _ addition: Addition, _ file: AnimationFile?, _ printer: CheckPrinter
  ) {
    if editing.global.form.json {
      Terminal.printJSON(
        addition.outcome.document(isDryRun: editing.dryRun, report: addition.report))
    } else {
      if let report = addition.report, let file {
        printer.findingLines(file.name, report, of: file.bytes).forEach(Terminal.say)
      }
      EditReport(outcome: addition.outcome, isDryRun: editing.dryRun, warnsOfPlans: false).print()
    }
  }
}

/// The parts of a definition as options.
struct DefinitionOptions: ParsableArguments {
  @Option(
    help: .init("A name in a locale; may be repeated.", valueName: "locale=name"),
    transform: NameArgument.init)
  var name: [NameArgument] = []

  @Option(help: .init("Removes the name in a locale; may be repeated.", valueName: "locale"))
  var dropName: [String] = []

  @Option(parsing: .unconditional, help: .init("What it costs.", valueName: "coins"))
  var price: Int64?

  @Option(
    help: .init("Its shelf. [default for a new gift: general]", valueName: "slug"),
    completion: Completion.categories)
  var category: String?

  @Option(
    parsing: .unconditional,
    help: .init(
      "Its place: lower comes first. Of several gifts, the first gets it, and the others follow. "
        + "[default: 0]", valueName: "n"))
  var order: Int64?

  @Option(
    help: .init("A tag; repeated, they replace all tags.", valueName: "slug"),
    completion: Completion.tags)
  var tag: [String] = []

  @Flag(help: "Removes all tags.")
  var noTags = false

  @Flag(inversion: .prefixedNo, help: "Whether sending it repeatedly counts as a streak.")
  var streakable: Bool?

  @Option(help: .init("What colleagues should know; clients never see it.", valueName: "text"))
  var note: String?

  @Flag(help: "Removes the note.")
  var noNote = false

  /// What is to be different.
  ///
  /// Throws `DomainError` for a value that breaks its rule.
  func patch() throws -> DefinitionPatch {
    guard tag.isEmpty || !noTags else {
      throw CommandError.usage("--tag and --no-tags exclude each other.")
    }
    guard note == nil || !noNote else {
      throw CommandError.usage("--note and --no-note exclude each other.")
    }
    var written = WrittenDefinition()
    for argument in name {
      guard written.names[argument.locale] == nil else {
        throw DomainError.repeated(.localeTag, text: argument.locale)
      }
      written.names[argument.locale] = argument.name
    }
    written.price = price
    written.category = category
    written.order = order
    written.tags = tag.isEmpty && !noTags ? nil : tag
    written.streakable = streakable
    written.note = note
    var patch = try written.patch()
    patch.droppedNames = try dropName.map(LocaleTag.init)
    if noNote { patch.note = .unset }
    return patch
  }
}
