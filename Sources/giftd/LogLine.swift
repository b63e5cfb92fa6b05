import ArgumentParser
import FoundationEssentials
import GiftDomain
import Logging

/// How log lines look.
enum LogFormat: String, Hashable, Sendable, CaseIterable, ExpressibleByArgument {
  /// `2026-12-01T10:00:00Z notice giftd: listening operations=127.0.0.1:8081`.
  case text
  /// One JSON object with sorted keys.
  case json
}

/// One event, ready to be written on one line.
struct LogLine: Sendable {
  let time: Timestamp
  let level: Logger.Level
  let label: String
  let message: String
  let metadata: Logger.Metadata

  /// Without the newline; control characters are escaped, so nothing that a client sends can make
  /// a line of its own.
  func rendered(as format: LogFormat) -> String {
    switch format {
    case .text: text
    case .json: json
    }
  }

  private var text: String {
    let pairs = metadata.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }
    return Self.escaped("\(time) \(level) \(label): \(message)\(pairs.joined())")
  }

  private var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return String(decoding: try encoder.encode(document), as: UTF8.self)
    } catch {
      preconditionFailure("strings cannot be encoded: \(error)")
    }
  }

  private var document: Document {
    Document(
      label: label, level: level.rawValue, message: message,
      metadata: metadata.mapValues { "\($0)" }, time: time.rfc3339)
  }

  private struct Document: Encodable {
    let label: String
    let level: String
    let message: String
    let metadata: [String: String]
    let time: String
  }

  /// Text whose control characters are written as numbers.
  static func escaped(_ text: String) -> String {
    var shown = ""
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .format:
        shown += "\\u{\(String(scalar.value, radix: 16))}"
      default:
        shown.unicodeScalars.append(scalar)
      }
    }
    return shown
  }
}
