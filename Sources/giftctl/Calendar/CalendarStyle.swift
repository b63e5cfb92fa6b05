import FoundationEssentials

/// With which characters, and how wide, a calendar is drawn.
struct CalendarStyle: Hashable {
  /// For files and pipes.
  static let fileWidth = 100

  /// Columns of the terminal.
  let width: Int
  /// What was published without an end.
  let standing: Character
  /// What a rotation shows.
  let rotation: Character
  /// What was published with an end.
  let window: Character
  /// Above today.
  let today: Character
  /// Under a date that begins a week.
  let week: Character
  /// Something begins after the calendar's end.
  let later: Character
  /// For the rest of a long name.
  let ellipsis: Character

  static func unicode(width: Int) -> CalendarStyle {
    CalendarStyle(
      width: width, standing: "─", rotation: "█", window: "▒", today: "▼", week: "·", later: "›",
      ellipsis: "…")
  }

  static func ascii(width: Int) -> CalendarStyle {
    CalendarStyle(
      width: width, standing: "=", rotation: "#", window: "+", today: "|", week: ".", later: ">",
      ellipsis: "~")
  }
}

extension CalendarStyle {
  /// The style for this process's standard output.
  static let current = CalendarStyle(
    columns: Terminal.columns, environment: ProcessInfo.processInfo.environment)

  /// For an output of that many columns, and for the characters that the environment says it has.
  init(columns: Int?, environment: [String: String]) {
    let width = columns ?? Self.fileWidth
    self = Self.isPlain(environment) ? .ascii(width: width) : .unicode(width: width)
  }

  /// Whether the terminal, or the locale by the precedence of POSIX (Base Definitions §8.2), has
  /// no more than ASCII.
  ///
  /// An environment without a locale is one that nobody set up, not one that asks for ASCII.
  private static func isPlain(_ environment: [String: String]) -> Bool {
    if environment["TERM"] == "dumb" { return true }
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { environment[$0] }
      .first { !$0.isEmpty }
    guard let locale = locale?.lowercased() else { return false }
    return !locale.contains("utf-8") && !locale.contains("utf8")
  }
}
