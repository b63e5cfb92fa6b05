import Foundation
import Subprocess
import Support

/// A bash that somebody sits at, on a terminal of its own (script(1)): keys go in, and what the
/// terminal shows comes out.
///
/// A mark before each prompt, with the exit code, and one before each answer say what is what.
struct TerminalShell {
  /// What one command did to the terminal.
  struct Answer {
    /// The command line as it was when the command ran, completed by Tabs.
    let line: String
    /// What it wrote, and what was typed meanwhile, in lines.
    let lines: [String]
    let exitCode: Int32
  }

  /// The end of a question, after which keys are typed.
  private static let question = "[y/N] "
  /// Between a command that was read and what it writes (ASCII GS).
  private static let answerStart = "\u{1D}"
  /// After that, before the exit code (ASCII RS).
  private static let exitMark = "\u{1E}"
  /// After the exit code, where the next command is awaited (ASCII US).
  private static let promptEnd = "\u{1F} "

  private let keyboard: StandardInputWriter
  /// What the terminal shows, in pieces that a blank ends: so do questions and prompts.
  private var pieces: SubprocessOutputSequence.StringSequence<UTF8>.AsyncIterator
  /// What it has shown since the last prompt.
  private var shown = ""

  private init(_ keyboard: StandardInputWriter, _ screen: SubprocessOutputSequence) {
    self.keyboard = keyboard
    pieces =
      screen.strings(
        separatedBy: .unicodeScalarSequence([" "]), bufferingPolicy: .maxLineLength(1 << 20)
      ).makeAsyncIterator()
  }

  /// Starts the shell in a folder, with `giftctl` along its path, and ends it after `body`.
  static func with<Value: Sendable>(
    _ giftctl: Giftctl, columns: Int, rows: Int, in folder: TemporaryFolder,
    _ body: (inout TerminalShell) async throws -> Value
  ) async throws -> Value {
    let editing = try folder.write(
      ".inputrc", "set enable-bracketed-paste off\nset bell-style none\n")
    let products = try Places.builtProduct("giftctl").dropLast("/giftctl".count)
    let variables = [
      "PATH": "\(products):/usr/local/bin:/usr/bin:/bin", "TERM": "xterm", "NO_COLOR": "1",
      "LC_ALL": "C.UTF-8", "SHELL": "/bin/sh", "INPUTRC": editing, "HOME": folder.path, "PS2": "",
      "PS1": "\(exitMark)$?\(promptEnd)", "PS0": answerStart,
    ].merging(giftctl.environment) { $1 }.merging(
      // Of a sanitizer: what it is not to report.
      ProcessInfo.processInfo.environment.filter { $0.key.hasSuffix("SAN_OPTIONS") }
    ) { $1 }
    let shell =
      "cd '\(folder.path)'; stty rows \(rows) cols \(columns); exec bash --norc --noprofile +H -i"
    // timeout(1) ends it also when the test process is killed, and so ends every wait of a test.
    return try await run(
      .name("timeout"),
      arguments: ["--signal=KILL", "300", "script", "--quiet", "--command", shell, "/dev/null"],
      environment: .custom(
        Dictionary(
          uniqueKeysWithValues: variables.map {
            (Environment.Key(stringLiteral: $0.key), $0.value)
          })),
      input: .inputWriter, output: .sequence, error: .discarded
    ) { execution in
      var shell = TerminalShell(execution.standardInputWriter, execution.standardOutput)
      _ = try await shell.nextPrompt()
      let value = try await body(&shell)
      try await shell.type("exit\n")
      return value
    }.closureResult
  }

  /// Types a command, then an answer to each question that it asks, and waits for the next prompt.
  ///
  /// `meanwhile` happens after each question, before its answer.
  mutating func enter(
    _ command: String, answering answers: [String] = [],
    meanwhile: () async throws -> Void = {}
  ) async throws -> Answer {
    try await type(command + "\n")
    for answer in answers {
      try await wait(for: Self.question)
      try await meanwhile()
      try await type(answer + "\n")
    }
    return try await nextPrompt()
  }

  private func type(_ keys: String) async throws {
    _ = try await keyboard.write(Array(keys.utf8))
  }

  /// Waits until what is shown ends so.
  private mutating func wait(for end: String) async throws {
    repeat {
      guard let piece = try await pieces.next() else { throw TerminalShellError.ended(shown) }
      shown += piece + " "
    } while !shown.hasSuffix(end)
  }

  private mutating func nextPrompt() async throws -> Answer {
    try await wait(for: Self.promptEnd)
    defer { shown = "" }
    let parts = shown.dropLast(Self.promptEnd.count).split(
      separator: Self.exitMark, omittingEmptySubsequences: false)
    guard parts.count == 2, let exitCode = Int32(parts[1]) else {
      throw TerminalShellError.garbled(shown)
    }
    let halves = parts[0].split(separator: Self.answerStart, omittingEmptySubsequences: false)
    guard let echo = halves.first, let text = halves.last else {
      throw TerminalShellError.garbled(shown)
    }
    let line = Self.lines(echo).joined().replacing(/\ +$/, with: "")
    return Answer(line: line, lines: Self.lines(text), exitCode: exitCode)
  }

  /// What a terminal shows in the end of text that was written to it.
  ///
  /// A carriage return goes back to the line's beginning, and `ESC [ K` clears from there on: a bar
  /// of progress leaves nothing.
  private static func lines(_ text: Substring) -> [String] {
    let all = text.replacing("\r\n", with: "\n")
      .split(separator: "\n", omittingEmptySubsequences: false)
    var lines = all.map { line in
      String(line.split(separator: "\r", omittingEmptySubsequences: false).last ?? "")
        .replacing("\u{1B}[K", with: "")
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }
}

/// Why a shell on a terminal gave no answer; what it has shown since the last prompt.
enum TerminalShellError: Error {
  /// It ended.
  case ended(String)
  /// The marks are not where they belong.
  case garbled(String)
}
