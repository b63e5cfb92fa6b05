/// The database that a command uses.
package enum DatabaseChoice: Sendable, Equatable {
  /// A named database; the string is for libpq, and empty if the `PG…` variables name it.
  case named(conninfo: String)
  /// The private cluster in this folder.
  case privateCluster(folder: String)

  /// The database to use, by the most explicit source: the option, `GIFT_DATABASE`,
  /// libpq's own variables, otherwise the private cluster in `postgres` below the data folder.
  ///
  /// The data folder is `GIFT_DATA`; for root `/var/lib/gift-catalogue`, because the server's user
  /// cannot enter root's home; else `gift-catalogue` below `XDG_DATA_HOME` or `HOME/.local/share`
  /// (XDG Base Directory Specification 0.8). Variables that are empty count as not set.
  ///
  /// - Parameters:
  ///   - explicit: the value of the option `--database`, nil when it was not given.
  ///   - environment: the variables of the process, by name.
  ///   - isRoot: the process runs with root's rights.
  /// - Returns: the database to connect to.
  /// - Throws: `folderNotUsable` for a relative `GIFT_DATA`, `noDataFolder` when nothing names one.
  package static func choose(
    explicit: String?, environment: [String: String], isRoot: Bool
  ) throws(ClusterError) -> DatabaseChoice {
    if let explicit { return .named(conninfo: explicit) }
    let variables = environment.filter { !$0.value.isEmpty }
    if let named = variables["GIFT_DATABASE"] { return .named(conninfo: named) }
    if libpqVariables.contains(where: { variables[$0] != nil }) { return .named(conninfo: "") }
    return .privateCluster(folder: try dataFolder(variables, isRoot: isRoot) + "/postgres")
  }

  /// The variables that say which server or database libpq is to use (PostgreSQL documentation,
  /// 34.15).
  ///
  /// The others, such as `PGUSER`, only say how.
  private static let libpqVariables = ["PGHOST", "PGHOSTADDR", "PGPORT", "PGSERVICE", "PGDATABASE"]

  private static func dataFolder(
    _ variables: [String: String], isRoot: Bool
  ) throws(ClusterError) -> String {
    if let folder = variables["GIFT_DATA"] {
      guard folder.hasPrefix("/") else { throw .folderNotUsable(path: folder, .relative) }
      return folder
    }
    if isRoot { return "/var/lib/gift-catalogue" }
    if let folder = variables["XDG_DATA_HOME"], folder.hasPrefix("/") {
      return folder + "/gift-catalogue"
    }
    guard let home = variables["HOME"], home.hasPrefix("/") else { throw .noDataFolder }
    return home + "/.local/share/gift-catalogue"
  }
}
