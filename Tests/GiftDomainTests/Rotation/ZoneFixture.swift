import Foundation
import GiftDomain

/// What Python's zoneinfo says of one zone: a file of `fixtures/rotation`.
struct ZoneFixture: Hashable, Sendable {
  /// A local time, and what it means.
  struct Local: Hashable, Sendable {
    let time: LocalTime
    let occasion: ZoneRules.Occasion
    let instant: Timestamp
  }

  /// One turn of a rotation that begins at `first`.
  struct Turn: Hashable, Sendable {
    let cadence: CadenceUnit
    let first: LocalTime
    let number: Int64
    let local: LocalTime
    let instant: Timestamp
  }

  /// A line that nobody can read.
  struct Unreadable: Error {
    let line: String
  }

  let rules: ZoneRules
  private(set) var locals: [Local] = []
  private(set) var turns: [Turn] = []

  static let zones = [
    "Africa/Casablanca", "America/New_York", "Asia/Tehran", "Australia/Lord_Howe",
    "Europe/London", "Pacific/Apia",
  ]

  /// All of them, read once.
  private static let read = Result { try zones.map { try ZoneFixture(zone: $0) } }

  static func all() throws -> [ZoneFixture] { try read.get() }

  init(zone: String) throws {
    let name = zone.lowercased().split { "/_".contains($0) }.joined(separator: "-")
    let root = (0..<4).reduce(URL(filePath: #filePath)) { path, _ in
      path.deletingLastPathComponent()
    }
    let file = root.appending(path: "fixtures/rotation/\(name).txt")
    var firstOffset: Int64?
    var transitions: [ZoneRules.Transition] = []
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    where !line.hasPrefix("#") {
      let words = line.split(separator: " ").map(String.init)
      switch (words.first, words.count) {
      case ("rules", 2):
        firstOffset = Int64(words[1])
      case ("transition", 3):
        guard let offset = Int64(words[2]) else { throw Unreadable(line: String(line)) }
        let instant = try Timestamp(rfc3339: words[1])
        transitions.append(.init(at: instant.wholeSeconds, offsetSeconds: offset))
      case ("local", 5):
        locals.append(try Self.local(words))
      case ("turn", 8):
        turns.append(try Self.turn(words))
      default:
        throw Unreadable(line: String(line))
      }
    }
    guard let firstOffset else { throw Unreadable(line: "no rules of \(zone)") }
    rules = ZoneRules(name: zone, firstOffsetSeconds: firstOffset, transitions: transitions)
  }

  private static func local(_ words: [String]) throws -> Local {
    guard let occasion = ZoneRules.Occasion(rawValue: words[3]) else {
      throw Unreadable(line: words.joined(separator: " "))
    }
    return Local(
      time: try LocalTime("\(words[1]) \(words[2])"), occasion: occasion,
      instant: try Timestamp(rfc3339: words[4]))
  }

  private static func turn(_ words: [String]) throws -> Turn {
    let units: [String: CadenceUnit] = ["daily": .day, "weekly": .week, "monthly": .month]
    guard let unit = units[words[1]], let number = Int64(words[4]) else {
      throw Unreadable(line: words.joined(separator: " "))
    }
    return Turn(
      cadence: unit, first: try LocalTime("\(words[2]) \(words[3])"), number: number,
      local: try LocalTime("\(words[5]) \(words[6])"), instant: try Timestamp(rfc3339: words[7]))
  }
}
