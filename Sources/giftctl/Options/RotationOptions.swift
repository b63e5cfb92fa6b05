import ArgumentParser
import GiftDomain
import GiftPublishing
import GiftStore

/// A rotation's name on the command line.
struct RotationArgument: ParsableArguments {
  @Argument(help: .init("The rotation, such as spring.", valueName: "name"))
  var name: String

  /// Throws `DomainError` for text that is no rotation's name.
  func rotation() throws(DomainError) -> RotationName { try RotationName(name) }
}

/// A unit of spans, with the letters that stand for it.
protocol SpanUnit {
  static var suffixes: [(String, Self)] { get }
}

extension Cadence.Unit: SpanUnit {
  static var suffixes: [(String, Self)] { [("mo", .month), ("w", .week), ("d", .day)] }
}

extension Stay.Unit: SpanUnit {
  static var suffixes: [(String, Self)] { [("h", .hour), ("d", .day), ("w", .week)] }
}

/// `3w`: so many of a unit.
struct SpanArgument<Unit: SpanUnit>: ExpressibleByArgument {
  let count: Int64
  let unit: Unit

  init?(argument: String) {
    guard let (suffix, unit) = Unit.suffixes.first(where: { argument.hasSuffix($0.0) }),
      let count = Int64(argument.dropLast(suffix.count)), argument.first?.isNumber == true
    else { return nil }
    self.count = count
    self.unit = unit
  }
}

/// A gift as it is named for a lineup: `rose`, or `rose:2` for its version 2.
func lineupSpec(_ text: String) throws -> LineupSpec {
  let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
  let gift = try GiftID(String(parts[0]))
  guard parts.count == 2 else { return LineupSpec(gift: gift, version: nil) }
  guard let number = Int64(parts[1]) else {
    throw CommandError.usage("\(quoted(text)) is no gift with a version: write it as rose:2.")
  }
  return LineupSpec(gift: gift, version: try VersionNumber(number))
}

/// The gifts of a lineup: names with commas between them.
func lineupSpecs(_ text: String) throws -> [LineupSpec] {
  try text.split(separator: ",", omittingEmptySubsequences: false)
    .map { try lineupSpec($0.trimmed) }
}

extension Substring {
  fileprivate var trimmed: String { String(drop { $0 == " " }).withoutBlanksBehind }
}

extension GiftStore {
  /// Throws `CommandError.zoneUnknown` for one that the database does not know.
  func rules(ofZone name: String) async throws -> ZoneRules {
    guard let rules = try await zone(name) else { throw CommandError.zoneUnknown(name) }
    return rules
  }

  /// A rotation as it stands, and the database's clock.
  ///
  /// Throws `CommandError.rotationNotFound`.
  func rotation(_ name: RotationName) async throws -> (rotation: Rotation, now: Timestamp) {
    let (all, now) = try await rotations()
    guard let rotation = all.first(where: { $0.name == name }) else {
      throw CommandError.rotationNotFound(name)
    }
    return (rotation, now)
  }
}
