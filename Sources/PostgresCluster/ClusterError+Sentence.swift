extension ClusterError {
  /// What is wrong, in one sentence on one line, for people.
  package var sentence: String {
    switch self {
    case .postgresNotFound(let version, let searched):
      unusable(
        "PostgreSQL \(version.map(String.init) ?? "15 or newer") is not in "
          + "\(searched.joined(separator: ", ")); install one, or name a database (GIFT_DATABASE)")
    case .initdbFailed(let output): unusable("initdb failed: \(reason(in: output))")
    case .startFailed(let output, let log):
      unusable("it does not start: \(reason(in: log.isEmpty ? output : log))")
    case .stopFailed(let output): unusable("it does not stop: \(reason(in: output))")
    case .createFailed(let database, let output):
      unusable("the database \(database) cannot be created: \(reason(in: output))")
    case .timedOut(let step, let limit):
      "The private PostgreSQL took more than \(limit.components.seconds) seconds \(step.words): "
        + "run the command again."
    case .folderNotUsable(let path, let problem):
      unusable("its folder \"\(visible(path))\" \(problem.words)")
    case .commandNotRun(let name, let why): unusable("\(name) cannot be run: \(reason(in: why))")
    case .noDataFolder:
      unusable("it has no folder for its data: set HOME or GIFT_DATA")
    }
  }

  private func unusable(_ reason: String) -> String {
    "The private PostgreSQL cannot be used: \(reason)."
  }
}

extension ClusterStep {
  /// To be read after a time.
  fileprivate var words: String {
    switch self {
    case .lock: "to be free"
    case .initialise: "to create its files"
    case .start: "to start"
    case .stop: "to stop"
    case .createDatabase: "to create the database"
    }
  }
}

extension FolderProblem {
  /// To be read after the folder's name.
  fileprivate var words: String {
    switch self {
    case .relative: "is not an absolute path"
    case .characters: "has a character that pg_ctl cannot take"
    case .notReachable(let user): "cannot be reached by the user \(user)"
    case .notOurs: "belongs to somebody else, or others may write to it"
    case .system(let words): "cannot be used: \(reason(in: words))"
    }
  }
}

/// The reason in a program's output: its error line, else its last line, without the full stop.
private func reason(in output: String) -> String {
  let lines = output.split(whereSeparator: \.isNewline)
  for marker in ["FATAL:", "error:"] {
    guard let error = lines.last(where: { $0.contains(marker) })?.split(separator: marker).last
    else { continue }
    return visible(sentencePart(error))
  }
  return lines.last.map { visible(sentencePart($0)) } ?? "no reason given"
}

private func sentencePart(_ line: Substring) -> Substring {
  let words = line.drop { $0 == " " }
  return words.hasSuffix(".") ? words.dropLast() : words
}

/// Text with those scalars written as numbers that hide, reorder or break lines.
private func visible(_ text: some StringProtocol) -> String {
  var shown = ""
  for scalar in text.unicodeScalars {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator:
      shown += "\\u{\(String(scalar.value, radix: 16))}"
    default:
      shown.unicodeScalars.append(scalar)
    }
  }
  return shown
}
