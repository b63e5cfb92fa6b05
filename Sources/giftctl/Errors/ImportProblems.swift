import GiftDomain
import GiftPublishing
import GiftStore
import Lottie

extension CommandError {
  /// The files that the check refused, with all findings; nil if no file was at fault.
  var files: [JSONObject]? {
    if case .animationRefused(let file, let report, let fix) = self {
      return [report.document(file, fix: fix)]
    }
    guard case .publishing(.importRefused(let problems)) = self else { return nil }
    return problems.compactMap(\.refusedFile)
  }

  /// The problems of the other gifts of an import, or of each gift of several; else nil.
  var problems: [JSONObject]? {
    if case .store(.commandsRejected(let rejections)) = self {
      return rejections.map {
        ["id": $0.subject.text, "message": $0.reason.userMessage.sentence]
      }
    }
    guard case .publishing(.importRefused(let problems)) = self else { return nil }
    return problems.filter { $0.refusedFile == nil }.map { problem in
      ["id": problem.id, "message": problem.reason.sentence]
    }
  }
}

extension UserMessage {
  /// The most gifts that are listed for people; JSON lists all.
  private static let listedProblems = 1_000

  /// The message for a failed import: its exit code is the one that all problems share, else
  /// failure; a file that the check refuses outweighs the rest.
  init(_ problems: [ImportProblem]) {
    let statuses = Set(problems.map(\.reason.status))
    let shared = statuses.count == 1 ? statuses.first : nil
    let lines = problems.map { problem in
      (problem.id.map { "\(quoted($0)): " } ?? "") + problem.reason.sentence
    }
    let gifts = Set(problems.compactMap(\.id)).count
    let what =
      problems.contains { $0.id == nil }
      ? "the manifest has \(counted(problems.count, "problem"))."
      : "\(counted(gifts, "gift")) " + (gifts == 1 ? "has problems." : "have problems.")
    self.init(
      statuses.contains(.refused) ? .refused : shared ?? .failure, "import_refused",
      "Nothing was imported: \(what)", details: lines.cut(to: Self.listedProblems))
  }
}

extension ImportProblem {
  fileprivate var refusedFile: JSONObject? {
    guard case .refused(let file, let report) = reason else { return nil }
    return report.document(file)
  }
}

extension ImportProblem.Reason {
  fileprivate var status: ExitStatus {
    switch self {
    case .refused, .packed: .refused
    case .rejected(let rejection): rejection.userMessage.status
    case .manifest: .usage
    case .invalid, .unreadable, .fileOutside: .failure
    }
  }

  fileprivate var sentence: String {
    switch self {
    case .manifest(let fault):
      return fault.sentence.hasSuffix("?") ? fault.sentence : "\(fault.sentence)."
    case .invalid(let error): return error.sentence
    case .unreadable(let file, let reason): return "\(quoted(file)): \(reason)"
    case .packed(let file, let fault): return fault.userMessage(file).sentence
    case .fileOutside(let file):
      return "\(quoted(file)) is not a file path inside the manifest's folder"
    case .rejected(.overlapsPlanned(_, let entries)):
      // An import has no --replace.
      return "already planned: \(entries.map(\.sentence).joined(separator: "; "))."
    case .rejected(let rejection): return rejection.userMessage.sentence
    case .refused(let file, let report):
      let first = report.findings.first { $0.severity == .error }
      let what = first.map {
        "\($0.code) at \($0.pointer) (\($0.line):\($0.column)): \($0.message)"
      }
      let others = report.errorCount - 1
      return "\(quoted(file)) \(what ?? "is refused")"
        + (others > 0 ? " (and \(counted(others, "more error")))" : "")
    }
  }
}
