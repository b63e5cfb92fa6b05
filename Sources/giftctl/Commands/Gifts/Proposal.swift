import GiftDomain
import GiftPublishing
import GiftStore

/// What a verb wants to do, and the question that somebody answers first.
struct Proposal: ExpressibleByArrayLiteral {
  let commands: [Command]
  /// Who is asked; nil for nobody.
  let consent: ConsentOptions?
  /// The question about what a dry run would do; nil if nothing would be lost.
  let question: (EditOutcome) -> String?

  /// Commands, and the question before them.
  init(
    _ commands: [Command], asking consent: ConsentOptions? = nil,
    question: @escaping (EditOutcome) -> String? = { _ in nil }
  ) {
    self.commands = commands
    self.consent = consent
    self.question = question
  }

  init(arrayLiteral commands: Command...) { self.init(commands) }

  /// Commits the commands, after the question: then with what the dry run has shown, or not at all.
  func commit(_ request: EditRequest, in store: GiftStore) async throws -> EditOutcome {
    let checked = try await asked(request, in: store)
    Interruption.current.says(request.isDryRun ? Interruption.nothing : Interruption.unsure)
    return try await store.commit(commands, checked)
  }

  private func asked(_ request: EditRequest, in store: GiftStore) async throws -> EditRequest {
    var request = request
    if let consent, !consent.yes, !request.isDryRun {
      var trial = request
      trial.isDryRun = true
      let outcome = try await store.commit(commands, trial)
      if outcome.change != nil, let question = question(outcome) {
        let lines =
          request.verb == .rotation
          ? RotationReport(outcome, isDryRun: true)?.lines ?? []
          : EditReport(outcome: outcome, isDryRun: true, warnsOfPlans: false).lines
        try consent.ask(question, showing: lines)
        request.expected = request.expected ?? outcome.previous
      }
    }
    return request
  }
}

extension ConsentOptions {
  /// How many lines of what would change are shown before a question.
  private static let previewLines = 20

  /// Shows what would change, and asks.
  ///
  /// Throws `CommandError.declined` after a no, `consentMissing` when nobody can be asked.
  func ask(_ question: String, showing preview: [String] = []) throws(CommandError) {
    guard Terminal.isInteractive else { throw .consentMissing(question) }
    preview.cut(to: Self.previewLines).forEach(Terminal.explain)
    guard Terminal.asks(question) else { throw .declined }
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
    report(try await commit(verb, proposal), warnsOfPlans: warnsOfPlans)
  }

  /// Commits an edit of a rotation, and prints its outcome.
  func editRotation(_ proposal: (GiftStore) async throws -> Proposal) async throws {
    let tool = Tool()
    let request = try tool.request(.rotation, self)
    Interruption.current.says(Interruption.nothing)
    let (outcome, states) = try await tool.withStore(global, limits: try limits()) { store in
      let outcome = try await proposal(store).commit(request, in: store)
      guard outcome.difference.rotations.contains(where: \.hasNewGifts) else {
        return (outcome, [GiftState]())
      }
      do {
        return (outcome, try await store.view(at: .now).states)
      } catch {
        // What is stored is stored; only a warning about it is left out.
        return (outcome, [])
      }
    }
    reportRotation(outcome, states)
  }

  /// Prints the outcome of an edit.
  func report(_ outcome: EditOutcome, warnsOfPlans: Bool = false) {
    if global.form.json {
      Terminal.printJSON(outcome.document(isDryRun: dryRun, warnsOfPlans: warnsOfPlans))
    } else {
      EditReport(outcome: outcome, isDryRun: dryRun, warnsOfPlans: warnsOfPlans).print()
    }
  }
}
