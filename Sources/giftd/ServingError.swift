import ArgumentParser
import GiftStore
import PostgresCluster

/// Why the daemon ends without having been told to.
enum ServingError: Error, Sendable {
  /// A port cannot be opened; the reason is the system's.
  case cannotListen(HostPort, reason: String)
  /// The private PostgreSQL cannot be had.
  case cluster(ClusterError)
  /// It runs, and cannot be migrated.
  case store(StoreError)

  init(_ error: OpeningError) {
    switch error {
    case .cluster(let error): self = .cluster(error)
    case .store(let error): self = .store(error)
    }
  }

  /// The exit code, as `--help` lists them.
  var exitCode: ExitCode {
    switch self {
    case .cannotListen: .failure
    case .cluster: ExitCode(6)
    case .store(.unreachable): ExitCode(6)
    case .store: .failure
    }
  }

  /// What is wrong, in one sentence on one line.
  var sentence: String {
    switch self {
    case .cannotListen(let address, let reason): "Cannot listen on \(address): \(reason)."
    case .cluster(let error): "The private PostgreSQL cannot be used: \(error.reason)."
    case .store(.unreachable(let reason)): "The private PostgreSQL cannot be reached: \(reason)."
    case .store(let error): "The private PostgreSQL cannot be migrated: \(error)."
    }
  }
}

extension ClusterError {
  fileprivate var reason: String {
    switch self {
    case .postgresNotFound(let version, let searched):
      "there is no PostgreSQL \(version.map(String.init) ?? "15 or newer") in "
        + searched.joined(separator: ", ")
    case .initdbFailed(let output): "initdb failed: \(lastLine(of: output))"
    case .startFailed(let output, let log):
      "it does not start: \(lastLine(of: log.isEmpty ? output : log))"
    case .stopFailed(let output): "it does not stop: \(lastLine(of: output))"
    case .createFailed(let database, let output):
      "the database \(database) cannot be created: \(lastLine(of: output))"
    case .timedOut(let step, let limit): "it took longer than \(limit) (\(step.rawValue))"
    case .folderNotUsable(let path, let problem): "its folder \(path) \(problem.words)"
    case .commandNotRun(let name, let reason): "\(name) cannot be run: \(lastLine(of: reason))"
    case .noDataFolder: "nothing says where its data is to live: set HOME or GIFT_DATA"
    }
  }
}

extension FolderProblem {
  fileprivate var words: String {
    switch self {
    case .relative: "is no absolute path"
    case .characters: "has a character that cannot be handed on"
    case .notReachable(let user): "cannot be reached by the user \(user)"
    case .notOurs: "belongs to somebody else, or others may write to it"
    case .system(let words): "gives an error: \(lastLine(of: words))"
    }
  }
}

private func lastLine(of text: String) -> String {
  text.split(whereSeparator: \.isNewline).last.map(String.init) ?? "it does not say why"
}
