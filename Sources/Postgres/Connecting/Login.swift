internal import CLibPQ
internal import Glibc
internal import Synchronization

/// How a process logs in, shared by all its connections.
///
/// After a refused login, such as one with a wrong password, it lets none be attempted for a while,
/// longer each time: servers and directories lock an account after some dozens.
package final class Login: Sendable {
  /// The first pause after a refused login; each next one is twice as long.
  private static let firstPause = Duration.seconds(1)
  /// The longest pause.
  private static let longestPause = Duration.seconds(30)
  /// By how much of its length a pause may be shorter or longer, so that servers that began
  /// together do not go on together.
  private static let jitter = 0.25
  /// Warnings beyond these are not passed on.
  private static let mostWarnings = 100

  /// The file whose first line is the password, read anew for each connection; nil for none.
  package let passwordFile: String?
  /// The folder in which libpq looks for `.pgpass`.
  let home: String?
  private let warn: @Sendable (String) -> Void
  private let state = Mutex(State())

  private struct State {
    var pause = Duration.zero
    /// Until then, no login is attempted, for this reason.
    var paused: (until: ContinuousClock.Instant, error: PostgresError)?
    var warnings: Set<String> = []
  }

  /// - Parameters:
  ///   - passwordFile: it overrides the password of the connection string.
  ///   - home: the folder in which libpq looks for `.pgpass`; nil if it finds none.
  ///   - warn: receives each different warning of servers, one line, once.
  package init(
    passwordFile: String? = nil, home: String? = nil,
    warn: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.passwordFile = passwordFile
    self.home = home
    self.warn = warn
  }

  /// Lets the next login be attempted at once, because something about it has changed.
  package func retry() { state.withLock { $0.paused = nil } }

  /// Throws the last refusal while no login may be attempted.
  func mayConnect() throws(PostgresError) {
    let refusal = state.withLock { state in
      state.paused.flatMap { $0.until > .now ? $0.error : nil }
    }
    if let refusal { throw refusal }
  }

  /// Takes down the outcome of an attempt: its error, or nil for none.
  func note(_ error: PostgresError?) {
    guard error == nil || error?.isRefusedLogin == true else { return }
    let factor = Double.random(in: 1 - Self.jitter...1 + Self.jitter)
    state.withLock { state in
      guard let error else {
        (state.pause, state.paused) = (.zero, nil)
        return
      }
      // Attempts that were made at the same time count once.
      if let paused = state.paused, paused.until > .now { return }
      state.pause = min(max(state.pause * 2, Self.firstPause), Self.longestPause)
      state.paused = (.now + state.pause * factor, error)
    }
  }

  /// Passes on what a server says, if it is a warning.
  ///
  /// Safe: libpq's fields live as long as the notice.
  func pass(_ notice: OpaquePointer?) {
    let severity = unsafe text(of: PQresultErrorField(notice, Int32(ErrorField.severity)))
    guard severity == "WARNING" else { return }
    let warning = unsafe oneLine(
      text(of: PQresultErrorField(notice, Int32(ErrorField.primaryMessage))))
    let isNew = state.withLock { state in
      state.warnings.count < Self.mostWarnings && state.warnings.insert(warning).inserted
    }
    if isNew { warn(warning) }
  }
}

extension PostgresError {
  /// Whether a server has answered, and refused the login (SQLSTATE class 28).
  fileprivate var isRefusedLogin: Bool {
    guard case .refusedAtConnect(let sqlState, _) = self else { return false }
    return sqlState?.hasPrefix("28") ?? true
  }
}

/// Files with passwords.
enum PasswordFile {
  /// The most bytes that are read of one: PostgreSQL takes passwords of up to 1,000.
  private static let maxBytes = 1_024

  /// The first line of a file.
  ///
  /// - Throws: `refusedAtConnect` if it cannot be read, or has none.
  static func password(at path: String) throws(PostgresError) -> String {
    // Opening a pipe that nobody writes to would wait.
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw unusable(path, "cannot be read: \(systemError())") }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: maxBytes)
    // Safe: the buffer has that many bytes, and lives during the call.
    let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(file, $0.baseAddress, $0.count) }
    guard count >= 0 else { throw unusable(path, "cannot be read: \(systemError())") }
    let lineEnds: [UInt8] = [0x0A, 0x0D]
    let line = bytes.prefix(count).prefix { !lineEnds.contains($0) }
    guard !line.isEmpty, !line.contains(0), line.count < maxBytes else {
      throw unusable(path, "does not begin with a line that can be a password")
    }
    return String(decoding: line, as: UTF8.self)
  }

  /// The file at `path`, if libpq refuses to look up passwords there because its group or others
  /// may use it; it says so on standard error at each attempt.
  static func refusedByLibpq(_ path: String?) -> String? {
    var facts = stat()
    // Safe: the structure lives during the call.
    guard let path, unsafe stat(path, &facts) == 0 else { return nil }
    let isPlain = facts.st_mode & S_IFMT == S_IFREG
    return isPlain && facts.st_mode & (S_IRWXG | S_IRWXO) == 0 ? nil : path
  }

  /// A file that no system has: with it, libpq looks for no other.
  static let none = "/dev/null/none"

  private static func unusable(_ path: String, _ fault: String) -> PostgresError {
    .refusedAtConnect(sqlState: nil, reason: "the password file \(path) \(fault)")
  }

  private static func systemError() -> String {
    let number = errno
    // Safe: a constant text of the C library.
    return unsafe text(of: strerror(number)).lowercased()
  }
}
