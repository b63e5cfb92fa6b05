import GiftPublishing
import Lottie

extension PublishingError {
  /// How a command ends with it.
  var explanation: Explanation {
    switch self {
    case .store(let error): error.explanation
    case .refused(let report):
      Explanation(
        .refused, "refused",
        "The check refuses the animation (\(counted(report.errorCount, "error"))); nothing was "
          + "stored.")
    case .manifest(let fault):
      Explanation(.usage, "manifest", "The manifest cannot be used: \(fault.sentence).")
    case .importRefused(let problems): importRefused(problems)
    case .archive(let fault):
      Explanation(.failure, "archive_unreadable", "The archive cannot be read: \(fault.sentence)")
    }
  }

  private func importRefused(_ problems: [ImportProblem]) -> Explanation {
    let lines = problems.prefix(100).map { "\n  \(quoted($0.id)): \($0.reason.sentence)" }
    let more = problems.count > 100 ? "\n  … and \(problems.count - 100) more" : ""
    return Explanation(
      problems.contains(where: \.reason.isRefusal) ? .refused : .failure, "import_refused",
      "Nothing was imported: \(counted(problems.count, "gift")) cannot be used."
        + lines.joined() + more)
  }
}

extension ImportProblem.Reason {
  fileprivate var isRefusal: Bool {
    switch self {
    case .refused: true
    case .invalid, .unreadable, .fileOutside: false
    }
  }

  fileprivate var sentence: String {
    switch self {
    case .invalid(let error): return error.sentence
    case .unreadable(let file, let reason): return "\(quoted(file)): \(reason)"
    case .fileOutside(let file):
      return "\(quoted(file)) is no file below the manifest's folder"
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

extension ManifestFault {
  fileprivate var sentence: String {
    switch self {
    case .tooLarge(let bytes):
      "it has \(grouped(bytes)) bytes, and at most \(grouped(Manifest.maxBytes)) are allowed"
    case .unreadable(let place): place
    case .tooManyGifts(let count):
      "it lists \(grouped(count)) gifts, and at most \(grouped(Manifest.maxGifts)) are allowed"
    case .giftRepeated(let id): "\(quoted(id)) stands in it twice"
    }
  }
}

extension ArchiveTextFault {
  fileprivate var sentence: String {
    switch self {
    case .unreadable(let place): "\(place)."
    case .otherFormat(let format): "its format is \(quoted(format))."
    case .invalid(let error): error.sentence
    }
  }
}
