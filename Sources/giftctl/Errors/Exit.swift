import ArgumentParser
import FoundationEssentials
import GiftPublishing

#if canImport(Glibc)
  import Glibc
#endif

/// Ends the process with an error's exit code, after printing what is wrong: one sentence on
/// standard error, or one JSON object on standard output.
func end(with error: any Error, asJSON: Bool) -> Never {
  _ = LeftOut.tell()
  guard let error = CommandError(error) else { endParsing(with: error, asJSON: asJSON) }
  if case .reported(let status) = error { exit(status.rawValue) }
  report(error.userMessage, files: error.files, problems: error.problems, asJSON: asJSON)
  exit(error.userMessage.status.rawValue)
}

/// Ends the process if its answer lacks parts that cannot be read, after naming them.
func endIfIncomplete() {
  if LeftOut.tell() { exit(ExitStatus.incomplete.rawValue) }
}

/// Help, a version or a wrong command line.
private func endParsing(with error: any Error, asJSON: Bool) -> Never {
  guard Giftctl.exitCode(for: error) != .success else {
    Terminal.print(withUsageWrapped(Giftctl.fullMessage(for: error)))
    exit(ExitStatus.done.rawValue)
  }
  if let unknown = unknownVerb {
    report(UserMessage(.usage, "usage", unknown), asJSON: asJSON)
  } else if asJSON {
    report(UserMessage(.usage, "usage", visibleLines(Giftctl.message(for: error))), asJSON: true)
  } else {
    let lines = visibleLines(Giftctl.fullMessage(for: error)).split(separator: "\n")
    for line in lines where !line.hasPrefix("Usage:") {
      Terminal.explain(
        line.hasPrefix("Error: ") ? "giftctl: \(line.dropFirst(7))" : String(line))
    }
  }
  exit(ExitStatus.usage.rawValue)
}

/// Help with its usage broken between arguments: the parser breaks everything but that.
private func withUsageWrapped(_ help: String) -> String {
  help.split(separator: "\n", omittingEmptySubsequences: false)
    .flatMap { $0.hasPrefix("USAGE: ") ? UsageLine(String($0)).wrapped() : [String($0)] }
    .joined(separator: "\n")
}

/// The message for an unknown verb; nil if the first word is a verb, or missing.
private var unknownVerb: String? {
  let names = Suggestion.verbs
  guard let word = CommandLine.arguments.dropFirst().first, !word.hasPrefix("-"),
    word != "help", !names.contains(word)
  else { return nil }
  let nearest = Suggestion.nearest(to: word, among: names)
  return "\(quoted(word)) is not a giftctl command. "
    + (nearest.map { "Did you mean \($0)?" } ?? "To list all commands: giftctl --help")
}

/// The parser repeats arguments as they are; usage lines are shorter than the limit.
private func visibleLines(_ text: String) -> String {
  text.split(separator: "\n", omittingEmptySubsequences: false)
    .map { visible($0, limit: 240) }.joined(separator: "\n")
}

private func report(
  _ userMessage: UserMessage, files: [JSONObject]? = nil,
  problems: [JSONObject]? = nil, asJSON: Bool
) {
  if asJSON {
    Terminal.printJSON([
      "error": userMessage.document,
      // The files that the check refused, with all findings; absent if nothing was checked.
      "files": files,
      // The problems of the other gifts of an import.
      "problems": problems,
    ])
  } else {
    userMessage.lines.forEach(Terminal.explain)
  }
}
