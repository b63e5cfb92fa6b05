/// The severity of a finding, gravest first.
package enum Severity: String, Sendable, Comparable, CaseIterable {
  /// A player breaks or shows nothing: the file is refused.
  case error
  /// A player shows something other than the designer meant: the file is accepted.
  case warning
  /// Worth knowing, without an effect on players.
  case note

  /// The graver severity is the lesser one, so that sorting puts errors first.
  package static func < (left: Severity, right: Severity) -> Bool {
    left.rank < right.rank
  }

  private var rank: Int {
    switch self {
    case .error: 0
    case .warning: 1
    case .note: 2
    }
  }
}
