import GiftDomain
import PostgresCluster

extension FileProblem {
  /// The message and exit code for it.
  func userMessage(_ path: String) -> UserMessage {
    let name = quoted(path)
    return switch self {
    case .missing: UserMessage(.notFound, "file_not_found", "There is no \(name).")
    case .notAFile(let kind):
      UserMessage(.failure, "not_a_file", "\(name) is \(kind), not a file.")
    case .notAFolder: UserMessage(.failure, "not_a_folder", "\(name) is not a folder.")
    case .planted:
      UserMessage(
        .failure, "file_planted",
        "Another user has put \(name) into a folder that is open to all: name another file.")
    case .outside:
      UserMessage(
        .failure, "file_outside",
        "\(name) is a link that leads out of its folder: copy the file there.")
    case .tooLarge(let bytes, let limit):
      UserMessage(
        .refused, "file_too_large",
        "\(name) is \(grouped(Int(bytes))) bytes; at most \(grouped(Int(limit))) are allowed.")
    case .streamTooLong(let limit):
      UserMessage(
        .refused, "stream_too_long",
        "\(name) contains more than \(grouped(limit)) files: import them from a folder.")
    case .notEmpty:
      UserMessage(
        .failure, "folder_not_empty", "\(name) already exists: name a new folder.")
    case .nothingToImport:
      UserMessage(
        .notFound, "nothing_to_import", "\(name) has neither a manifest.json nor an archive.jsonl.")
    case .noAnimations:
      UserMessage(.notFound, "no_animations", "There is no *.json, *.lottie or *.tgs in \(name).")
    case .tooDeep(let limit):
      UserMessage(
        .failure, "folder_too_deep", "\(name) is nested more than \(grouped(limit)) folders deep.")
    case .tooManyFiles(let limit):
      UserMessage(
        .failure, "too_many_files",
        "\(name) has more than \(grouped(limit)) animations: check them in parts.")
    case .tooManyEntries(let limit):
      UserMessage(
        .failure, "too_many_files",
        "\(name) has more than \(grouped(limit)) entries: check them in parts.")
    case .brokenStream(let line):
      UserMessage(
        .failure, "broken_stream", "Line \(line) of \(name) is not what giftctl export writes.")
    case .packed(let fault): fault.userMessage(path)
    case .system(let words):
      UserMessage(.failure, "file_failed", "\(name) cannot be used: \(oneLine(words)).")
    }
  }
}

extension ServedFault {
  /// The message and exit code for it.
  func userMessage(_ address: String) -> UserMessage {
    switch self {
    case .noCurl:
      UserMessage(
        .failure, "curl_missing",
        "curl is not installed, with which giftctl asks public addresses: install the package curl."
      )
    case .unreachable(let reason):
      UserMessage(.unreachable, "served_unreachable", "\(address) cannot be asked: \(reason).")
    case .status(let status):
      UserMessage(
        .failure, "served_status",
        "\(address)/v1/catalogue answers with status \(status): "
          + (status == 503 ? "giftd has nothing to serve yet." : "is it the address of a giftd?"))
    case .silent:
      UserMessage(
        .failure, "served_silent",
        "\(address) does not say which change it serves: is it a giftd, and does what stands "
          + "before it pass Gift-Catalogue-Read on?")
    case .late(let change, let wanted, let seconds):
      UserMessage(
        .waitedTooLong, "served_late",
        "\(address) serves change \(change), and not change \(wanted) after "
          + "\(counted(seconds, "second")). Why: its /readyz, and docs/operations.md.")
    }
  }
}

extension ClusterError {
  /// The message and exit code for it.
  var userMessage: UserMessage {
    switch self {
    case .timedOut: UserMessage(.waitedTooLong, "cluster_timed_out", sentence)
    case .postgresNotFound, .initdbFailed, .startFailed, .stopFailed, .createFailed,
      .folderNotUsable, .commandNotRun, .noDataFolder:
      UserMessage(.unreachable, "cluster", sentence)
    }
  }
}
