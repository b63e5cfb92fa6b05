internal import CLibPQ

/// libpq's connection options by keyword, without those that have no value.
enum ConnectionOptions {
  /// The options in a connection string.
  ///
  /// - Throws: `misconfigured` for a malformed one. libpq's own words are not passed on: they quote
  ///   the string, which may hold a password. Of these, only a word that looks like an option is.
  static func named(in conninfo: String) throws(PostgresError) -> [String: String] {
    let isURI = conninfo.hasPrefix("postgresql://") || conninfo.hasPrefix("postgres://")
    if conninfo.isEmpty { return [:] }
    // libpq treats a word that is neither a URI nor key=value as a database name.
    guard isURI || conninfo.contains("=") else { return ["dbname": conninfo] }
    // Safe: libpq's array ends with a null keyword and is freed once, after it was copied.
    var message: UnsafeMutablePointer<CChar>?
    defer { unsafe PQfreemem(message) }
    guard let options = unsafe PQconninfoParse(conninfo, &message) else {
      throw unsafe .misconfigured(reason: fault(text(of: message)))
    }
    defer { unsafe PQconninfoFree(options) }
    let named = unsafe values(of: options)
    // In a URI the first @ ends the password, and libpq would report the rest of it as a host.
    guard !isURI || !(named["host"] ?? "").contains("@") else {
      throw .misconfigured(
        reason: "the connection URI has more than one @: in a password, write it as %40")
    }
    return named
  }

  private static func fault(_ message: String) -> String {
    if let unknown = message.firstMatch(
      of: #/invalid (?:connection option|URI query parameter):? "([a-z_]{1,40})"/#)
    {
      return "the connection string has an option that libpq does not know: \(unknown.1)"
    }
    return "the connection string is malformed: it takes key=value pairs or a postgresql:// URI"
  }

  /// The options from the environment, and libpq's built-in defaults.
  static func defaults() -> [String: String] {
    // Safe: as above; null means out of memory, which connecting will report.
    guard let options = unsafe PQconndefaults() else { return [:] }
    defer { unsafe PQconninfoFree(options) }
    return unsafe values(of: options)
  }

  private static func values(of options: UnsafeMutablePointer<PQconninfoOption>) -> [String: String]
  {
    var values: [String: String] = [:]
    var option = unsafe options
    while let keyword = unsafe option.pointee.keyword {
      if let value = unsafe option.pointee.val, unsafe value.pointee != 0 {
        unsafe values[text(of: keyword)] = text(of: value)
      }
      unsafe option += 1
    }
    return values
  }
}
