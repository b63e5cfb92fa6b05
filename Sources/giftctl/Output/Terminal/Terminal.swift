import Console
import FoundationEssentials
import GiftDomain
import GiftStore
import SystemPackage

#if canImport(Glibc)
  import Glibc
#endif

/// Standard output for data, standard error for everything else.
enum Terminal {
  /// Whether a person reads standard error.
  static var errorIsTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// Whether a person types and reads.
  static var isInteractive: Bool { isatty(STDIN_FILENO) == 1 && errorIsTerminal }

  /// Whether an output takes colours: a terminal, unless NO_COLOR (https://no-color.org) or
  /// `TERM=dumb` is set.
  static func hasColour(
    _ environment: [String: String], on output: FileDescriptor = .standardOutput
  ) -> Bool {
    isatty(output.rawValue) == 1 && environment["NO_COLOR", default: ""].isEmpty
      && environment["TERM"] != "dumb"
  }

  /// The width of standard output: `COLUMNS`, else the terminal's; nil for a file or a pipe, which
  /// has no limit.
  static let columns: Int? = columns(of: .standardOutput)

  /// The same for standard error.
  static var errorColumns: Int? { columns(of: .standardError) }

  /// The width of a terminal that does not report one: a VT100's.
  static let usualColumns = 80
  /// The narrowest and the widest output that anything is laid out for.
  private static let columnRange = 40...400

  private static func columns(of output: FileDescriptor) -> Int? {
    columns(
      isTerminal: isatty(output.rawValue) == 1, TerminalSize(of: output)?.columns,
      ProcessInfo.processInfo.environment)
  }

  /// The width for a terminal or other file, of which the columns may be known.
  static func columns(
    isTerminal: Bool, _ known: Int?, _ environment: [String: String]
  ) -> Int? {
    let named = environment["COLUMNS"].flatMap { Int($0) }
    guard isTerminal || named != nil else { return nil }
    let wanted = named ?? known ?? usualColumns
    return min(max(wanted, columnRange.lowerBound), columnRange.upperBound)
  }

  /// A line of data.
  static func print(_ line: String) { write(harmless(line) + "\n", to: .standardOutput) }

  /// Our own colours, after an escape (ECMA-48, section 8.3.117).
  private static let colours = ["[0m", "[1m", "[31m", "[32m", "[33m", "[34m", "[36m"]

  /// Text from which a terminal takes no orders but our own colours: every line passes here, as
  /// some repeat what a file, a database or a server has said.
  static func harmless(_ text: String) -> String {
    // Nearly all lines have none, and searching for texts is slow.
    guard text.utf8.contains(0x1B) else { return plain(text) }
    let escape = "\u{1B}"
    let parts = text.split(separator: escape, omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(plain(parts.first ?? "")) { shown, part in
      guard let colour = colours.first(where: part.hasPrefix) else {
        return shown + plain(escape + part)
      }
      return shown + escape + colour + plain(part.dropFirst(colour.count))
    }
  }

  private static func plain(_ text: some StringProtocol) -> String {
    VisibleText.escaped(String(text), keeping: ["\n", "\t"])
  }

  /// A line for people, broken at blanks where the terminal is too narrow.
  static func tell(_ line: String) {
    line.wrapped(to: columns).forEach(print)
  }

  /// An answer as one line of JSON with sorted keys.
  static func printJSON(_ answer: JSONObject) {
    do {
      let text = String(decoding: try canonicalJSON(answer), as: UTF8.self)
      write(VisibleText.escaped(text, as: .json) + "\n", to: .standardOutput)
    } catch {
      say("giftctl: The response cannot be encoded as JSON.")
    }
  }

  /// A line for people, on standard error.
  static func say(_ line: String) { write(harmless(line) + "\n", to: .standardError) }

  /// A sentence for people, on standard error, broken at blanks where the terminal is too narrow.
  static func explain(_ sentence: String) {
    sentence.wrapped(to: errorColumns).forEach(say)
  }

  /// Writes text as it is.
  ///
  /// A closed pipe is not an error. Data that cannot be written for any other reason ends the
  /// process with exit 1: a script would take a partial answer for the whole.
  static func write(_ text: String, to descriptor: FileDescriptor) {
    do {
      _ = try descriptor.writeAll(text.utf8)
    } catch Errno.brokenPipe {
      return
    } catch {
      // A message that standard error cannot take is lost.
      guard descriptor == .standardOutput else { return }
      say("giftctl: Cannot write to standard output: \(error).")
      exit(ExitStatus.failure.rawValue)
    }
  }

  /// A question with yes or no; everything but y and yes is no.
  static func asks(_ question: String) -> Bool {
    let lines = "\(question) [y/N]".wrapped(to: errorColumns)
    write(harmless(lines.joined(separator: "\n")) + " ", to: .standardError)
    let line = readLine()
    // Where the input ended, the cursor is still behind the question.
    if line == nil { say("") }
    let answer = line?.lowercased().filter { !$0.isWhitespace }
    return answer == "y" || answer == "yes"
  }
}
