import ArgumentParser
import GiftDomain
import GiftPublishing
import GiftStore

/// A rotation's name on the command line.
struct RotationArgument: ParsableArguments {
  @Argument(help: ArgumentHelp("The rotation, such as spring.", valueName: "name"))
  var name: String

  /// Throws `DomainError` for text that is no rotation's name.
  func rotation() throws(DomainError) -> RotationName { try RotationName(name) }
}

/// `3w`: how far apart turns begin.
struct CadenceArgument: ExpressibleByArgument, Hashable {
  let count: Int64
  let unit: Cadence.Unit

  init?(argument: String) {
    let units: [(String, Cadence.Unit)] = [("mo", .month), ("w", .week), ("d", .day)]
    guard let (suffix, unit) = units.first(where: { argument.hasSuffix($0.0) }),
      let count = Int64(argument.dropLast(suffix.count)), argument.first?.isNumber == true
    else { return nil }
    self.count = count
    self.unit = unit
  }

  /// Throws `DomainError` outside the range.
  func cadence() throws(DomainError) -> Cadence { try Cadence(every: count, unit) }
}

/// `7d`: how long the gifts of a turn stay.
struct StayArgument: ExpressibleByArgument, Hashable {
  let count: Int64
  let unit: Stay.Unit

  init?(argument: String) {
    let units: [(String, Stay.Unit)] = [("h", .hour), ("d", .day), ("w", .week)]
    guard let (suffix, unit) = units.first(where: { argument.hasSuffix($0.0) }),
      let count = Int64(argument.dropLast(suffix.count)), argument.first?.isNumber == true
    else { return nil }
    self.count = count
    self.unit = unit
  }

  /// Throws `DomainError` outside the range.
  func stay() throws(DomainError) -> Stay { try Stay(count, unit) }
}

/// A gift as it is named for a lineup: `rose`, or `rose:2` for its version 2.
func lineupWish(_ text: String) throws -> LineupWish {
  let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
  let gift = try GiftID(String(parts[0]))
  guard parts.count == 2 else { return LineupWish(gift: gift, version: nil) }
  guard let number = Int64(parts[1]) else {
    throw CommandError.usage("\(quoted(text)) is no gift with a version: write it as rose:2.")
  }
  return LineupWish(gift: gift, version: try VersionNumber(number))
}

/// The gifts of a lineup: names with commas between them.
func lineupWishes(_ text: String) throws -> [LineupWish] {
  try text.split(separator: ",", omittingEmptySubsequences: false)
    .map { try lineupWish($0.trimmed) }
}

extension Substring {
  fileprivate var trimmed: String {
    String(drop { $0 == " " }).withoutBlanksBehind
  }
}

extension GiftStore {
  /// The rules of a zone.
  ///
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
