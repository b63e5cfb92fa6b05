import FoundationEssentials
import Logging
import Synchronization

/// The least serious level that is logged: as given, or as a file says, which can be read again.
final class LogLevels: Sendable {
  let file: String?
  private let current: Mutex<Logger.Level>

  /// Throws `LogLevelsError` for a file that does not have a level.
  init(_ level: Logger.Level, file: String?) throws(LogLevelsError) {
    self.file = file
    current = Mutex(try file.map(Self.read) ?? level)
  }

  /// The level of now.
  var level: Logger.Level {
    get { current.withLock { $0 } }
    set { current.withLock { $0 = newValue } }
  }

  /// Reads the file again, if there is one; throws, and changes nothing, if it does not have a
  /// level.
  func reread() throws(LogLevelsError) {
    if let file { level = try Self.read(file) }
  }

  private static func read(_ file: String) throws(LogLevelsError) -> Logger.Level {
    guard let bytes = FileManager.default.contents(atPath: file) else {
      throw LogLevelsError(file: file, fault: "cannot be read")
    }
    let text = String(decoding: bytes, as: UTF8.self)
    let word = text.split(whereSeparator: \.isWhitespace).first ?? ""
    guard let level = Logger.Level(rawValue: String(word)) else {
      let levels = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
      throw LogLevelsError(file: file, fault: "does not begin with one of \(levels)")
    }
    return level
  }
}

/// Why a file does not say what is logged.
struct LogLevelsError: Error {
  let file: String
  let fault: String

  /// One sentence.
  var sentence: String { "The file \(file) \(fault)." }
}
