import FoundationEssentials
import GiftDomain
import Logging
import SystemPackage

/// Where log lines go: standard error, one line an event.
struct LineLog: Sendable {
  let format: LogFormat
  let level: Logger.Level
  /// The clock, for the lines' times.
  let now: @Sendable () -> Timestamp

  /// A logger that writes here.
  func logger(label: String) -> Logger {
    var logger = Logger(label: label) { LineLogHandler(label: $0, log: self, logLevel: level) }
    logger.logLevel = level
    return logger
  }

  /// Says why the process ends: a plain sentence for people, a line like the others for machines.
  func fail(_ sentence: String) {
    switch format {
    case .text:
      write(LogLine.escaped("giftd: \(sentence)"))
    case .json:
      write(
        LogLine(time: now(), level: .critical, label: "giftd", message: sentence, metadata: [:]))
    }
  }

  func write(_ line: LogLine) {
    write(line.rendered(as: format))
  }

  private func write(_ text: String) {
    do {
      try FileDescriptor.standardError.writeAll(Array("\(text)\n".utf8))
    } catch {
      // Nobody reads the log, and there is no other place to say so; serving goes on.
      return
    }
  }
}

/// The time by the machine's clock.
func currentTime() -> Timestamp {
  do {
    return try Timestamp(microseconds: Int64(Date().timeIntervalSince1970 * 1_000_000))
  } catch {
    return .epoch
  }
}
