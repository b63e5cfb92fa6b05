import FoundationEssentials

/// Finds the folder with PostgreSQL's own programs.
struct ServerBinaries: Sendable {
  /// The oldest major version the product supports.
  static let oldestVersion = 15
  private static let debianFolder = "/usr/lib/postgresql"

  let named: String?
  let searchPath: String?

  /// The programs for data made by `version`; the newest there are when it is nil.
  ///
  /// Debian keeps each major version in a folder of its own, and data of one version cannot be
  /// opened by another. Elsewhere the programs are on the search path, version unseen.
  func found(version: Int?) throws(ClusterError) -> Tools {
    if let named {
      guard let tools = tools(in: named) else {
        throw .postgresNotFound(version: version, searched: [named])
      }
      return tools
    }
    let folders = versions(fitting: version).map { "\(Self.debianFolder)/\($0)/bin" }
    let path = (searchPath ?? "").split(separator: ":").map(String.init)
    for folder in folders + path {
      if let tools = tools(in: folder) { return tools }
    }
    throw .postgresNotFound(version: version, searched: [Self.debianFolder] + path)
  }

  private func versions(fitting version: Int?) -> [Int] {
    if let version { return [version] }
    let names: [String]
    do { names = try FileManager.default.contentsOfDirectory(atPath: Self.debianFolder) } catch {
      return []  // No such folder: this is not Debian, the search path decides.
    }
    return names.compactMap { Int($0) }.filter { $0 >= Self.oldestVersion }.sorted(by: >)
  }

  private func tools(in folder: String) -> Tools? {
    let isComplete = ["initdb", "pg_ctl", "createdb", "pg_isready"]
      .allSatisfy { FileManager.default.isExecutableFile(atPath: "\(folder)/\($0)") }
    return isComplete ? Tools(folder: folder) : nil
  }
}

/// PostgreSQL's programs in one folder.
struct Tools: Sendable {
  let folder: String
  var initdb: String { folder + "/initdb" }
  var pgCtl: String { folder + "/pg_ctl" }
  var createdb: String { folder + "/createdb" }
  var isReady: String { folder + "/pg_isready" }
}
