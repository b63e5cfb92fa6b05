import FoundationEssentials

/// Finds the folder with PostgreSQL's own programs.
struct ServerBinaries: Sendable {
  /// The oldest major version the product supports.
  static let oldestVersion = 15
  private static let debianFolder = "/usr/lib/postgresql"

  let named: String?
  let searchPath: String?

  /// The folder of the programs for data made by `version`; of the newest when it is nil.
  ///
  /// Debian has a folder for each major version, and data of one version cannot be
  /// opened by another. Elsewhere the programs are on the search path, version unseen.
  func found(version: Int?) throws(ClusterError) -> String {
    if let named {
      guard isComplete(named) else { throw .postgresNotFound(version: version, searched: [named]) }
      return named
    }
    let folders = versions(fitting: version).map { "\(Self.debianFolder)/\($0)/bin" }
    let path = (searchPath ?? "").split(separator: ":").map(String.init)
    if let folder = (folders + path).first(where: isComplete) { return folder }
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

  private func isComplete(_ folder: String) -> Bool {
    ["initdb", "pg_ctl", "createdb", "pg_isready"]
      .allSatisfy { FileManager.default.isExecutableFile(atPath: "\(folder)/\($0)") }
  }
}
