import GiftDomain
import StoreSupport
import Testing

@testable import GiftStore

/// A small archive of two gifts, two rotations and two announcements, in which one thing at a time
/// is broken.
struct RotationDraft: Sendable {
  var plans: [RotationPlanRecord]
  var bindings: [RotationBinding]
  var announcements: [AnnouncementRecord]
  private let whole: Archive

  init() throws {
    let zone = ZoneRules(name: "UTC", firstOffsetSeconds: 0, transitions: [])
    let start = try Timestamp.at("2020-01-01T00:00:00Z")
    let spring = try RotationName("spring")
    var past = PastCatalogue(start: start, gifts: ["heart", "rose"])
    past.edits = [
      .init(
        rotation: "spring", at: try start.hours(1),
        plan: try .weekly(["rose"], in: zone, first: "2020-01-06 00:00", lastTurn: 1)),
      .init(
        rotation: "summer", at: try start.hours(2),
        plan: try .weekly(["heart"], in: zone, first: "2020-01-06 00:00", lastTurn: 1)),
    ]
    let due = try Timestamp.at("2020-01-06T00:00:00Z")
    past.announcements = try ["heart", "rose"].enumerated().map { index, gift in
      try AnnouncementRecord(
        number: Int64(index) + 1,
        announcement: Announcement(
          due: due, gift: try GiftID(gift), event: .wentLive, version: .first,
          cause: gift == "rose" ? .rotation(spring, turn: 1) : .window),
        change: try ChangeNumber(3), announcedAt: due)
    }
    whole = try past.archive()
    (plans, bindings, announcements) = (whole.plans, whole.bindings, whole.announcements)
  }

  func archive() throws -> Archive {
    try Archive(
      changes: whole.changes, gifts: whole.gifts, plans: plans, groups: [], bindings: bindings,
      announcements: announcements
    ).proven()
  }

  /// Another plan in place of the first, which is that of `spring`.
  mutating func replan(
    since: Int = 2, hours: Int64 = 1, gifts: [String] = ["rose"],
    special: [Int64: TurnOverride] = [:], withdrawn: [GiftID: Timestamp] = [:],
    running: CarriedTurn? = nil
  ) throws {
    let zone = ZoneRules(name: "UTC", firstOffsetSeconds: 0, transitions: [])
    let plain = try RotationPlan.weekly(
      gifts, in: zone, first: "2020-01-06 00:00", lastTurn: 1)
    plans[0] = RotationPlanRecord(
      rotation: plans[0].rotation,
      revision: Rotation.Revision(
        since: try .number(since), at: try .at("2020-01-01T00:00:00Z").hours(hours),
        plan: RotationPlan(
          zone: zone, anchor: plain.anchor, anchorTurn: 1, cadence: plain.cadence, stay: nil,
          lineup: plain.lineup, position: 0, lastTurn: 1, until: nil, firstTurn: 1,
          overrides: special, withdrawals: withdrawn, carried: running)))
  }

  /// Another binding in place of the first, which is that of the rose.
  mutating func rebind(
    _ gift: String = "rose", _ rotation: String = "spring", since: Int = 2, until: Int? = nil
  ) throws {
    bindings[0] = RotationBinding(
      gift: try GiftID(gift),
      row: Recorded(
        try RotationName(rotation), since: try .number(since),
        until: try until.map { number in try .number(number) }))
  }

  /// Another announcement in place of one.
  mutating func announce(
    _ index: Int, number: Int64? = nil, gift: String? = nil, version: Int64 = 1,
    cause: Announcement.Cause = .window, change: Int64 = 3, lateness: Int64 = 0, days: Int64 = 0
  ) throws {
    let record = announcements[index]
    let announcement = record.announcement
    let due = try announcement.due.hours(24 * days)
    announcements[index] = try AnnouncementRecord(
      number: number ?? record.number,
      announcement: Announcement(
        due: due, gift: try gift.map { id in try GiftID(id) } ?? announcement.gift,
        event: announcement.event, version: try VersionNumber(version), cause: cause),
      change: try ChangeNumber(change), announcedAt: try due.advanced(byMicroseconds: lateness))
  }
}

/// One way in which rotations or announcements do not fit, and what is said about it.
struct BrokenRotation: Sendable, CustomTestStringConvertible {
  enum Fault: Sendable {
    case rotation
    case announcement(Int64)
  }

  let testDescription: String
  let fault: Fault
  /// The rotation that is named.
  let name: String
  let spoil: @Sendable (inout RotationDraft) throws -> Void

  init(
    _ description: String, _ fault: Fault = .rotation, name: String = "spring",
    _ spoil: @escaping @Sendable (inout RotationDraft) throws -> Void
  ) {
    testDescription = description
    self.fault = fault
    self.name = name
    self.spoil = spoil
  }

  /// The draft with this one thing broken, and what is to be said.
  func archive() throws -> (Archive, ArchiveFault) {
    var draft = try RotationDraft()
    try spoil(&draft)
    switch fault {
    case .rotation: return (try draft.archive(), .rotationBroken(try RotationName(name)))
    case .announcement(let number): return (try draft.archive(), .announcementBroken(number))
    }
  }

  static let all = plans + bindings + announcements

  /// What shows only in a database: it has a clock.
  static let unplaced = [
    BrokenRotation("an announcement of what is to come", .announcement(2)) {
      try $0.announce(1, gift: "rose", days: 400_000)
    }
  ]

  private static let plans = [
    BrokenRotation("a plan of a change to come") { try $0.replan(since: 4) },
    BrokenRotation("a plan at another instant than its change") { try $0.replan(hours: 2) },
    BrokenRotation("a plan of a gift that is not there") {
      try $0.replan(gifts: ["rose", "star"])
    },
    BrokenRotation("a plan of a version that is not there") {
      let rose = try GiftID("rose")
      let third = LineupPlace(gift: rose, version: try VersionNumber(3))
      try $0.replan(special: [1: TurnOverride(swaps: [rose: third])])
    },
    BrokenRotation("a plan of a gift that is another rotation's") {
      try $0.replan(gifts: ["rose", "heart"])
    },
    BrokenRotation("a running turn with a gift twice") {
      let rose = LineupPlace(gift: try GiftID("rose"), version: .first)
      try $0.replan(
        running: CarriedTurn(
          number: 1, from: try .at("2019-01-01T00:00:00Z"), until: nil, places: [rose, rose]))
    },
    BrokenRotation("a running turn that ended before it began") {
      let rose = LineupPlace(gift: try GiftID("rose"), version: .first)
      try $0.replan(
        running: CarriedTurn(
          number: 1, from: try .at("2019-01-01T00:00:00Z"),
          until: try .at("2018-01-01T00:00:00Z"), places: [rose]))
    },
    BrokenRotation("more gifts withdrawn than there can be") {
      let gone = try (0...RotationPlan.maxWithdrawals).map {
        (try GiftID("g\($0)"), try Timestamp.at("2019-01-01T00:00:00Z"))
      }
      try $0.replan(withdrawn: Dictionary(uniqueKeysWithValues: gone))
    },
    BrokenRotation("a plan of a gift that no binding names") { $0.bindings.removeFirst() },
    BrokenRotation("a plan that stands there twice") { $0.plans.append($0.plans[0]) },
  ]

  private static let bindings = [
    BrokenRotation("a binding to a rotation that is not there", name: "autumn") {
      try $0.rebind("rose", "autumn")
    },
    BrokenRotation("a binding of a gift that is not there") { try $0.rebind("star") },
    BrokenRotation("a binding of a change to come") { try $0.rebind(since: 4) },
    BrokenRotation("a binding until a change to come") { try $0.rebind(until: 4) },
    BrokenRotation("a binding that ends before it begins") { try $0.rebind(until: 2) },
    BrokenRotation("a binding that ends while its rotation goes on") {
      let (spring, summer) = ($0.plans[0], $0.plans[1])
      $0.plans[1] = RotationPlanRecord(
        rotation: summer.rotation,
        revision: Rotation.Revision(
          since: summer.revision.since, at: summer.revision.at, plan: spring.revision.plan))
      try $0.rebind(until: 3)
      $0.bindings.append(
        RotationBinding(
          gift: try GiftID("rose"),
          row: Recorded(summer.rotation, since: try .number(3), until: nil)))
    },
    BrokenRotation("a gift bound twice at once", name: "summer") {
      $0.bindings.append(
        RotationBinding(
          gift: $0.bindings[1].gift,
          row: Recorded(try RotationName("summer"), since: try .number(3), until: nil)))
    },
  ]

  private static let announcements = [
    BrokenRotation("announcements with a gap", .announcement(3)) {
      try $0.announce(1, number: 3)
    },
    BrokenRotation("announcements that begin at 2", .announcement(2)) {
      $0.announcements.removeFirst()
    },
    BrokenRotation("announcements out of order", .announcement(2)) {
      try $0.announce(0, gift: "rose")
      try $0.announce(1, gift: "heart")
    },
    BrokenRotation("an announcement that stands there twice", .announcement(2)) {
      try $0.announce(1, gift: "heart")
    },
    BrokenRotation("an announcement that was made early", .announcement(1)) {
      try $0.announce(0, lateness: -1)
    },
    BrokenRotation("an announcement of a version that is not there", .announcement(1)) {
      try $0.announce(0, version: 3)
    },
    BrokenRotation("an announcement of a gift that is not there", .announcement(2)) {
      try $0.announce(1, gift: "star")
    },
    BrokenRotation("an announcement by a change that is not there", .announcement(2)) {
      try $0.announce(1, gift: "rose", change: 4)
    },
    BrokenRotation("an announcement by a change before that of the last one", .announcement(2)) {
      try $0.announce(1, gift: "rose", change: 2)
    },
    BrokenRotation("an announcement of a rotation that is not there", .announcement(1)) {
      try $0.announce(0, cause: .rotation(try RotationName("autumn"), turn: 1))
    },
  ]
}
