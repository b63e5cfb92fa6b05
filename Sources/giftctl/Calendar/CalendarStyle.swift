import FoundationEssentials

/// The characters and the width of a drawn calendar.
struct CalendarStyle: Hashable {
  /// For files and pipes.
  static let fileWidth = 100

  /// Columns of the terminal.
  let width: Int
  /// A standing version.
  let standing: Character
  /// A turn of a rotation.
  let rotation: Character
  /// A window.
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

  /// The style for an output of that many columns, with the characters of the environment's locale.
  init(columns: Int?, environment: [String: String]) {
    let width = columns ?? Self.fileWidth
    self = Self.isPlain(environment) ? .ascii(width: width) : .unicode(width: width)
  }

  /// Whether the terminal, or the locale by the precedence of POSIX (Base Definitions §8.2), has
  /// no more than ASCII.
  ///
  /// An environment without a locale is not set up; it does not ask for ASCII.
  private static func isPlain(_ environment: [String: String]) -> Bool {
    if environment["TERM"] == "dumb" { return true }
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { environment[$0] }
      .first { !$0.isEmpty }
    guard let locale = locale?.lowercased() else { return false }
    return !locale.contains("utf-8") && !locale.contains("utf8")
  }
}
