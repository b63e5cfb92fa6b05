import ArgumentParser
import FoundationEssentials
import GiftPublishing

#if canImport(Glibc)
  import Glibc
#endif

/// Ends the process with an error's exit code, having said what is wrong: one sentence on standard
/// error, or one JSON object on standard output.
func end(with error: any Error, asJSON: Bool) -> Never {
  guard let error = CommandError(error) else { endParsing(with: error, asJSON: asJSON) }
  if case .reported(let status) = error { exit(status.rawValue) }
  report(error.userMessage, files: error.files, problems: error.problems, asJSON: asJSON)
  exit(error.userMessage.status.rawValue)
}

/// Help, a version or a wrong command line.
private func endParsing(with error: any Error, asJSON: Bool) -> Never {
  guard Giftctl.exitCode(for: error) != .success else { Giftctl.exit(withError: error) }
  if asJSON {
    report(UserMessage(.usage, "usage", visibleLines(Giftctl.message(for: error))), asJSON: true)
  } else {
    Terminal.say(visibleLines(Giftctl.fullMessage(for: error)))
  }
  exit(ExitStatus.usage.rawValue)
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
      // The files that the check refused, with all that it found; absent where nothing was checked.
      "files": files,
      // What is wrong with the other gifts of an import.
      "problems": problems,
    ])
  } else {
    Terminal.explain("giftctl: \(userMessage.sentence)")
    for line in userMessage.details { Terminal.explain("  \(line)") }
  }
}
