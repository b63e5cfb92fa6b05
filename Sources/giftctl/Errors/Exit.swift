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

/// The message for an unknown verb, or one of a group such as `rotation`; nil if all are known.
private var unknownVerb: String? {
  var verbs = Giftctl.configuration.subcommands
  var path = [Giftctl.name]
  for word in CommandLine.arguments.dropFirst() {
    guard !verbs.isEmpty, !word.hasPrefix("-"), word != "help" else { return nil }
    guard let next = verbs.first(where: { names(of: $0).contains(word) }) else {
      let nearest = Suggestion.nearest(to: word, among: verbs.flatMap { names(of: $0) })
      let group = path.joined(separator: " ")
      return "\(quoted(word)) is not a \(group) command. "
        + (nearest.map { "Did you mean \($0)?" } ?? "To list all commands: \(group) --help")
    }
    verbs = next.configuration.subcommands
    path.append(word)
  }
  return nil
}

private func names(of verb: any ParsableCommand.Type) -> [String] {
  [verb.configuration.commandName].compactMap(\.self) + verb.configuration.aliases
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
