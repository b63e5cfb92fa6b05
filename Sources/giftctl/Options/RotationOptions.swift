import ArgumentParser
import GiftDomain
import GiftPublishing
import GiftStore

/// A rotation's name on the command line.
struct RotationArgument: ParsableArguments {
  @Argument(help: ArgumentHelp("The rotation, such as spring.", valueName: "name"))
  var name: String

  /// Throws `CommandError.invalid` for text that is no rotation's name.
  func rotation() throws(CommandError) -> RotationName {
    let text = name
    return try valid { () throws(DomainError) in try RotationName(text) }
  }
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

  /// Throws `CommandError.invalid` outside the range.
  func cadence() throws(CommandError) -> Cadence {
    try valid { () throws(DomainError) in try Cadence(every: count, unit) }
  }
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

  /// Throws `CommandError.invalid` outside the range.
  func stay() throws(CommandError) -> Stay {
    try valid { () throws(DomainError) in try Stay(count, unit) }
  }
}

/// A gift as it is named for a lineup: `rose`, or `rose:2` for its version 2.
func lineupWish(_ text: String) throws(CommandError) -> LineupWish {
  let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
  let gift = try valid { () throws(DomainError) in try GiftID(String(parts[0])) }
  guard parts.count == 2 else { return LineupWish(gift: gift, version: nil) }
  guard let number = Int64(parts[1]) else {
    throw .usage("\(quoted(text)) is no gift with a version: write it as rose:2.")
  }
  return LineupWish(
    gift: gift, version: try valid { () throws(DomainError) in try VersionNumber(number) })
}

/// The gifts of a lineup: names with commas between them.
func lineupWishes(_ text: String) throws(CommandError) -> [LineupWish] {
  try text.split(separator: ",", omittingEmptySubsequences: false)
    .map { name throws(CommandError) in
      try lineupWish(name.trimmed)
    }
}

extension Substring {
  fileprivate var trimmed: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}

/// A local time as `--first` and `--to` take it.
func localTime(_ text: String) throws(CommandError) -> LocalTime {
  try valid { () throws(DomainError) in try LocalTime(text) }
}

extension GiftStore {
  /// The rules of a zone.
  ///
  /// Throws `CommandError.zoneUnknown` for one that the database does not know.
  func rules(ofZone name: String) async throws(CommandError) -> ZoneRules {
    let rules = try await stored { () throws(StoreError) in try await zone(name) }
    guard let rules else { throw .zoneUnknown(name) }
    return rules
  }

  /// A rotation as it stands, and the database's clock.
  ///
  /// Throws `CommandError.rotationNotFound`.
  func rotation(
    _ name: RotationName
  ) async throws(CommandError) -> (rotation: Rotation, now: Timestamp) {
    let (all, now) = try await stored { () throws(StoreError) in try await rotations() }
    guard let rotation = all.first(where: { $0.name == name }) else {
      throw .rotationNotFound(name)
    }
    return (rotation, now)
  }
}
