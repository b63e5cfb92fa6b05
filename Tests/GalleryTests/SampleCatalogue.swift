// These tests know pages as text: made of values, read by a strict XML parser. How they look, and
// what a browser does with them, is tested by `make gallery`.

import GiftDomain

@testable import Gallery

/// Gifts with names that a page must withstand, in every status, with a rotation.
struct SampleCatalogue {
  static let now = Timestamp(clamping: 1_795_000_000_000_000)
  private static let day: Int64 = 86_400_000_000

  /// Names as long as the domain allows, in scripts of both directions, and that could be HTML.
  static let names: [[String: String]] = [
    ["en": "Rose", "de": "Rose", "ar": "وردة", "zh": "玫瑰"],
    ["en": "<script>alert('hi')</script>"],
    ["en": "\"><img src=x onerror=alert(1)>"],
    ["en": "]]> --> </title></script><!--"],
    ["en": "&amp; &#39; &lt;"],
    ["en": String(repeating: "W", count: GiftName.maxCharacters)],
    ["ar": String(repeating: "هدية ", count: 15) + "كبيرة"],
    ["en": String(repeating: "👨‍👩‍👧‍👦", count: 25)],
    ["en": "javascript:alert(1)", "he": "מתנה"],
    ["zh-Hant": String(repeating: "禮", count: GiftName.maxCharacters)],
  ]

  let catalogue: ShownCatalogue

  /// The sample at an instant, days from now.
  init(days: Int64 = 0) throws {
    let states = try Self.names.enumerated().map { try Self.state($0.offset, $0.element) }
    let plan = RotationPlan(
      zone: .utc, first: ZoneRules.utc.local(at: Self.instant(1)), cadence: try Cadence(1, .week),
      stay: nil,
      lineup: try Lineup(
        try [7, 8, 9].map { LineupPlace(gift: try Self.id($0), version: try VersionNumber(1)) },
        perTurn: 1), lastTurn: nil, until: nil)
    let rotation = Rotation(
      name: try RotationName("spring"), plan: plan, since: try ChangeNumber(2),
      at: Self.instant(-1))
    let notice = ShownCatalogue.Notice(
      gift: try Self.id(0), rotation: nil, text: "<b>gift-0</b> goes off.")
    catalogue = ShownCatalogue(
      states: states, rotations: [rotation], change: try ChangeNumber(9), instant: Self.now,
      now: Self.now, notices: [notice]
    ).at(Self.instant(days))
  }

  static func id(_ number: Int) throws -> GiftID { try GiftID("gift-\(number)") }

  static func instant(_ days: Int64) -> Timestamp {
    Timestamp(clamping: now.microseconds + days * day)
  }

  private static func state(_ number: Int, _ names: [String: String]) throws -> GiftState {
    let versions = try (1...2).map { try version($0, of: number) }
    return GiftState(
      gift: try id(number), definition: try definition(number, names), versions: versions,
      schedule: try GiftSchedule(try plans(number)))
  }

  /// The first is live with a window ahead, the next ones live, scheduled, retired and drafts.
  private static func plans(_ number: Int) throws -> [Availability] {
    let (one, two) = (try VersionNumber(1), try VersionNumber(2))
    let standing = Availability(window: try Window(from: instant(-9)), version: one)
    return switch number {
    case 0:
      [
        standing,
        Availability(window: try Window(from: instant(3), until: instant(10)), version: two),
      ]
    case 3: [Availability(window: try Window(from: instant(5)), version: one)]
    case 4: [standing, Availability(window: try Window(from: instant(-2)), version: nil)]
    case 5...: []
    default: [standing]
    }
  }

  /// The latest version of the fifth is withdrawn.
  private static func definition(_ number: Int, _ names: [String: String]) throws -> Definition {
    let english = names.keys.first { $0.hasPrefix("en") } ?? names.keys.min() ?? ""
    return try Definition(
      names: LocalNames(
        Dictionary(
          uniqueKeysWithValues: names.map { (try LocaleTag($0.key), try GiftName($0.value)) }),
        fallback: try LocaleTag(english)),
      price: try Price(coins: Int64(number) * 999 + 1),
      category: try Category(number.isMultiple(of: 2) ? "flowers" : "party"),
      places: [.gifts: try Order(Int64(number))], audience: .everybody, isStreakable: number > 3,
      tags: number.isMultiple(of: 3) ? [try Tag("valentine")] : [],
      latestVersion: try VersionNumber(2), note: try Remark("<i>note</i> & \"more\"")
    ).withdrawing(number == 5 ? [try VersionNumber(2)] : [])
  }

  /// The second version of every third gift is not drawn, and that of the next cannot be.
  private static func version(_ version: Int, of number: Int) throws -> AnimationVersion {
    try AnimationVersion(
      gift: try id(number), number: try VersionNumber(Int64(version)),
      asset: try digest(number * 10 + version), byteCount: 48_564,
      facts: try AnimationFacts(
        width: 512, height: 512, frameRateHz: 30, frameCount: version == 1 ? 90 : 1,
        durationMs: 3_000), playback: .once,
      since: try ChangeNumber(1), pictures: try pictures(version, of: number))
  }

  private static func pictures(_ version: Int, of number: Int) throws -> VersionPictures? {
    let maker = try PictureMaker(renderer: String(repeating: "a", count: 40), settings: 1)
    if version == 2, number % 3 == 1 { return nil }
    if version == 2, number % 3 == 2 {
      return VersionPictures(maker: maker, outcome: .undrawn(.blank))
    }
    let picture = { (part: Int, side: Int64) throws in
      try Picture(
        asset: try digest(1_000 + number * 100 + version * 10 + part), byteCount: 7_000,
        width: side, height: side)
    }
    return VersionPictures(
      maker: maker,
      outcome: .drawn(PicturePair(poster: try picture(0, 256), preview: try picture(1, 192))))
  }

  static func digest(_ number: Int) throws -> SHA256Digest {
    try SHA256Digest(hex: padded(number, 64, radix: 16))
  }
}

/// Pages in a site, with the reader's clock in UTC.
func pages(
  in site: Site, at instant: Timestamp? = nil, locale: LocaleTag? = nil
) -> GalleryPages {
  GalleryPages(
    PageContext(
      site: site, clock: PageClock(zone: .utc, now: SampleCatalogue.now), at: instant,
      locale: locale, lightPreviews: []))
}

extension GalleryPages {
  /// Any page of the sample.
  func page(_ page: Page, of catalogue: ShownCatalogue) throws -> HTML {
    switch page {
    case .overview(let filter): return overview(catalogue, filter)
    case .boundary(let instant): return boundary(catalogue, at: instant)
    case .rotation: return rotation(catalogue.rotations[0], "every <week>", in: catalogue)
    case .gift(let gift, let focus):
      guard let state = catalogue.state(of: gift) else { return message("None", "No \(gift)") }
      return self.gift(try content(state), focus, in: catalogue)
    }
  }

  private func content(_ state: GiftState) throws -> GiftContent {
    let finding = GiftContent.Finding(
      severity: "warning", code: "a.b", place: "line 1, /<x>", message: "</script> & so on")
    let edit = GiftContent.Edit(
      change: try ChangeNumber(3), actor: try Actor("<Ada> & co"), verb: "publish",
      reason: try Remark("because </p>"))
    return GiftContent(
      state: state, findings: [try VersionNumber(1): [finding]],
      events: [
        GiftContent.Event(at: SampleCatalogue.now, edit: edit, lines: ["price 1 → <2>"]),
        GiftContent.Event(at: SampleCatalogue.now, edit: nil, lines: ["went live"]),
      ], hasOlderEvents: true, drawnLength: .seconds(15), difference: 0.123)
  }
}
