import GiftDomain

/// Something in a calendar that somebody may want to do something about.
struct CalendarWarning: Hashable {
  /// A stable word for scripts.
  enum Code: String, Hashable, CaseIterable {
    /// The catalogue is empty from a date on.
    case nothingAfter = "nothing_after"
    /// A gift goes off for good, and nothing begins at that instant.
    case retiresWithoutSuccessor = "retires_without_successor"
    /// A rotation has fewer gifts than a turn has places.
    case lineupShort = "lineup_short"
    /// A turn begins at a time that its zone's clock leaves out or shows twice.
    case awkwardTime = "awkward_time"
    /// A rotation shows a version that has a newer one.
    case versionSuperseded = "version_superseded"
  }

  let code: Code
  let gift: GiftID?
  let rotation: RotationName?
  let turn: Int64?
  /// What is the matter, for people.
  let message: String

  init(
    _ code: Code, gift: GiftID? = nil, rotation: RotationName? = nil, turn: Int64? = nil,
    _ message: String
  ) {
    self.code = code
    self.gift = gift
    self.rotation = rotation
    self.turn = turn
    self.message = message
  }

  /// `lineup_short: …`.
  var line: String { "\(code.rawValue): \(message)" }
}
