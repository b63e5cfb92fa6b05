import Logging

/// Hands each event to a `LineLog`.
struct LineLogHandler: LogHandler {
  let label: String
  let log: LineLog
  var logLevel: Logger.Level
  var metadata: Logger.Metadata = [:]
  var metadataProvider: Logger.MetadataProvider?

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
        metadata: all))
  }
}
