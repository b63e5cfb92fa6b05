import FoundationEssentials
import GiftDomain
import GiftPublishing
import GiftStore
import PostgresCluster

#if canImport(Glibc)
  import Glibc
#endif

/// The environment of a command, read from the process once.
struct Tool: Sendable {
  let environment = ProcessInfo.processInfo.environment

  /// The folder for what is too long for memory.
  var spoolFolder: String { environment["TMPDIR"] ?? "/var/tmp" }

  /// The database that the options and the environment name.
  func choice(_ options: GlobalOptions) throws(CommandError) -> DatabaseChoice {
    do {
      return try DatabaseChoice.choose(
        explicit: options.database, environment: environment, isRoot: geteuid() == 0)
    } catch {
      throw .cluster(error)
    }
  }

  /// Whether several people may log in: the private database has one login.
  func hasLogins(_ options: GlobalOptions) throws(CommandError) -> Bool {
    if case .named = try choice(options) { true } else { false }
  }

  /// Runs `body` with the store of that database, then closes it.
  ///
  /// A private database that lacks migrations, because it was only started or is from an older
  /// giftctl, gets them first. A command that `onlyReads` reads from a standby, and says so, where
  /// no server takes writes.
  func withStore<Answer>(
    _ options: GlobalOptions, role: StoreRole = .editor, limits: StoreLimits = .standard,
    onlyReads: Bool = false, _ body: (GiftStore) async throws -> Answer
  ) async throws(CommandError) -> Answer {
    let choice = try choice(options)
    do {
      return try await with(choice, role, limits, onlyReads, migratesPrivate: false, body)
    } catch {
      guard case .privateCluster = choice, role != .owner, error.isNotMigrated else { throw error }
      return try await with(choice, role, limits, onlyReads, migratesPrivate: true, body)
    }
  }

  /// `withStore` for a command that changes nothing.
  func reading<Answer>(
    _ options: GlobalOptions, _ body: (GiftStore) async throws -> Answer
  ) async throws(CommandError) -> Answer {
    try await withStore(options, onlyReads: true, body)
  }

  private func with<Answer>(
    _ choice: DatabaseChoice, _ role: StoreRole, _ limits: StoreLimits, _ onlyReads: Bool,
    migratesPrivate: Bool, _ body: (GiftStore) async throws -> Answer
  ) async throws(CommandError) -> Answer {
    do {
      let store = try await GiftStore.open(
        choice, searchPath: environment["PATH"], role: role, applicationName: "giftctl",
        limits: limits, migratesPrivate: migratesPrivate, onlyReads: onlyReads
      ) { cluster, start in
        guard start != .alreadyRunning else { return }
        Terminal.explain(
          "giftctl: No database is named: using a private one in \(cluster.folder) "
            + (start == .created ? "(new and empty)." : "(just started)."))
      }
      do {
        let answer = try await body(store)
        if onlyReads, await store.isOnStandby {
          Terminal.explain(
            "giftctl: This was read from a standby, which may lack the last edits.")
        }
        await store.close()
        return answer
      } catch {
        let found = await (CommandError(error) ?? .unforeseen(error)).suggesting(from: store)
        await store.close()
        throw found
      }
    } catch {
      throw CommandError(error) ?? .unforeseen(error)
    }
  }

  /// The author, reason and conditions of an edit.
  func request(
    _ verb: Verb, _ options: EditOptions, noting note: String? = nil
  ) throws -> EditRequest {
    let reasons = [options.author.reason, note].compactMap(\.self)
    return EditRequest(
      verb: verb, actor: try actor(named: options.author.actor),
      reason: reasons.isEmpty ? nil : try Remark(reasons.joined(separator: "; ")),
      expected: try options.expectChange.map(ChangeNumber.init), isDryRun: options.dryRun)
  }

  /// The author of a change: `name` if given, else GIFT_ACTOR, then USER.
  func actor(named name: String?) throws -> Actor {
    let name = [name, environment["GIFT_ACTOR"], environment["USER"]]
      .compactMap(\.self).first { !$0.isEmpty }
    guard let name = name ?? accountName else { throw CommandError.actorMissing }
    return try Actor(name)
  }

  /// Cron and containers may have no USER; root needs no table of users to have a name.
  private var accountName: String? { geteuid() == 0 ? "root" : nil }
}

extension CommandError {
  fileprivate var isNotMigrated: Bool {
    if case .store(.notMigrated) = self { return true }
    if case .publishing(.store(.notMigrated)) = self { return true }
    return false
  }
}

extension Proposal {
  /// Commits the commands, unless there is something to ask: after a yes exactly what was shown, or
  /// nothing.
  func commit(
    _ request: EditRequest, in store: GiftStore, uploads: [Upload] = [],
    pictures: [PictureFile] = []
  ) async throws -> EditOutcome {
    var request = request
    switch premise {
    case .none: break
    case .noTurns: request.refusesTurns = true
    case .subjects(let change):
      request.expected = request.expected.map { min($0, change) } ?? change
    case .catalogue(let change): request.newest = change
    }
    let isDryRun = request.isDryRun
    Interruption.current.says(isDryRun ? Interruption.nothing : Interruption.unsure)
    var isHeld: (@Sendable (EditOutcome) -> Bool)?
    if let consent, !consent.yes, !isDryRun {
      isHeld = { [question] outcome in outcome.change != nil && question(outcome) != nil }
    }
    let outcome = try await store.commit(
      commands, request, uploads: uploads, pictures: pictures, unless: isHeld)
    guard outcome.isHeld, let consent, let sentence = question(outcome) else { return outcome }
    Interruption.current.says(Interruption.nothing)
    let lines =
      request.verb == .rotation
      ? RotationReport(outcome, isDryRun: true)?.lines ?? []
      : EditReport(outcome: outcome, isDryRun: true, warnsOfPlans: false).lines
    try consent.ask(sentence, showing: lines)
    request.shown = outcome.form
    Interruption.current.says(Interruption.unsure)
    return try await store.commit(commands, request, uploads: uploads, pictures: pictures)
  }
}

extension EditOptions {
  /// Commits what one verb proposes.
  func commit(
    _ verb: Verb, _ proposal: (GiftStore) async throws -> Proposal
  ) async throws -> EditOutcome {
    let tool = Tool()
    let request = try tool.request(verb, self)
    Interruption.current.says(Interruption.nothing)
    return try await tool.withStore(global, limits: try limits()) { store in
      try await proposal(store).commit(request, in: store)
    }
  }

  /// Commits an edit of gifts, and prints its outcome.
  func edit(
    _ verb: Verb, warnsOfPlans: Bool = false, _ proposal: (GiftStore) async throws -> Proposal
  ) async throws {
    let outcome = try await commit(verb, proposal)
    report(outcome, warnsOfPlans: warnsOfPlans)
    let retired = outcome.difference.groups.filter(\.after.isAbsent).map(\.after.id)
    if !retired.isEmpty, !global.json {
      try await tellUnseen(without: retired, after: outcome.difference)
    }
    try await awaitServed(outcome)
  }

  /// Names the live gifts that nobody sees any more, now that placements or categories are gone.
  private func tellUnseen(
    without retired: [GiftGroup.ID], after edit: EditDifference
  ) async throws {
    // After a dry run, gifts are listed as they were before.
    let edited = Dictionary(
      edit.gifts.map { ($0.after.gift, $0.after.definition) }, uniquingKeysWith: { _, last in last }
    )
    let gifts = try await Tool().withStore(global) { store in
      try await store.listing(at: .now).gifts
    }.filter { listed in
      guard listed.status.isLive else { return false }
      let definition = edited[listed.gift].flatMap(\.self) ?? listed.definition
      return switch definition.unseen(in: edit.allGroups) {
      case .placementsRetired(let names): names.contains { retired.contains(.placement($0)) }
      case .categoryUnnamed(let name): retired.contains(.category(name))
      case .audienceUnlikely, nil: false
      }
    }
    guard !gifts.isEmpty else { return }
    let names = gifts.prefix(5).map(\.gift.text) + (gifts.count > 5 ? ["…"] : [])
    Terminal.tell(
      "  Unseen now: \(counted(gifts.count, "live gift")) (\(names.joined(separator: ", "))). To "
        + "see why: giftctl list --status unseen")
  }

  /// Commits an edit of a rotation, and prints its outcome.
  func editRotation(_ proposal: (GiftStore) async throws -> Proposal) async throws {
    let tool = Tool()
    let request = try tool.request(.rotation, self)
    Interruption.current.says(Interruption.nothing)
    let (outcome, states) = try await tool.withStore(global, limits: try limits()) { store in
      let outcome = try await proposal(store).commit(request, in: store)
      let new = outcome.difference.rotations.flatMap(\.newPlaces).map(\.gift)
      guard !new.isEmpty else { return (outcome, [GiftState]()) }
      do {
        let states = try await store.view(at: .now, of: .some(new)).states
        return (outcome, states)
      } catch {
        // What is stored is stored; only a warning about it is left out.
        return (outcome, [])
      }
    }
    reportRotation(outcome, states)
    try await awaitServed(outcome)
  }

  /// Prints the outcome of an edit.
  func report(
    _ outcome: EditOutcome, warnsOfPlans: Bool = false, nextStep: String? = nil
  ) {
    if global.json {
      Terminal.printJSON(outcome.document(isDryRun: dryRun, warnsOfPlans: warnsOfPlans))
    } else {
      EditReport(
        outcome: outcome, isDryRun: dryRun, warnsOfPlans: warnsOfPlans, nextStep: nextStep
      ).print()
    }
  }
}
