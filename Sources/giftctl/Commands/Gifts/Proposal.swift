import GiftDomain
import GiftPublishing
import GiftStore

/// What a verb wants to do, and the question that somebody answers first.
struct Proposal: ExpressibleByArrayLiteral {
  let commands: [Command]
  /// Who is asked; nil for nobody.
  let consent: ConsentOptions?
  /// What the commands were derived from, which has to be so still.
  let premise: Premise
  /// The question about what the commands would do; nil if nothing would be lost.
  let question: @Sendable (EditOutcome) -> String?

  /// What was read before the edit.
  enum Premise {
    /// Nothing: the commands are what somebody typed.
    case none
    /// That no rotation brings a gift that they retire.
    case noTurns
    /// What the commands change, as it was after a change.
    case subjects(ChangeNumber)
    /// More than the commands change, as it was after a change.
    case catalogue(ChangeNumber)
  }

  /// Commands, and the question before them.
  init(
    _ commands: [Command], from premise: Premise = .none, asking consent: ConsentOptions? = nil,
    question: @escaping @Sendable (EditOutcome) -> String? = { _ in nil }
  ) {
    self.commands = commands
    self.premise = premise
    self.consent = consent
    self.question = question
  }

  init(arrayLiteral commands: Command...) { self.init(commands) }
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
