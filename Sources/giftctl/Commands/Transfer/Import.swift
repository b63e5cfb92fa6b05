import ArgumentParser
import GiftDomain
import GiftPublishing
import GiftStore
import Lottie

/// `giftctl import DIR|-`.
struct Import: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", _superCommandName: Giftctl.name,
    abstract: "Adds many gifts from a folder and its manifest.json, or restores an export.",
    discussion: """
      Imports all gifts or none, in one transaction. Existing gifts get new versions and \
      definitions, after a prompt. An archive with history can only be restored into an empty \
      database, exactly as it is: --expect-change, --as, -m, --draw-with and check options do not \
      apply. It may be of any size; a manifest may bring at most 1 GiB of animations. Standard \
      input is buffered in an unnamed file in TMPDIR, or else /var/tmp.
      """)

  @Argument(
    help: .init(
      "A folder with a manifest.json or archive.jsonl, or - for standard input.",
      valueName: "dir|-"),
    completion: .directory)
  var source: String?

  @Flag(help: "Print an example manifest.json with every member.")
  var example = false

  @OptionGroup var zone: ZoneOptions
  @OptionGroup var drawer: DrawerOptions
  @OptionGroup var consent: ConsentOptions
  @OptionGroup var editing: EditOptions
  @OptionGroup var check: CheckOptions

  func run() async throws {
    guard let source, !example else { return try printExample() }
    let tool = Tool()
    let policy = try check.policy(tool.environment)
    Interruption.current.says(Interruption.nothing)
    let input = try ImportSource(source, spoolsTo: tool.spoolFolder)
    switch input.index {
    case .archive(let text):
      try refuseWhatDoesNotApply()
      try await restore(text, input, tool)
    case .manifest(let text):
      try await add(try Manifest(text: text), input, policy, tool)
    }
  }

  /// An archive's changes keep their numbers, its animations their bytes, its edits their names.
  private func refuseWhatDoesNotApply() throws(CommandError) {
    let given =
      (editing.expectChange == nil ? [] : ["--expect-change"])
      + (editing.wait == nil ? [] : ["--wait"]) + check.arguments.compactMap(\.first)
      + (drawer.drawWith == nil ? [] : ["--draw-with"])
      + (editing.author.actor == nil ? [] : ["--as"]) + (editing.author.reason == nil ? [] : ["-m"])
    if let option = given.first {
      throw .usage("\(option) does not apply to an archive, which is restored as it is.")
    }
  }

  private func restore(
    _ archive: @escaping ArchiveBytes, _ input: ImportSource, _ tool: Tool
  ) async throws {
    let progress = ProgressBar(tool.environment)
    Interruption.current.says(Interruption.unsure)
    let waits = try editing.limits()
    let done = try await tool.withStore(editing.global, limits: waits) { store in
      try await Publisher(store: store, drawing: nil).restore(archive, isDryRun: editing.dryRun) {
        name in
        // Why a file cannot be read, its check says.
        try? input.file(name, limit: ImportSource.maxFileBytes).get()
      } progress: {
        progress.show($0)
      }
    }
    progress.clear()
    if editing.global.json {
      Terminal.printJSON([
        "outcome": done.isNew ? "done" : "unchanged", "changes": done.changes,
        "gifts": done.gifts, "dryRun": editing.dryRun,
      ])
    } else {
      let what =
        "\(counted(done.gifts, "gift")), \(counted(Int(done.changes), "change"))"
      Terminal.print(
        done.isNew ? "restored \(what)" : "unchanged: \(what) are already in the database")
      if editing.dryRun { Terminal.print("dry run: nothing was stored") }
    }
  }

  private func add(
    _ manifest: Manifest, _ input: ImportSource, _ policy: CheckPolicy, _ tool: Tool
  ) async throws {
    let request = try tool.request(.import, editing)
    let progress = ProgressBar(tool.environment)
    let show: @Sendable (ImportProgress) -> Void = { progress.show($0) }
    let waits = try editing.limits()
    let (outcome, failures) = try await tool.withStore(editing.global, limits: waits) { store in
      defer { progress.clear() }
      let publisher = Publisher(store: store, policy: policy, drawing: drawer.drawing)
      let plan = try await publisher.plan(
        manifest, for: request, read: { input.file($0, limit: policy.limits.json.maxBytes) },
        progress: show)
      let checked = try await asked(plan, request, publisher, progress)
      Interruption.current.says(request.isDryRun ? Interruption.nothing : Interruption.unsure)
      let outcome = try await publisher.carryOut(plan, checked, progress: show)
      return (outcome, plan.drawingFailures)
    }
    if manifest.tidied > 0 {
      Terminal.explain(
        "giftctl: \(counted(manifest.tidied, "name")) had white space at an end, or characters not "
          + "in Unicode's normal form C, and were imported without.")
    }
    editing.report(outcome)
    warn(of: failures)
    try await editing.awaitServed(outcome)
  }

  /// Asks if gifts, placements or categories would change that exist already, which a dry run
  /// tells; nothing else may be done then.
  private func asked(
    _ plan: ImportPlan, _ request: EditRequest, _ publisher: Publisher, _ progress: ProgressBar
  ) async throws -> EditRequest {
    guard !consent.yes, !request.isDryRun else { return request }
    var (trial, request) = (request, request)
    trial.isDryRun = true
    let outcome = try await publisher.carryOut(plan, trial) { _ in }
    request.shown = outcome.form
    let changed = outcome.difference.gifts.filter { $0.before.definition != nil }
    let groups = outcome.difference.groups.filter { !$0.before.isAbsent }
    guard !changed.isEmpty || !groups.isEmpty else { return request }
    progress.clear()
    let new = outcome.difference.gifts.count - changed.count
    let names = changed.map(\.after.gift.text) + groups.map(\.after.id.text)
    let report = EditReport(outcome: outcome, isDryRun: true, warnsOfPlans: false)
    let what =
      groups.isEmpty ? counted(changed.count, "existing gift") : "what is there already"
    try consent.ask(
      "This changes \(what) "
        + "(\(names.prefix(5).joined(separator: ", "))\(names.count > 5 ? ", …" : ""))"
        + (new > 0 ? " and adds \(counted(new, groups.isEmpty ? "new one" : "new gift"))" : "")
        + ". Continue?",
      showing: changed.flatMap(report.giftLines) + groups.map(\.line))
    return request
  }
}

extension ProgressBar {
  func show(_ progress: ImportProgress) {
    switch progress {
    case .checked(let done, let total): show("checked", done, of: total)
    case .drawn(let done, let total): show("drawn", done, of: total)
    case .compressed(let done, let total): show("compressed", done, of: total)
    case .stored(let done, let total): show("stored", done, of: total)
    case .restored(let done, let total): show("changes restored", done, of: total)
    }
  }
}
