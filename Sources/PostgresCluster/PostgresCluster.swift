// PostgresCluster owns one private PostgreSQL cluster: its folder, its start and its stop, and the
// choice between it and a database somebody named. It must not know what is stored in the
// database, must not speak the database's protocol, and reads neither the clock nor the
// environment: both are passed in.

import SystemPackage

/// A private PostgreSQL cluster in a folder, reachable only through a Unix socket.
///
/// Who can reach it: the socket's folder belongs to the server's user with mode 0700, so only that
/// user and root get to the socket, and whoever gets there is trusted (`trust` in `pg_hba.conf`).
/// The server's user is whoever starts it, and `postgres` when root does, because PostgreSQL
/// refuses to run as root; the folder then has to be one that `postgres` can reach.
///
/// Custom settings go into `data/postgresql.conf`; the listening address is fixed.
package struct PostgresCluster: Sendable {
  let files: ClusterFiles
  let binaries: ServerBinaries
  let settings: [String: String]
  let serverUser: ServerUser

  /// The cluster in `folder`, an absolute path, which need not exist yet.
  ///
  /// - Parameters:
  ///   - folder: the folder that holds the data, the lock and, where it fits, the socket.
  ///   - binaries: the folder of `initdb` and `pg_ctl`; nil looks below `/usr/lib/postgresql`, then
  ///     along `searchPath`, for PostgreSQL 15 or newer, or for the version that made the data.
  ///   - searchPath: folders separated by colons, as `PATH` has them.
  ///   - settings: server settings by name, on top of the built-in ones.
  package init(
    folder: String, binaries: String? = nil, searchPath: String? = nil,
    settings: [String: String] = [:]
  ) {
    self.files = ClusterFiles(folder: folder)
    self.binaries = ServerBinaries(named: binaries, searchPath: searchPath)
    self.settings = settings
    self.serverUser = ServerUser.current
  }

  /// How libpq reaches the cluster's database `gifts`, as the superuser.
  package var conninfo: String { conninfo(database: ClusterFiles.database) }

  /// How libpq reaches `database` of this cluster, as `user`, values quoted by libpq's rules
  /// (PostgreSQL documentation, 34.1.1.1).
  package func conninfo(database: String, user: String = ServerUser.superuser) -> String {
    let host = quotedForConninfo(files.socketFolder)
    let words =
      "host=\(host) port=\(ClusterFiles.port) dbname=\(quotedForConninfo(database))"
      + " user=\(quotedForConninfo(user))"
    // While there is no folder for it in /tmp, anybody can make one, and listen there.
    guard !files.isSocketInside, let account = serverUser.account else { return words }
    return words + " requirepeer=\(quotedForConninfo(account))"
  }

  /// The current state, from the folder and the process table; starts no process.
  ///
  /// - Throws: `folderNotUsable` when the folder cannot be looked into.
  package func status() throws(ClusterError) -> ClusterStatus {
    guard try files.exists(files.versionFile) else { return .absent }
    guard let postmaster = Postmaster.running(in: files) else { return .stopped }
    return .running(pid: postmaster.pid, socketFolder: postmaster.socketFolder)
  }

  /// Ensures that the cluster exists, runs and accepts connections, and returns what that took.
  ///
  /// Safe from several processes at once, and after one of them was killed at any point: the data
  /// folder appears by a rename when it is complete. The server outlives the caller.
  ///
  /// - Throws: any case of `ClusterError` except `stopFailed`.
  package func start() async throws(ClusterError) -> ClusterStart {
    let checked = try files.checked()
    if try files.exists(files.folder) { try files.opened() }
    if let postmaster = Postmaster.running(in: files), postmaster.isReady,
      try files.exists(files.readyMarker)
    {
      try files.checkSocketFolder()
      return .alreadyRunning
    }
    try serverUser.makeFolder(checked.folder, reachable: true)
    try files.opened()
    return try await ClusterLock.held(checked.lock) { lock throws(ClusterError) in
      try await startLocked(lock)
    }
  }

  /// Stops the server, ending its connections, and waits until it is gone; false when none ran.
  ///
  /// - Throws: `stopFailed`, or `timedOut` when the server does not react.
  package func stop() async throws(ClusterError) -> Bool {
    guard Postmaster.running(in: files) != nil else { return false }
    return try await ClusterLock.held(files.lock) { lock throws(ClusterError) in
      guard Postmaster.running(in: files) != nil else { return false }
      try await commands(holding: lock).stop()
      return true
    }
  }

  /// The folder of PostgreSQL's own programs, such as `psql`, that fit this cluster's data.
  ///
  /// - Throws: `postgresNotFound`, or `folderNotUsable` if the data cannot be read.
  package func binariesFolder() throws(ClusterError) -> String {
    try binaries.found(version: files.dataVersion())
  }

  /// The cluster's folder.
  package var folder: String { files.folder }

  /// Where its Unix socket appears: below `folder`, or below `/tmp` when that path is too long.
  package var socketFolder: String { files.socketFolder }

  private func commands(holding lock: FileDescriptor) throws(ClusterError) -> ServerCommands {
    ServerCommands(user: serverUser, lock: lock, files: files, tools: try binariesFolder())
  }

  private func startLocked(_ lock: FileDescriptor) async throws(ClusterError) -> ClusterStart {
    let isNew = try !files.exists(files.versionFile)
    let commands = try commands(holding: lock)
    if isNew { try await create(commands) }
    let postmaster = Postmaster.running(in: files)
    if postmaster == nil {
      try files.prepareSocketFolder(for: serverUser)
      try await commands.start(settings: settings)
    } else {
      try await commands.awaitReady()
    }
    try await commands.createDatabase()
    try files.mark()
    return isNew ? .created : postmaster == nil ? .started : .alreadyRunning
  }

  /// Builds the data folder beside its final place and renames it, so that it is whole or absent.
  private func create(_ commands: ServerCommands) async throws(ClusterError) {
    try files.remove(files.readyMarker)
    try files.remove(files.newData)
    try serverUser.makeFolder(files.newData, reachable: false)
    try await commands.initialise(files.newData, syncs: settings["fsync"] != "off")
    try files.rename(files.newData, to: files.data)
  }
}

/// A value between single quotes, with `'` and `\` escaped, as libpq's connection strings want it
/// (PostgreSQL documentation, 34.1.1.1).
private func quotedForConninfo(_ value: String) -> String {
  var quoted = "'"
  for character in value.unicodeScalars {
    if character == "'" || character == "\\" { quoted.unicodeScalars.append("\\") }
    quoted.unicodeScalars.append(character)
  }
  return quoted + "'"
}
