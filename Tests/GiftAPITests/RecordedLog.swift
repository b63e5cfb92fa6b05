import Logging
import Synchronization

extension Logger {
  /// Logs nothing.
  static let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
}

/// What was logged: each line's level, message and metadata.
final class RecordedLog: Sendable {
  private let kept = Mutex<[String]>([])

  /// The lines so far.
  var lines: [String] { kept.withLock { $0 } }

  /// Those that somebody should look at.
  var warnings: [String] { lines.filter { !$0.hasPrefix("notice: ") } }

  var logger: Logger {
    Logger(label: "test") { _ in Handler(log: self) }
  }

  private struct Handler: LogHandler {
    let log: RecordedLog
    var logLevel = Logger.Level.notice
    var metadata: Logger.Metadata = [:]

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      let metadata = (event.metadata ?? [:]).sorted { $0.key < $1.key }
      let pairs = metadata.map { " \($0.key)=\($0.value)" }
      log.kept.withLock { $0.append("\(event.level): \(event.message)\(pairs.joined())") }
    }
  }
}
