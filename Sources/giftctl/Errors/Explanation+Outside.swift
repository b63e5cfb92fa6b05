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
    case .streamTooLarge(let limit):
      Explanation(
        .refused, "stream_too_large",
        "The animations on \(name) have more than \(grouped(Int(limit))) bytes together: import "
          + "them from a folder.")
    case .notEmpty:
      Explanation(
        .failure, "folder_not_empty", "\(name) is there already: name a folder that is not.")
    case .nothingToImport:
      Explanation(
        .notFound, "nothing_to_import",
        "\(name) has neither a manifest.json nor an archive.json.")
    case .noAnimations:
      Explanation(.notFound, "no_animations", "There is no *.json in \(name).")
    case .tooDeep(let limit):
      Explanation(
        .failure, "folder_too_deep", "\(name) lies in more than \(grouped(limit)) folders.")
    case .tooManyFiles(let limit):
      Explanation(
        .failure, "too_many_files",
        "\(name) has more than \(grouped(limit)) animations: check them in parts.")
    case .tooManyEntries(let limit):
      Explanation(
        .failure, "too_many_files",
        "\(name) has more than \(grouped(limit)) entries: check them in parts.")
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
    case .timedOut: Explanation(.waitedTooLong, "cluster_timed_out", sentence)
    case .postgresNotFound, .initdbFailed, .startFailed, .stopFailed, .createFailed,
      .folderNotUsable, .commandNotRun, .noDataFolder:
      Explanation(.unreachable, "cluster", sentence)
    }
  }
}
