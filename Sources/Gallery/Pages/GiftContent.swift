package import GiftDomain

/// What a gift's page shows besides the catalogue.
package struct GiftContent: Sendable {
  /// A finding of a version's check, as it was stored.
  package struct Finding: Hashable, Sendable {
    /// `error`, `warning` or `note`.
    package let severity: String
    /// The rule's code.
    package let code: String
    /// Line, column and JSON pointer.
    package let place: String
    /// The fact and its remedy.
    package let message: String

    /// A finding from its parts.
    package init(severity: String, code: String, place: String, message: String) {
      self.severity = severity
      self.code = code
      self.place = place
      self.message = message
    }
  }

  /// An edit of the gift, or a boundary that passed.
  package struct Event: Hashable, Sendable {
    /// When it was.
    package let at: Timestamp
    /// The edit; nil for a boundary.
    package let edit: Edit?
    /// What it did, a line each.
    package let lines: [String]

    /// An event from its parts.
    package init(at: Timestamp, edit: Edit?, lines: [String]) {
      self.at = at
      self.edit = edit
      self.lines = lines
    }
  }

  /// Who edited, and why.
  package struct Edit: Hashable, Sendable {
    /// The change's number.
    package let change: ChangeNumber
    /// The author.
    package let actor: Actor
    /// The verb.
    package let verb: String
    /// The reason, if one was given.
    package let reason: Remark?

    /// An edit from its parts.
    package init(change: ChangeNumber, actor: Actor, verb: String, reason: Remark?) {
      self.change = change
      self.actor = actor
      self.verb = verb
      self.reason = reason
    }
  }

  /// The gift at the instant.
  package let state: GiftState
  /// The findings of its versions.
  package let findings: [VersionNumber: [Finding]]
  /// What happened to it, newest first.
  package let events: [Event]
  /// Whether there are older events.
  package let hasOlderEvents: Bool
  /// How much of an animation is drawn moving on demand; nil if nothing can be drawn.
  package let drawnLength: Duration?
  /// How far the compared versions differ: the share of drawn pixels, 0 to 1; nil if unknown.
  package let difference: Double?

  /// Content from its parts.
  package init(
    state: GiftState, findings: [VersionNumber: [Finding]], events: [Event], hasOlderEvents: Bool,
    drawnLength: Duration?, difference: Double?
  ) {
    self.state = state
    self.findings = findings
    self.events = events
    self.hasOlderEvents = hasOlderEvents
    self.drawnLength = drawnLength
    self.difference = difference
  }

  /// Whether a version can be drawn on demand, as far as is known.
  func canDraw(_ version: AnimationVersion) -> Bool {
    if case .undrawn = version.pictures?.outcome { return false }
    return drawnLength != nil
  }
}
