import ArgumentParser
import FoundationEssentials
import GiftPublishing

#if canImport(Glibc)
  import Glibc
#endif

/// Ends the process with an error's exit code, having said what is wrong: one sentence on standard
/// error, or one JSON object on standard output.
func end(with error: any Error, asJSON: Bool) -> Never {
  guard let error = error as? CommandError else { endParsing(with: error, asJSON: asJSON) }
  if case .reported(let status) = error { exit(status.rawValue) }
  report(error.explanation, asJSON: asJSON)
  exit(error.explanation.status.rawValue)
}

/// Help, a version or a wrong command line.
private func endParsing(with error: any Error, asJSON: Bool) -> Never {
  let code = Giftctl.exitCode(for: error)
  guard asJSON, code != .success else { Giftctl.exit(withError: error) }
  report(Explanation(.usage, "usage", Giftctl.message(for: error)), asJSON: true)
  exit(ExitStatus.usage.rawValue)
}

private func report(_ explanation: Explanation, asJSON: Bool) {
  if asJSON {
    Terminal.printJSON(ErrorDocument(explanation))
  } else {
    Terminal.say("giftctl: \(explanation.sentence)")
  }
}

private struct ErrorDocument: Encodable {
  struct Detail: Encodable {
    let code: String
    let exitCode: Int32
    let message: String
  }

  let error: Detail

  init(_ explanation: Explanation) {
    error = Detail(
      code: explanation.code, exitCode: explanation.status.rawValue,
      message: explanation.sentence)
  }
}
