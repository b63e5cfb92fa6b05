import ArgumentParser
import FoundationEssentials
import GiftDomain
import GiftPublishing
import GiftStore
import Lottie
import SystemPackage

/// `giftctl add ID [FILE|-]` or `giftctl add ID…`.
struct Add: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", _superCommandName: Giftctl.name,
    abstract: "Adds a gift, adds a version to one, or changes its definition.",
    discussion: """
      FILE becomes the next version of the gift if it passes the check; bytes that the gift \
      already has are "unchanged". Every frame is drawn, to find what rlottie cannot draw, and its \
      poster and preview are made. Options change the definition, and parts that they do not name \
      stay as they are; without FILE they apply to all the gifts named, as one edit. --loop and \
      --segment say how clients play FILE, or else the latest version; markers of After Effects \
      that have a length are segments already. An animation that is to be played otherwise is \
      another version. An argument that is a valid id is an id: write ./rose for a file of that \
      name. Nothing is live before giftctl publish. FILE may be - for standard input, or a .lottie \
      or .tgs, of which the JSON inside is stored.
      """)

  @OptionGroup var target: GiftArgument

  @Argument(
    help: .init(
      "The animation, as JSON exported by Bodymovin; or more gifts.", valueName: "file|id"),
    completion: Completion.animations)
  var rest: [String] = []

  @Flag(help: "Store what giftctl edit --repair makes of FILE, and the original's digest with -m.")
  var repair = false

  @OptionGroup var playback: PlaybackOptions
  @OptionGroup var definition: DefinitionOptions
  @OptionGroup var zone: ZoneOptions
  @OptionGroup var drawer: DrawerOptions
  @OptionGroup var consent: ConsentOptions
  @OptionGroup var editing: EditOptions
  @OptionGroup var check: CheckOptions

  func run() async throws {
    let tool = Tool()
    let (gifts, file) = try subjects()
    let patch = try definition.patch()
    let chosen = try playback.patch()
    guard gifts.count == 1 || chosen == .none else {
      throw CommandError.usage("--segment and --loop are for one gift: name only that gift.")
    }
    let policy = try check.policy(tool.environment)
    var animation = try file.map { file in
      do throws(CommandError) {
        return try AnimationFile(file, limit: policy.limits.json.maxBytes)
      } catch {
        throw error.namingFile
      }
    }
    let repaired = try repaired(animation, policy)
    if let repaired { animation?.bytes = repaired.edited.bytes }
    var request = try tool.request(.add, editing, noting: repaired.map { Self.note($0) })
    // Of several ids, one may be a file without its extension.
    request.namesExisting = gifts.count > 1
    let waits = try editing.limits()
    let printer = CheckPrinter(
      hasColour: Terminal.hasColour(tool.environment, on: .standardError),
      columns: Terminal.errorColumns)
    Interruption.current.says(Interruption.unsure)
    let (prepared, outcome): (PreparedAddition, EditOutcome)
    do {
      (prepared, outcome) = try await tool.withStore(editing.global, limits: waits) {
        [bytes = animation?.bytes, request] store in
        let prepared = try await Publisher(
          store: store, policy: policy, drawing: drawer.drawing
        ).prepared(gifts, animation: bytes, playback: chosen, patch, request)
        let outcome = try await commit(prepared, asking: patch.price != nil, store)
        await warnOfNames(like: gifts, outcome, prepared, store)
        return (prepared, outcome)
      }
    } catch {
      throw explained(gifts.count > 1 ? error.namingFile : error, animation, policy, printer)
    }
    report(outcome, prepared, animation, repaired, printer)
    try await editing.awaitServed(outcome)
  }

  /// Asks about a price that viewers would find far from the one that they see.
  private func commit(
    _ prepared: PreparedAddition, asking asks: Bool, _ store: GiftStore
  ) async throws -> EditOutcome {
    try await Proposal(prepared.commands, asking: asks ? consent : nil) { $0.priceQuestion }
      .commit(
        prepared.request, in: store, uploads: prepared.uploads, pictures: prepared.pictures)
  }

  /// Warns that players on Android keep a new gift and another under one name.
  private func warnOfNames(
    like gifts: [GiftID], _ outcome: EditOutcome, _ prepared: PreparedAddition, _ store: GiftStore
  ) async {
    guard gifts.count == 1, outcome.difference.gifts.first?.before.isDefined == false
    else { return }
    var other = prepared.namesake
    if prepared.uploads.isEmpty {
      // The gift is stored, whether the others can be read or not.
      other = (try? await store.namesake(of: gifts[0])) ?? nil
    }
    guard let other else { return }
    Terminal.explain(
      "giftctl: warning: \(gifts[0]) differs from \(other) only in hyphens, which lottie-android "
        + "leaves out of the names of its files: an app that loads both by /ID.json plays one for "
        + "the other. Take another id, or see to it that apps load by digest.")
  }

  /// What the repair makes of the file, if it is asked for and changes it.
  private func repaired(
    _ file: AnimationFile?, _ policy: CheckPolicy
  ) throws -> RepairedAnimation? {
    guard repair else { return nil }
    guard let file else { throw CommandError.usage("--repair is for a file: name one.") }
    return try RepairedAnimation(file.bytes, policy)
  }

  private static func note(_ repaired: RepairedAnimation) -> String {
    "repaired from SHA-256 \(repaired.original.hex)"
  }

  /// The gifts, and the file if there is one.
  private func subjects() throws -> (gifts: [GiftID], file: String?) {
    if rest.isEmpty, target.id.contains(where: { $0 == "." || $0 == "/" }) {
      throw CommandError.usage(
        "\(quoted(target.id)) is a file: name its gift first, as in giftctl add "
          + "\(Self.id(for: target.id)) \(shown(target.id))")
    }
    // Anything that is not an id is a file name.
    if rest.count == 1, (try? GiftID(rest[0])) == nil { return ([try target.gift()], rest[0]) }
    let file = rest.first { word in
      word == AnimationFile.standardInput || word.contains("/") || word.contains(".")
    }
    guard let file else {
      return (try GiftArguments.gifts([target.id] + rest), nil)
    }
    throw CommandError.usage(
      "\(quoted(file)) is a file, which belongs to one gift: name only that gift.")
  }

  /// An id that a file's name suggests.
  private static func id(for file: String) -> String {
    let stem = FilePath(file).stem ?? "rose"
    let words = stem.lowercased().split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
    let id = words.joined(separator: "-")
    // A name of other letters suggests none.
    return (try? GiftID(id))?.text ?? "rose"
  }

  /// Prints the findings, if the error is that the check refused the file.
  private func explained(
    _ error: CommandError, _ file: AnimationFile?, _ policy: CheckPolicy,
    _ printer: CheckPrinter
  ) -> CommandError {
    guard case .publishing(.refused(let report)) = error, let file else { return error }
    let fix = EditFix(
      report: report, bytes: file.bytes, policy: policy, checkOptions: check.arguments
    ).commands(for: file.argument)
    if !editing.global.json {
      printer.lines(file.name, report, of: file.bytes, fix: fix).forEach(Terminal.say)
      file.hints.forEach(Terminal.explain)
    }
    return .animationRefused(file: file.name, report, fix: fix)
  }

  private func report(
    _ outcome: EditOutcome, _ prepared: PreparedAddition, _ file: AnimationFile?,
    _ repaired: RepairedAnimation?, _ printer: CheckPrinter
  ) {
    if editing.global.json {
      Terminal.printJSON(
        outcome.document(isDryRun: editing.dryRun, report: prepared.report))
    } else {
      for line in repaired?.edited.steps.flatMap(\.change.lines) ?? [] {
        Terminal.say("giftctl: repair: \(line)")
      }
      if let report = prepared.report, let file {
        printer.findingLines(file.name, report, of: file.bytes).forEach(Terminal.say)
      }
      EditReport(outcome: outcome, isDryRun: editing.dryRun, warnsOfPlans: false).print()
    }
    warn(of: prepared.drawingFailure.map { [$0] } ?? [])
  }
}

extension CommandError {
  /// The error with what was meant by a word that is neither a gift nor a file.
  fileprivate var namingFile: CommandError {
    switch self {
    case .store(.rejected(.giftNotFound(let gift))),
      .publishing(.store(.rejected(.giftNotFound(let gift)))):
      return Self.file(for: gift.text).map { .misspelt(userMessage.suggesting($0)) }
        ?? .giftToAddMissing(gift)
    case .file(let path, .missing):
      // It throws for nothing but other text.
      let gift = (try? GiftID(path.lowercased()))?.text
      return (Self.file(for: path) ?? gift).map { .misspelt(userMessage.suggesting($0)) } ?? self
    default: return self
    }
  }

  /// The file whose name lacks its extension.
  private static func file(for name: String) -> String? {
    ["json", "lottie", "tgs"].map { "\(name).\($0)" }
      .first { FileManager.default.fileExists(atPath: $0) }
  }
}

/// The parts of a definition as options.
struct DefinitionOptions: ParsableArguments {
  @OptionGroup var names: NameOptions

  @Option(parsing: .unconditional, help: .init("Set the price in coins.", valueName: "coins"))
  var price: Int64?

  @Option(
    help: .init("Set the category. [default for a new gift: general]", valueName: "slug"),
    completion: Completion.categories)
  var category: String?

  @Option(
    parsing: .unconditional,
    help: .init(
      "Set the sort order in gifts: lower comes first. With several gifts, the first gets it, and "
        + "the others follow one by one. [default for a new gift: 0]", valueName: "n"))
  var order: Int64?

  @Option(
    help: .init(
      "Show it in a placement, such as splash, or splash:2 with its order or weight there; can be "
        + "repeated. Replaces all earlier placements; one that the gift was in before gets the "
        + "order that it had. [default for a new gift: gifts]", valueName: "name[:n]"),
    completion: Completion.placements)
  var place: [String] = []

  @Option(
    help: .init(
      "Show it in one more placement; can be repeated.", valueName: "name[:n]"),
    completion: Completion.placements)
  var alsoPlace: [String] = []

  @Option(
    help: .init(
      "Take it out of a placement, and keep it in others; can be repeated.", valueName: "name"),
    completion: Completion.placements)
  var noPlace: [String] = []

  @Option(
    help: .init(
      "Show it only on a platform, such as android, ios:8.2+ or ios:8.2-8 (8.9 included); can be "
        + "repeated. Replaces all earlier platforms.", valueName: "platform"),
    completion: .list(Platform.allCases.map(\.rawValue)))
  var only: [String] = []

  @Flag(help: "Show it on all platforms.")
  var noOnly = false

  @Option(
    help: .init(
      "Show it only in these regions, by ISO 3166 codes, such as DE,AT; can be repeated. Replaces "
        + "all earlier regions.", valueName: "code,…"))
  var region: [String] = []

  @Flag(help: "Show it in all regions.")
  var noRegion = false

  @Option(
    help: .init("Set a tag; can be repeated. Replaces all earlier tags.", valueName: "slug"),
    completion: Completion.tags)
  var tag: [String] = []

  @Flag(help: "Remove all tags.")
  var noTags = false

  @Flag(inversion: .prefixedNo, help: "Count repeated sending as a streak, or do not.")
  var streakable: Bool?

  @Option(help: .init("Set a note for colleagues; clients never see it.", valueName: "text"))
  var note: String?

  @Flag(help: "Remove the note.")
  var noNote = false

  /// The changes to the definition.
  ///
  /// Throws `DomainError` for a value that breaks its rule.
  func patch() throws -> DefinitionPatch {
    guard tag.isEmpty || !noTags else {
      throw CommandError.usage("Give --tag or --no-tags, not both.")
    }
    guard place.isEmpty || alsoPlace.isEmpty && noPlace.isEmpty else {
      throw CommandError.usage(
        "--place names all placements: leave out --also-place and --no-place, or use only these.")
    }
    guard note == nil || !noNote else {
      throw CommandError.usage("Give --note or --no-note, not both.")
    }
    guard only.isEmpty || !noOnly else {
      throw CommandError.usage("Give --only or --no-only, not both.")
    }
    guard region.isEmpty || !noRegion else {
      throw CommandError.usage("Give --region or --no-region, not both.")
    }
    var written = WrittenDefinition()
    written.names = try names.byLocale()
    written.fallback = names.fallback
    written.price = price
    written.category = category
    written.order = order
    written.places = place.isEmpty ? nil : place
    written.addedPlaces = alsoPlace.isEmpty ? nil : alsoPlace
    written.droppedPlaces = noPlace.isEmpty ? nil : noPlace
    written.only = only.isEmpty && !noOnly ? nil : only
    written.regions =
      region.isEmpty && !noRegion
      ? nil
      : region.flatMap { list in
        list.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      }
    written.tags = tag.isEmpty && !noTags ? nil : tag
    written.streakable = streakable
    written.note = note
    var patch = try written.patch()
    patch.droppedNames = try names.dropped()
    if noNote { patch.note = .unset }
    return patch
  }
}
