import ArgumentParser
import Disk
import FoundationEssentials
import GiftDomain
import GiftStore
import Logging
import SystemPackage

/// The format of log lines.
enum LogFormat: String, Hashable, Sendable, CaseIterable, ExpressibleByArgument {
  /// `2026-12-01T10:00:00Z notice giftd: listening operations=127.0.0.1:8081`.
  case text
  /// One JSON object with sorted keys.
  case json
}

/// The log on standard error, one line per event.
///
/// Clients often wait for the code that logs, so it never waits for the log's reader.
struct LineLog: Sendable {
  let format: LogFormat
  let levels: LogLevels
  /// The clock, for the lines' times.
  let now: @Sendable () -> Timestamp
  private let output = NonBlockingOutput(.standardError)

  /// A logger that writes here.
  func logger(label: String) -> Logger {
    Logger(label: label) { LineLogHandler(label: $0, log: self) }
  }

  /// Logs why the process ends: a plain sentence in text format, a line like the others in JSON.
  func fail(_ sentence: String) {
    switch format {
    case .text:
      write(VisibleText.escaped("giftd: \(sentence)"))
    case .json:
      write(
        LogLine(time: now(), level: .critical, label: "giftd", message: sentence, metadata: [:]))
    }
  }

  fileprivate func write(_ line: LogLine) { write(line.rendered(as: format)) }

  private func write(_ text: String) {
    output.write(text) { count in
      LogLine(
        time: now(), level: .warning, label: "giftd", message: "lines of the log were lost",
        metadata: ["lines": "\(count)"]
      ).rendered(as: format)
    }
  }
}

private struct LineLogHandler: LogHandler {
  let label: String
  let log: LineLog
  var metadata: Logger.Metadata = [:]
  var metadataProvider: Logger.MetadataProvider?

  /// Of all loggers of the process.
  var logLevel: Logger.Level {
    get { log.levels.level }
    set { log.levels.level = newValue }
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    var all = metadata
    all.merge(metadataProvider?.get() ?? [:]) { _, new in new }
    all.merge(event.metadata ?? [:]) { _, new in new }
    log.write(
      LogLine(
        time: log.now(), level: event.level, label: label, message: "\(event.message)",
        metadata: all.mapValues { "\($0)" }))
  }
}

/// One event, ready to be written on one line.
struct LogLine: Sendable, Encodable {
  let time: Timestamp
  let level: Logger.Level
  let label: String
  let message: String
  let metadata: [String: String]

  /// Without the newline; nothing that a client sends can make a line of its own, or hide in one.
  func rendered(as format: LogFormat) -> String {
    switch format {
    case .text: text
    case .json: json
    }
  }

  private var text: String {
    let pairs = metadata.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }
    return VisibleText.escaped("\(time) \(level) \(label): \(message)\(pairs.joined())")
  }

  private var json: String {
    VisibleText.escaped(String(decoding: jsonBody(self), as: UTF8.self), as: .json)
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
