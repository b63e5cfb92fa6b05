import ArgumentParser
import GiftDomain
import GiftPublishing
import GiftStore

/// A rotation's name on the command line.
struct RotationArgument: ParsableArguments {
  @Argument(
    help: .init("The rotation, such as spring.", valueName: "name"),
    completion: Completion.rotations)
  var name: String

  /// Throws `DomainError` for text that is not a rotation's name.
  func rotation() throws(DomainError) -> RotationName { try RotationName(name) }
}

/// `3w` or `week`: a number and a unit, abbreviated to its first letters; `3m` is refused, because
/// m means minutes.
struct SpanArgument<Unit: TimeUnit> {
  let count: Int64
  let unit: Unit

  /// Throws `UnreadableArgument` for any other text.
  init(argument: String) throws(UnreadableArgument) {
    let digits = argument.prefix { $0.isASCII && $0.isNumber }
    let name = argument[digits.endIndex...]
    guard let count = digits.isEmpty ? 1 : Int64(digits), !["", "m"].contains(name),
      let unit = Unit.allCases.first(where: { "\($0.rawValue)s".hasPrefix(name) })
    else {
      let examples = Unit.allCases.map { "1\($0.rawValue.prefix($0.rawValue == "month" ? 2 : 1))" }
      throw UnreadableArgument("write a number and a unit: \(examples.joined(separator: ", "))")
    }
    (self.count, self.unit) = (count, unit)
  }
}

/// A gift as it is named for a lineup: `rose`, or `rose:2` for its version 2.
func lineupSpec(_ text: String) throws -> LineupSpec {
  let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
  let gift = try GiftID(String(parts[0]))
  guard parts.count == 2 else { return LineupSpec(gift: gift, version: nil) }
  guard let number = Int64(parts[1]) else {
    throw CommandError.usage("\(quoted(text)) is not a gift with a version: write it as rose:2.")
  }
  return LineupSpec(gift: gift, version: try VersionNumber(number))
}

/// The gifts of a lineup: names with commas between them.
func lineupSpecs(_ text: String) throws -> [LineupSpec] {
  try text.split(separator: ",", omittingEmptySubsequences: false)
    .map { try lineupSpec($0.trimmed) }
}

extension Substring {
  fileprivate var trimmed: String { String(drop { $0 == " " }).withoutTrailingBlanks }
}

extension GiftStore {
  /// Throws `CommandError.zoneUnknown` for a zone that the database does not know.
  func rules(ofZone name: String) async throws -> ZoneRules {
    guard let rules = try await zone(name) else { throw CommandError.zoneUnknown(name) }
    return rules
  }

  /// All current rotations; warns of those that are left out.
  func rotationsWithWarnings() async throws(StoreError) -> [Rotation] {
    let (rotations, broken, _) = try await rotations()
    LeftOut.add(broken.map(BrokenPart.rotation))
    return rotations
  }

  /// The current state of a rotation, and the database's clock.
  ///
  /// Throws `CommandError.rotationNotFound`, `StoreError.broken`.
  func rotation(_ name: RotationName) async throws -> (rotation: Rotation, now: Timestamp) {
    let (all, broken, now) = try await rotations()
    guard let rotation = all.first(where: { $0.name == name }) else {
      if broken.contains(name) { throw StoreError.broken(.rotation(name)) }
      throw CommandError.rotationNotFound(name)
    }
    return (rotation, now)
  }
}
