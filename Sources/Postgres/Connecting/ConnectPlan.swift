/// The connections to attempt, in order, with the options of each.
///
/// libpq walks over several hosts by itself, but without blocking it moves on only from a host that
/// answers: a hung first host would take the whole deadline. So each host is a separate attempt.
struct ConnectPlan {
  /// One pair of keyword and value; of several pairs with one keyword, libpq takes the last.
  typealias Option = (keyword: String, value: String)

  /// The options of each attempt; at least one attempt.
  let attempts: [[Option]]
  let login: Login?
  /// How long all attempts may take together.
  let deadline: Duration
  /// A file with passwords that is kept from libpq, which would refuse it and say so on standard
  /// error.
  let refusedPasswordFile: String?

  /// How long a connection may take to open where nothing says so.
  private static let usualDeadline = Duration.seconds(5)

  /// - Throws: `misconfigured` for a malformed connection string, `refusedAtConnect` for a password
  ///   file of no use, `limitExceeded` for too many hosts.
  init(_ settings: ConnectionSettings) throws(PostgresError) {
    let named = try ConnectionOptions.named(in: settings.conninfo)
    login = settings.login
    var common = Self.common(settings)
    var refused: String?
    if let login = settings.login {
      refused = PasswordFile.refusedByLibpq(
        named["passfile"] ?? ConnectionOptions.defaults()["passfile"]
          ?? login.home.map { $0 + "/.pgpass" })
      if refused != nil { common.append(("passfile", PasswordFile.none)) }
      if let file = login.passwordFile {
        common.append(("password", try PasswordFile.password(at: file)))
      }
    }
    refusedPasswordFile = refused
    // One host needs one attempt, without libpq's defaults, for which it would look up the user.
    if let host = named["host"], !host.contains(",") {
      attempts = [common]
      deadline = try Self.deadline(settings, named, hosts: 1)
      return
    }
    let options = ConnectionOptions.defaults().merging(named) { _, named in named }
    let overrides = Self.overrides(settings, options)
    guard overrides.count <= PostgresLimits.hosts else {
      throw .limitExceeded(limit: "hosts", maximum: PostgresLimits.hosts)
    }
    attempts = overrides.map { common + $0 }
    deadline = try Self.deadline(settings, options, hosts: Self.list(options["host"]).count)
  }

  /// `connect_timeout` is for one host, in seconds, and 0 for no limit.
  private static func deadline(
    _ settings: ConnectionSettings, _ options: [String: String], hosts: Int
  ) throws(PostgresError) -> Duration {
    if let deadline = settings.connectDeadline { return deadline }
    let named = options["connect_timeout"] ?? ConnectionOptions.defaults()["connect_timeout"]
    guard let named else { return usualDeadline }
    guard let seconds = Int32(named) else {
      throw .misconfigured(reason: "connect_timeout takes a number of seconds")
    }
    let longest = PostgresLimits.connectSeconds
    return .seconds(seconds > 0 ? min(Int(seconds) * max(hosts, 1), longest) : longest)
  }

  /// The connection string overrides options before `dbname`; options after it override it.
  private static func common(_ settings: ConnectionSettings) -> [Option] {
    [
      ("fallback_application_name", settings.applicationName),
      // After 10 s of silence the kernel asks whether the server is there, every 5 s, and gives the
      // connection up after three questions, or when what was sent stays unacknowledged for 10 s.
      ("keepalives_idle", "10"), ("keepalives_interval", "5"), ("keepalives_count", "3"),
      ("tcp_user_timeout", "10000"),
      ("dbname", settings.conninfo),
      ("client_encoding", "UTF8"),
    ]
  }

  /// The host, address, port and role of each attempt; one attempt without any where there is one
  /// host, or where only libpq knows the hosts.
  private static func overrides(
    _ settings: ConnectionSettings, _ options: [String: String]
  ) -> [[Option]] {
    let hosts = list(options["host"])
    let addresses = list(options["hostaddr"])
    let ports = list(options["port"])
    let count = max(hosts.count, addresses.count)
    let isRegular =
      [hosts, addresses].allSatisfy { $0.isEmpty || $0.count == count }
      && (ports.count <= 1 || ports.count == count)
      && !(hosts + addresses + ports).contains("")
    guard count > 1, isRegular, options["service"] == nil else { return [[]] }
    return passes(options["target_session_attrs"], settings).flatMap { wanted in
      (0..<count).map { place in
        let index = (place + settings.firstHost) % count
        var pairs: [Option] = [("target_session_attrs", wanted)]
        if !hosts.isEmpty { pairs.append(("host", hosts[index])) }
        if !addresses.isEmpty { pairs.append(("hostaddr", addresses[index])) }
        if !ports.isEmpty { pairs.append(("port", ports.count == 1 ? ports[0] : ports[index])) }
        return pairs
      }
    }
  }

  /// `prefer-standby` means a standby if any host is one, otherwise any host; writers ignore it.
  private static func passes(_ wanted: String?, _ settings: ConnectionSettings) -> [String] {
    let wanted = wanted ?? "any"
    if settings.onlyReads, ["read-write", "primary"].contains(wanted) { return [wanted, "any"] }
    if settings.prefersPrimary, ["any", "prefer-standby"].contains(wanted) {
      return ["read-write", "any"]
    }
    return wanted == "prefer-standby" ? ["standby", "any"] : [wanted]
  }

  private static func list(_ value: String?) -> [String] {
    guard let value else { return [] }
    return value.split(separator: ",", omittingEmptySubsequences: false).map { String($0) }
  }
}
