/// Why commands about one subject are refused.
package struct CommandRejection: Error, Hashable, Sendable {
  /// What they are about.
  package let subject: Command.Subject
  /// The first reason.
  package let reason: Rejection

  /// A rejection.
  package init(subject: Command.Subject, reason: Rejection) {
    self.subject = subject
    self.reason = reason
  }
}

/// Why an edit is refused: for each subject of which a command is, in the edit's order.
package struct EditRejection: Error, Hashable, Sendable {
  /// At least one.
  package let commands: [CommandRejection]
}

extension EditState {
  /// What commands do together, each of them to what the ones before it left.
  ///
  /// With `expected`, nothing may be changed that somebody else edited after that change; what is
  /// as wanted already is never refused, as that may be this very edit, run again.
  ///
  /// Throws `EditRejection`; then nothing of the edit is carried out.
  package func applying(
    _ commands: [Command], expecting expected: ChangeNumber?
  ) throws(EditRejection) -> EditDifference {
    var seen: Set<Command.Subject> = []
    let subjects = commands.map(\.subject).filter { seen.insert($0).inserted }
    var reasons: [Command.Subject: Rejection] = [:]
    if let expected, expected >= change {
      for subject in subjects {
        reasons[subject] = .changeNotFound(expected, last: change.previous)
      }
    }
    var draft = EditDraft(self)
    for command in commands where reasons[command.subject] == nil {
      let before = draft
      do throws(Rejection) {
        try draft.apply(command)
      } catch {
        draft = before
        reasons[command.subject] = error
      }
    }
    for subject in subjects where reasons[subject] != nil || draft.differs(subject) {
      if let surprise = surprise(of: subject, after: expected) { reasons[subject] = surprise }
    }
    if reasons.isEmpty {
      do {
        return try draft.difference(of: parts(of: subjects))
      } catch {
        for subject in subjects.prefix(1) { reasons[subject] = .invalid(error) }
      }
    }
    throw EditRejection(
      commands: subjects.compactMap { subject in
        reasons[subject].map { CommandRejection(subject: subject, reason: $0) }
      })
  }
}

extension EditState {
  /// The gifts and rotations that subjects are, each once.
  private func parts(of subjects: [Command.Subject]) -> [Command.Subject] {
    var seen: Set<Command.Subject> = []
    return subjects.flatMap(parts).filter { seen.insert($0).inserted }
  }
}
