import PostgresCluster

extension FileProblem {
  /// How a command ends with it.
  func explanation(_ path: String) -> Explanation {
    let name = quoted(path)
    return switch self {
    case .missing: Explanation(.notFound, "file_not_found", "There is no \(name).")
    case .notAFile(let kind):
      Explanation(.failure, "not_a_file", "\(name) is \(kind), not a file.")
    case .notAFolder: Explanation(.failure, "not_a_folder", "\(name) is not a folder.")
    case .tooLarge(let bytes, let limit):
      Explanation(
        .refused, "file_too_large",
        "\(name) has \(grouped(Int(bytes))) bytes, and at most \(grouped(Int(limit))) are allowed.")
    case .notEmpty:
      Explanation(
        .failure, "folder_not_empty", "\(name) is there already: name a folder that is not.")
    case .nothingToImport:
      Explanation(
        .notFound, "nothing_to_import",
        "\(name) has neither a manifest.json nor an archive.json.")
    case .brokenStream(let line):
      Explanation(
        .failure, "broken_stream", "Line \(line) of \(name) is not what giftctl export writes.")
    case .system(let words):
      Explanation(.failure, "file_failed", "\(name) cannot be used: \(oneLine(words)).")
    }
  }
}

extension ClusterError {
  /// How a command ends with it.
  var explanation: Explanation {
    switch self {
    case .postgresNotFound(let version, let searched):
      unusable(
        "there is no PostgreSQL \(version.map(String.init) ?? "15 or newer") in "
          + "\(searched.joined(separator: ", ")); install one, or name a database (GIFT_DATABASE)")
    case .initdbFailed(let output): unusable("initdb failed: \(oneLine(output))")
    case .startFailed(let output, let log):
      unusable("it does not start: \(lastLine(log) ?? oneLine(output))")
    case .stopFailed(let output): unusable("it does not stop: \(oneLine(output))")
    case .createFailed(let database, let output):
      unusable("the database \(database) cannot be created: \(oneLine(output))")
    case .timedOut(let step, let limit):
      Explanation(
        .waitedTooLong, "cluster_timed_out",
        "The private PostgreSQL took longer than \(limit) (\(step.rawValue)).")
    case .folderNotUsable(let path, let problem):
      unusable("its folder \(quoted(path)) \(problem.words)")
    case .commandNotRun(let name, let reason): unusable("\(name) cannot be run: \(oneLine(reason))")
    case .noDataFolder:
      unusable("nothing says where its data is to live: set HOME or GIFT_DATA")
    }
  }

  private func unusable(_ reason: String) -> Explanation {
    Explanation(.unreachable, "cluster", "The private PostgreSQL cannot be used: \(reason).")
  }
}

extension FolderProblem {
  fileprivate var words: String {
    switch self {
    case .relative: "is no absolute path"
    case .characters: "has a character that cannot be handed on"
    case .notReachable(let user): "cannot be reached by the user \(user)"
    case .notOurs: "belongs to somebody else, or others may write to it"
    case .system(let words): "gives an error: \(oneLine(words))"
    }
  }
}

/// The last line that says something.
private func lastLine(_ text: String) -> String? {
  text.split(whereSeparator: \.isNewline).last.map(String.init)
}
