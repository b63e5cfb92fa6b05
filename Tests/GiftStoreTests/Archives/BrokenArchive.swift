import GiftDomain
import StoreSupport
import Testing

@testable import GiftStore

/// A small archive in which one thing at a time is broken: a rose that was added and published,
/// and got a second version.
struct ArchiveDraft: Sendable {
  var changeNumbers: [Int64] = [1, 2, 3]
  var seconds: [Int64] = [10, 20, 30]
  var ids = ["rose"]
  var giftChanges: [Int64] = [1, 2, 3]
  var versions: [(number: Int64, byte: UInt8, since: Int64)] = [(1, 1, 1), (2, 2, 3)]
  var byteCount: Int64 = 1
  var definitions: [(since: Int64, until: Int64?, latest: Int64?)] = [(1, 3, 1), (3, nil, 2)]
  var availabilities: [(from: Int64, version: Int64, since: Int64, until: Int64?)] = [
    (20, 1, 2, nil)
  ]
  var windows: [(from: Int64, until: Int64)] = []
  var pictures: [(version: Int64, sample: UInt8, since: Int64, until: Int64?)] = [
    (1, 1, 1, 3), (1, 2, 3, nil), (2, 1, 3, nil),
  ]
  /// Those of every picture; nil for the sample's.
  var pictureBytes: [UInt8]?

  func archive() throws -> Archive {
    try Archive(
      changes: try zip(changeNumbers, seconds).map { number, second in
        ChangeRecord(
          number: try ChangeNumber(number), at: try Timestamp(microseconds: second * 1_000_000),
          actor: try Actor("tester"), login: "tester", reason: nil, verb: .add,
          altersCatalogue: true)
      }.chained(),
      gifts: try ids.map { id in
        let gift = try GiftID(id)
        return ArchivedGift(history: try history(of: gift), findings: versions.map { _ in "[]" })
      }
    ).proven()
  }

  private func history(of gift: GiftID) throws -> GiftHistory {
    GiftHistory(
      gift: gift,
      versions: try versions.map { version in
        let candidate = try Upload(byte: version.byte).candidate
        return try AnimationVersion(
          gift: gift, number: try VersionNumber(version.number), asset: candidate.asset,
          byteCount: byteCount, facts: candidate.facts, playback: .once,
          since: try ChangeNumber(version.since),
          pictures: nil)
      },
      definitions: try definitions.map { row in
        Recorded(
          try Definition(
            names: try LocalNames(
              [LocaleTag("en"): GiftName("Rose")], fallback: try LocaleTag("en")),
            price: Price(coins: 1),
            category: .general, places: [.gifts: .zero], audience: .everybody, isStreakable: false,
            tags: [],
            latestVersion: row.latest.map { try VersionNumber($0) }, note: nil),
          since: try ChangeNumber(row.since), until: try row.until.map { try ChangeNumber($0) })
      },
      availabilities: try availabilities.map { row in
        let window = try Window(from: Timestamp(microseconds: row.from * 1_000_000))
        return Recorded(
          Availability(window: window, version: try VersionNumber(row.version)),
          since: try ChangeNumber(row.since), until: try row.until.map { try ChangeNumber($0) })
      }
        + windows.map { row in
          let window = try Window(
            from: Timestamp(microseconds: row.from * 1_000_000),
            until: Timestamp(microseconds: row.until * 1_000_000))
          return Recorded(
            Availability(window: window, version: .first), since: try ChangeNumber(2), until: nil)
        },
      pictures: try pictures.map { row in
        Recorded(
          PicturedVersion(
            version: try VersionNumber(row.version),
            pictures: try pictureBytes.map { try .drawn(bytes: $0) } ?? .drawn(row.sample)),
          since: try ChangeNumber(row.since), until: try row.until.map { try ChangeNumber($0) })
      },
      changes: try giftChanges.map { try ChangeNumber($0) })
  }
}

/// One way in which an archive does not fit together, and what is said about it.
struct BrokenArchive: Sendable, CustomTestStringConvertible {
  /// An `ArchiveFault` of the draft's gift.
  enum Fault: Sendable {
    case changesOutOfOrder(Int)
    case rowsAltered(Int)
    case changesOfGiftBroken
    case versionsOutOfOrder
    case rowWithoutChange
    case overlap(at: Int)
  }

  let testDescription: String
  let fault: Fault
  let spoil: @Sendable (inout ArchiveDraft) -> Void

  init(
    _ description: String, _ fault: Fault,
    _ spoil: @escaping @Sendable (inout ArchiveDraft) -> Void
  ) {
    testDescription = description
    self.fault = fault
    self.spoil = spoil
  }

  func fault(of gift: GiftID) throws -> ArchiveFault {
    switch fault {
    case .changesOutOfOrder(let number): .changesOutOfOrder(try .number(number))
    case .rowsAltered(let number): .rowsAltered(try .number(number))
    case .changesOfGiftBroken: .changesOfGiftBroken(gift)
    case .versionsOutOfOrder: .versionsOutOfOrder(gift)
    case .rowWithoutChange: .rowWithoutChange(gift)
    case .overlap(let number): .overlap(gift, at: try .number(number))
    }
  }

  static let all = changes + rows

  private static let changes = [
    BrokenArchive("a gap in the changes", .changesOutOfOrder(4)) {
      $0.changeNumbers = [1, 2, 4]
    },
    BrokenArchive("changes that begin at 2", .changesOutOfOrder(2)) {
      $0.changeNumbers = [2, 3, 4]
    },
    BrokenArchive("changes that go back in time", .changesOutOfOrder(2)) {
      $0.seconds = [20, 10, 30]
    },
    BrokenArchive("a gift twice", .changesOfGiftBroken) { $0.ids = ["rose", "rose"] },
    BrokenArchive("a gift of no change", .changesOfGiftBroken) { $0.giftChanges = [] },
    BrokenArchive("a gift of change 0", .changesOfGiftBroken) {
      $0.giftChanges = [0, 1, 2, 3]
    },
    BrokenArchive("a gift of a change to come", .changesOfGiftBroken) {
      $0.giftChanges = [1, 2, 3, 4]
    },
    BrokenArchive("a gift's change twice", .changesOfGiftBroken) {
      $0.giftChanges = [1, 2, 2, 3]
    },
  ]

  private static let rows = [
    BrokenArchive("versions with a gap", .versionsOutOfOrder) { $0.versions[1].number = 3 },
    BrokenArchive("versions out of order", .versionsOutOfOrder) {
      ($0.versions[0].number, $0.versions[1].number) = (2, 1)
    },
    BrokenArchive("a version of a change that did not touch the gift", .rowWithoutChange) {
      $0.giftChanges = [1, 2]
      $0.definitions = [(1, nil, 1)]
    },
    BrokenArchive("a definition of another change", .rowWithoutChange) {
      $0.giftChanges = [1, 3]
      $0.availabilities = []
      $0.definitions[1].since = 2
    },
    BrokenArchive("a definition that ends before it begins", .rowsAltered(2)) {
      $0.definitions[1].until = 2
    },
    BrokenArchive("a definition of a version that is not there", .rowWithoutChange) {
      $0.definitions[1].latest = 3
    },
    BrokenArchive("a definition of a version to come", .rowWithoutChange) {
      $0.definitions[0].latest = 2
    },
    BrokenArchive("an availability of a version that is not there", .rowWithoutChange) {
      $0.availabilities[0].version = 3
    },
    BrokenArchive("an availability of a version to come", .rowWithoutChange) {
      $0.availabilities[0].version = 2
    },
    BrokenArchive("an availability of another change", .rowWithoutChange) {
      $0.giftChanges = [1, 3]
    },
    BrokenArchive("two standing steps at an instant", .overlap(at: 3)) {
      $0.availabilities.append((20, 2, 3, nil))
    },
    BrokenArchive("two standing steps at an instant once", .overlap(at: 2)) {
      $0.availabilities.append((20, 1, 2, 3))
    },
    BrokenArchive("windows that overlap", .overlap(at: 2)) {
      $0.windows = [(30, 40), (35, 45)]
    },
    BrokenArchive("pictures of a version that is not there", .rowWithoutChange) {
      $0.pictures[2].version = 3
    },
    BrokenArchive("pictures of a version to come", .rowWithoutChange) {
      $0.pictures[2].since = 2
    },
    BrokenArchive("pictures of another change", .rowWithoutChange) {
      $0.giftChanges = [1, 3]
      $0.availabilities = []
      $0.pictures[1].since = 2
    },
    BrokenArchive("pictures that end before they begin", .rowsAltered(2)) {
      $0.pictures[1].until = 2
    },
    BrokenArchive("pictures of a version that stand at once", .overlap(at: 3)) {
      $0.pictures[0].until = nil
    },
    BrokenArchive("definitions that stand at once", .overlap(at: 2)) {
      $0.definitions.append((2, 3, 1))
    },
  ]
}
