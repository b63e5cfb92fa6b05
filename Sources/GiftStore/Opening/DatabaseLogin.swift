import Postgres

/// How a process logs in, shared by all its stores.
///
/// After a refused login, all of them wait before the next, longer each time, up to half a minute.
package struct DatabaseLogin: Sendable {
  let login: Login

  /// - Parameters:
  ///   - passwordFile: a file whose first line is the password, read anew for each connection; nil
  ///     if the connection string and libpq's environment say all.
  ///   - home: the folder in which libpq looks for `.pgpass`; nil if it finds none.
  ///   - warn: receives each different warning of servers, one line, once.
  package init(
    passwordFile: String?, home: String?, warn: @escaping @Sendable (String) -> Void
  ) {
    login = Login(passwordFile: passwordFile, home: home, warn: warn)
  }

  /// Lets the next login be attempted at once, because something about it has changed.
  package func retry() { login.retry() }
}
