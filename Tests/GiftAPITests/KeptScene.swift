import Compression
import GiftDomain
import StoreSupport
import Support
import Testing

@testable import GiftAPI
@testable import GiftStore

/// A catalogue that has everything in it that a snapshot file can have.
enum KeptScene {
  static func catalogue() throws -> KeptCatalogue {
    // Long enough that every coding is shorter.
    let name = String(repeating: "rose", count: 20)
    let contents = ["{\"nm\":\"\(name)\"}", "{\"nm\":\"\(name)\"}\n"].map { Array($0.utf8) }
    let digests = try contents.map { try SHA256Digest(bytes: sha256($0)) }
    let rose = try GiftID("rose")
    let state = GiftState(
      gift: rose, definition: try definition("Röschen", latest: 2),
      versions: [
        try version(of: rose, 1, digests[0], .drawn(1)),
        try version(of: rose, 2, digests[1], .undrawn(.late)),
      ],
      schedule: try GiftSchedule([
        try plan(nil, 100, 200), try plan(1, 220, 250), try plan(2, 90, nil), try plan(1, 300, nil),
      ]))
    let draft = GiftState(
      gift: try GiftID("tulip"), definition: try definition("Tulip", latest: nil), versions: [],
      schedule: .empty)
    let gone = GiftState(
      gift: try GiftID("lily"), definition: nil,
      versions: [try version(of: try GiftID("lily"), 1, digests[0], nil)], schedule: .empty)
    let view = CatalogueView(
      states: [state, draft],
      departed: [DepartedGift(state: gone, lastDefinition: try definition("Lily", latest: 1))],
      rotations: [try rotation(rose)], groups: try groups(),
      withdrawn: [WithdrawnAsset(digest: digests[1], isPicture: true)],
      broken: [.rotation(try RotationName("autumn"))],
      change: try ChangeNumber(9),
      altering: try ChangeNumber(7), alteredAt: try instant(50), history: DigestMark(digests[0]),
      instant: try instant(150), now: try instant(150))
    return KeptCatalogue(
      view: view,
      position: HistoryPosition(
        begun: try instant(10), change: try ChangeNumber(9), changedAt: try instant(60),
        digest: digests[1], timeline: 3, systemIdentifier: -7_000_000_000_000_000_001),
      clockOffset: -1_234,
      assets: try zip(digests, contents).compactMap { digest, content in
        ServedAsset(
          StoredAsset(
            digest: digest,
            bodies: [.identity: content, .gzip: gzip(content)].merging(
              digest == digests[0] ? [:] : [.brotli: brotli(content)]
            ) { $1 }),
          as: .animation)
      } + pictures())
  }

  private static func pictures() throws -> [ServedAsset] {
    try [1, 2].map { try PictureFile(sample: $0) }.compactMap { file in
      ServedAsset(
        StoredAsset(digest: file.picture.asset, bodies: [.identity: file.bytes]), as: .picture)
    }
  }

  /// The rose alone, rolled back to before it was added, while a turn that showed it runs.
  static func departedRose() throws -> CatalogueView {
    let view = try catalogue().view
    let rose = view.states[0]
    let gone = GiftState(
      gift: rose.gift, definition: nil, versions: rose.versions, schedule: .empty)
    let last = try definition("Röschen", latest: 2)
    return CatalogueView(
      states: [], departed: [DepartedGift(state: gone, lastDefinition: last)],
      rotations: view.rotations, groups: view.groups, withdrawn: [], broken: [],
      change: view.change,
      altering: view.altering,
      alteredAt: view.alteredAt, history: view.history, instant: view.instant, now: view.now
    ).evaluated(at: try instant(6_100_000))
  }

  private static func groups() throws -> GiftGroups {
    let change = try ChangeNumber(2)
    let names = try LocalNames(
      [LocaleTag("en"): GiftName("Flowers")], fallback: try LocaleTag("en"))
    return GiftGroups(
      [
        GroupRecord(
          .placement(name: try PlacementName("splash"), choose: .random), since: change),
        GroupRecord(
          .category(
            name: try Category("flowers"),
            details: CategoryDetails(names: names, order: try Order(-3))), since: change),
      ], at: change)
  }

  private static func definition(_ name: String, latest: Int64?) throws -> Definition {
    try Definition(
      names: LocalNames(
        [try LocaleTag("de"): try GiftName(name), try LocaleTag("en"): try GiftName("Rose")],
        fallback: try LocaleTag("en")),
      price: try Price(coins: 10), category: try Category("flowers"),
      places: [.gifts: try Order(-3)],
      audience: .everybody, isStreakable: true, tags: [try Tag("red"), try Tag("valentine")],
      latestVersion: try latest.map { try VersionNumber($0) }, note: nil)
  }

  private static func version(
    of gift: GiftID, _ number: Int64, _ asset: SHA256Digest, _ pictures: VersionPictures?
  ) throws -> AnimationVersion {
    try AnimationVersion(
      gift: gift, number: try VersionNumber(number), asset: asset, byteCount: 20,
      facts: try AnimationFacts(
        width: 512, height: 256, frameRateHz: 29.97, frameCount: 90.5, durationMs: 3_020),
      playback: .once,
      since: try ChangeNumber(number), pictures: pictures)
  }

  private static func rotation(_ rose: GiftID) throws -> Rotation {
    let zone = ZoneRules(
      name: "Europe/London", firstOffsetSeconds: 3_600,
      transitions: [.init(at: 1_000, offsetSeconds: 0), .init(at: 2_000, offsetSeconds: 3_600)])
    let place = LineupPlace(gift: rose, version: .first)
    let guest = LineupPlace(gift: try GiftID("lily"), version: .first)
    let plain = RotationPlan(
      zone: zone, first: try LocalTime(seconds: 5_000_000), cadence: try Cadence(3, .week),
      stay: nil, lineup: try Lineup([place, guest], perTurn: 1), lastTurn: nil, until: nil)
    let special = RotationPlan(
      zone: ZoneRules(name: "UTC", firstOffsetSeconds: 0, transitions: []),
      anchor: try LocalTime(seconds: 6_000_000), anchorTurn: 4,
      cadence: try Cadence(1, .month), stay: try Stay(12, .hour),
      lineup: try Lineup([place], perTurn: 2), position: 0, lastTurn: 40,
      until: try instant(90_000_000), firstTurn: 5,
      overrides: [
        6: TurnOverride(isSkipped: true),
        7: TurnOverride(
          movedTo: try LocalTime(seconds: 12_000_000), swaps: [rose: guest]),
      ],
      withdrawals: [rose: try instant(80_000_000)],
      carried: CarriedTurn(
        number: 4, from: try instant(5_900_000), until: try instant(6_500_000), places: [place]))
    return try #require(
      Rotation(
        name: try RotationName("spring"),
        revisions: [
          .init(since: try ChangeNumber(3), at: try instant(30), plan: plain),
          .init(since: try ChangeNumber(5), at: try instant(40), plan: special),
        ]))
  }

  private static func plan(
    _ version: Int64?, _ from: Int64, _ until: Int64?
  ) throws -> Availability {
    Availability(
      window: try Window(from: try instant(from), until: try until.map(instant)),
      version: try version.map(VersionNumber.init))
  }

  private static func instant(_ seconds: Int64) throws -> Timestamp {
    try Timestamp(microseconds: seconds * 1_000_000)
  }
}

extension CodedBody: Equatable {
  /// Whether all codings are the same.
  static func == (left: CodedBody, right: CodedBody) -> Bool {
    ContentCoding.allCases.allSatisfy { left[$0] == right[$0] }
  }
}
