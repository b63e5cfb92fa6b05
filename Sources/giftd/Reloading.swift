import GiftStore
import Glibc
import Logging
import ServiceLifecycle
import UnixSignals

/// At SIGHUP, reads again what may change while the process runs.
struct Reloading: Service, CustomStringConvertible {
  let levels: LogLevels
  let login: DatabaseLogin
  let logger: Logger

  var description: String { "reloading" }

  /// Lets no signal end the process that many programs take for a request: until the service runs,
  /// SIGHUP does nothing, and SIGUSR1 and SIGUSR2 never do.
  static func ignoreSignals() {
    for number in [SIGHUP, SIGUSR1, SIGUSR2] { signal(number, SIG_IGN) }
  }

  func run() async {
    let signals = await UnixSignalsSequence(trapping: .sighup)
    for await _ in signals.cancelOnGracefulShutdown() {
      login.retry()
      do throws(LogLevelsError) {
        try levels.reread()
        logger.notice("read again", metadata: ["log-level": "\(levels.level)"])
      } catch {
        logger.error("the log's level stays as it is", metadata: ["reason": "\(error.sentence)"])
      }
    }
  }
}
