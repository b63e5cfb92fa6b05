import GiftDomain

extension DomainError {
  /// The rule that is broken, and how to follow it.
  var sentence: String {
    switch self {
    case .malformed(.localTime, let text) where UnreadableArgument.impossibleDay(text) != nil:
      "\(quoted(text)) is not a day: \(UnreadableArgument.impossibleDay(text)?.description ?? "")."
    case .malformed(let kind, let text):
      "\(quoted(text)) is not a valid \(kind.rawValue): \(kind.rule)."
    case .outOfRange(.giftName, _, _):
      "A gift needs at least one name: --name en=Rose."
    case .outOfRange(.placement, _, _):
      "A gift needs at least one placement: --place gifts."
    case .outOfRange(.localTime, _, _):
      "The time is outside the years 1 to 9998."
    case .outOfRange(.instant, _, _):
      "The time is outside the years 1 to 9999."
    case .outOfRange(let kind, let value, _) where [.cadence, .stay].contains(kind):
      "\(value) is not a valid \(kind.rawValue): \(kind.rule)."
    case .outOfRange(.change, let value, _):
      "\(value) is not a valid change: \(ValueKind.change.rule)."
    case .outOfRange(.perTurn, _, let allowed):
      "A turn has from \(allowed.lowerBound) to \(grouped(Int(allowed.upperBound))) gifts."
    case .outOfRange(.digest, _, _): "A SHA-256 digest is 32 bytes long."
    case .outOfRange(let kind, let value, let allowed):
      "\(grouped(Int(value))) is not a valid \(kind.rawValue): \(kind.rule), from "
        + "\(grouped(Int(allowed.lowerBound))) to \(grouped(Int(allowed.upperBound)))."
    case .tooMany(let kind, let count, let limit):
      "\(grouped(count)) \(kind.plural) are too many: at most \(grouped(limit)) are allowed."
    case .repeated(.lineup, let text):
      "--lineup names the gift \(quoted(text)) twice; each gift may be named once."
    case .repeated(let kind, let text):
      "The \(kind.rawValue) \(quoted(text)) was given twice."
    case .emptyWindow(let from, let until):
      "The end \(until) is not after the beginning \(from)."
    case .unplayable(let width, let height, let rate, let count):
      "An animation of \(width)×\(height) pixels and \(short(count)) frames at \(short(rate)) Hz "
        + "cannot play: it needs a size, a frame and a frame rate."
    case .fallbackMissing(let locale):
      "The fallback \(locale.text) needs a name, which cannot be removed. To give it one: --name "
        + "\(locale.text)=…; to choose another fallback: --fallback."
    case .termsWithoutEnd:
      "Another price or order for good belongs to the gift: giftctl add ID --price 10. For a "
        + "window: --until."
    case .priceMissing:
      "What is in the placement gifts is for sale, and needs a price: --price 10."
    case .emptySegment(let name, let first, let last):
      "The segment \(quoted(name.text)) ends at frame \(short(last)), which is not after frame "
        + "\(short(first)), where it begins."
    case .segmentOutside(let name, let first, let last, let frames):
      "The segment \(quoted(name.text)) has frames \(short(first)) to \(short(last)), and the "
        + "animation has frames \(short(frames.lowerBound)) to \(short(frames.upperBound)): choose "
        + "frames within them."
    case .segmentMissing(let name, let others):
      "There is no segment \(quoted(name.text)) to loop: "
        + (others.isEmpty
          ? "the animation has none. To make one: --segment \(name.text)=0-30"
          : "the animation has \(others.map { quoted($0.text) }.joined(separator: ", ")).")
    case .overlap(let earlier, let later):
      "Two plans overlap: \(earlier.sentence), and \(later.sentence)."
    }
  }
}

extension Window {
  /// `from … until …`.
  var sentence: String { "from \(from)" + (until.map { " until \($0)" } ?? "") }
}

extension Terms {
  /// `, for 3 coins`, `, with order 5`, or nothing.
  var phrase: String {
    (price.map { ", for \($0.phrase)" } ?? "") + (order.map { ", with order \($0)" } ?? "")
  }
}

extension TimelineEntry {
  /// `version 2 from … until …`.
  var sentence: String { "version \(version) \(window.sentence)\(offer.terms.phrase)" }
}

extension Availability {
  /// `version 2 from … until …`, or `off from … until …`.
  var sentence: String { entry?.sentence ?? "off \(window.sentence)" }
}

extension ValueKind {
  /// What several of a kind are called, of which a gift or a rotation may only have so many.
  fileprivate var plural: String {
    switch self {
    case .category: "categories"
    case .placeNumber: "numbers in placements"
    case .lineup: "gifts in a lineup"
    case .turn: "special turns"
    case .loopCount: "numbers of plays"
    case .animationBytes: "sizes of animations"
    case .pictureBytes: "sizes of pictures"
    case .pictureSide: "sides of pictures"
    case .pictureSettings: "versions of settings"
    case .platformRule: "rules for platforms"
    case .appVersion: "app versions"
    case .clientKind: "kinds of clients"
    case .giftID, .localeTag, .giftName, .price, .tag, .order, .placement, .choice,
      .segment, .version, .change, .announcement, .digest,
      .instant,
      .platform, .region, .actor, .remark, .rotationName, .localTime, .perTurn, .cadence, .stay,
      .turnCount,
      .renderer:
      "\(rawValue)s"
    }
  }

  /// The rule, to be read after a colon.
  var rule: String {
    switch self {
    case .giftID: "2 to 64 lower-case letters and digits, with single hyphens between them"
    case .localeTag: "write a BCP 47 language tag, such as en, de or zh-Hant"
    case .giftName:
      "1 to 80 characters on one line, without control or direction-overriding characters"
    case .price: "a price is a whole number of coins"
    case .category, .tag, .placement:
      "1 to 64 lower-case letters and digits, with single hyphens between them"
    case .order: "the order is a whole number"
    case .choice: "write all, first or random"
    case .placeNumber:
      "a gift's order or weight in a placement is a whole number, as in splash:2"
    case .platform: "write ios, android or web"
    case .platformRule:
      "write a platform (ios, android, web) and versions of its app, such as ios, ios:8.2+, "
        + "ios:8.2-8 or ios:-8"
    case .appVersion: "up to four numbers with dots between them, such as 8.3"
    case .region: "write an ISO 3166 code of two letters, such as DE"
    case .clientKind:
      "write its platform, the version of its app and its region, such as ios:8.3:DE, ios or ::DE; "
        + "a version needs a platform"
    case .segment: "1 to 64 visible characters on one line"
    case .loopCount: "an animation is played a whole number of times"
    case .version: "versions count 1, 2, 3 …"
    case .change: "changes count 1, 2, 3 …"
    case .digest: "a SHA-256 digest is 64 lower-case hexadecimal digits"
    case .instant: "write 2026-12-01T10:00:00Z, in the years 1 to 9999"
    case .actor: "1 to 100 visible characters on one line"
    case .remark: "1 to 500 visible characters on one line"
    case .rotationName: "2 to 64 lower-case letters and digits, with single hyphens between them"
    case .localTime: "write \"2026-12-01 10:00\", in the years 1 to 9998"
    case .lineup: "each gift may be in a lineup once"
    case .perTurn: "a turn has at least one gift"
    case .cadence: "turns are 1 to 3660 days, weeks or months apart"
    case .stay: "gifts stay for 1 to 3660 hours, days or weeks"
    case .turn: "turns count 1, 2, 3 …"
    case .turnCount: "the last turn must begin before the year 9999"
    case .animationBytes: "the size of an animation is a whole number of bytes"
    case .announcement: "announcements count 1, 2, 3 …"
    case .pictureBytes: "the size of a picture is a whole number of bytes"
    case .pictureSide: "the sides of a picture are whole numbers of pixels"
    case .pictureSettings: "the version of the settings of pictures is a whole number"
    case .renderer: "a renderer's build id is 40 lower-case hexadecimal digits"
    }
  }
}

extension Rejection {
  /// How many subjects a sentence names.
  private static let namedSubjects = 5

  /// The message and exit code for it.
  var userMessage: UserMessage {
    switch self {
    case .giftNotFound(let gift): CommandError.giftNotFound(gift).userMessage
    case .versionNotFound(let gift, let version, let latest):
      UserMessage(
        .notFound, "version_not_found",
        "\(gift) has no version \(version)"
          + (latest.map { "; the latest is \($0)." } ?? "; it has none yet."))
    case .animationNotFound(let gift, let digest):
      UserMessage(
        .notFound, "animation_not_found",
        "\(gift) has no version whose animation has the digest \(digest.hex).")
    case .noVersion(let gift):
      UserMessage(
        .conflict, "no_version",
        "\(gift) has no animation yet. To add one: giftctl add \(gift) FILE")
    case .versionWithdrawn(let gift, let version):
      UserMessage(
        .conflict, "version_withdrawn",
        "\(gift) version \(version) is withdrawn. To see why: giftctl history \(gift). To allow it "
          + "again: giftctl restore-asset \(gift)@\(version)")
    case .bytesWithdrawn(let withdrawal):
      UserMessage(
        .conflict, "bytes_withdrawn",
        "These bytes are those of \(withdrawal.gift) version \(withdrawal.version), which "
          + "\(withdrawal.actor.text) withdrew with change \(withdrawal.change)"
          + (withdrawal.reason.map { " (\($0.text))" } ?? "")
          + ". To allow them again: giftctl restore-asset \(withdrawal.gift)@\(withdrawal.version)")
    case .bytesElsewhere(let gift, let others):
      UserMessage(
        .conflict, "bytes_elsewhere",
        "\(others.prefix(Self.namedSubjects).map(\.text).joined(separator: ", "))"
          + (others.count > Self.namedSubjects
            ? " and \(counted(others.count - Self.namedSubjects, "other"))" : "")
          + " has the same bytes as \(gift), and bytes are withdrawn for all gifts or for none. "
          + "For all: giftctl withdraw \(gift) -m …, or giftctl restore-asset \(gift)")
    case .changeNotFound(let change, let last):
      UserMessage(
        .notFound, "change_not_found", "There is no change \(change); the last is \(last).")
    case .changedSince(let gift, let expected, let actual):
      UserMessage(
        .conflict, "changed_since",
        "\(gift) was changed by change \(actual), after change \(expected), which you expected. To "
          + "see who changed it: giftctl history \(gift)")
    case .movedSinceShown(let subjects):
      UserMessage(
        .conflict, "moved_since_shown",
        "Nothing was done: since it was shown, "
          + "\(subjects.prefix(Self.namedSubjects).map(\.text).joined(separator: ", "))"
          + (subjects.count > Self.namedSubjects
            ? " and \(counted(subjects.count - Self.namedSubjects, "other"))" : "")
          + " would change in another way. To see who edited what: giftctl history. To see what "
          + "would change now, run the command again.")
    case .editedSince(let newest, let latest):
      UserMessage(
        .conflict, "edited_since",
        "Nothing was done: the catalogue was edited by change \(latest), after change \(newest), "
          + "which was shown. To see who edited what: giftctl history. Then run the command again.")
    case .instantInPast(let instant, let now):
      UserMessage(
        .conflict, "instant_in_past",
        "\(dated: instant) is in the past (it is now \(now)), and the past cannot be edited: "
          + "choose a later time, or leave it out for now.")
    case .overlapsPlanned(let gift, let entries):
      UserMessage(
        .conflict, "overlaps_planned",
        "\(gift) is already planned: \(entries.map(\.sentence).joined(separator: "; ")). "
          + "To replace that: --replace"
          + (entries.contains(where: \.isStanding)
            ? "" : "; to keep the parts that do not overlap: --keep-rest"))
    case .undoConflict(let number, let subject, let later, let actor):
      UserMessage(
        .conflict, "undo_conflict",
        "Change \(number) cannot be undone: "
          + "\(actor.map { "\($0.text) has" } ?? "somebody has") edited \(subject.text) since "
          + "(change \(later)). To undo that first: giftctl undo \(later)")
    case .definitionIncomplete(let gift, let lacksName, let lacksPrice):
      UserMessage(
        .usage, "definition_incomplete",
        "\(gift) needs "
          + [
            lacksName ? "a name (--name en=Rose)" : nil, lacksPrice ? "a price (--price 10)" : nil,
          ]
          .compactMap(\.self).joined(separator: " and ") + ".")
    case .notInGifts(let gift):
      UserMessage(
        .conflict, "not_in_gifts",
        "\(gift) is not in the placement gifts, where it would have an order. To put it there: "
          + "--also-place gifts:10")
    case .tooManyAudiences(let audience, let limit):
      UserMessage(
        .conflict, "too_many_audiences",
        "All gifts together may have \(limit) different audiences, and \(audience.phrase) would be "
          + "one more. Use one that another gift has (giftctl list --all), or take that of a draft "
          + "or a retired gift away: giftctl add ID --no-only --no-region")
    case .groupNotFound(let id):
      UserMessage(
        .notFound, "\(id.kind)_not_found",
        "There is no \(id.kind) \(id.name). To add it: giftctl \(id.kind) add \(id.name)"
          + (id.kind == "category" ? " --name en=…" : ""))
    case .groupChangedSince(let id, let expected, let actual):
      UserMessage(
        .conflict, "changed_since",
        "The \(id.kind) \(id.name) was changed by change \(actual), after change \(expected), "
          + "which you expected. To see who changed it: giftctl history")
    case .placementFixed:
      UserMessage(
        .conflict, "placement_fixed",
        "The placement gifts is in every catalogue: it shows all of its gifts, in their order, and "
          + "cannot be changed or retired.")
    case .categoryIncomplete(let category):
      UserMessage(
        .usage, "category_incomplete",
        "The category \(category) needs a name (--name en=…).")
    case .historyDiffers(let last):
      UserMessage(
        .conflict, "history_differs",
        "The database already has a history (\(counted(Int(last.value), "change"))), and an "
          + "archive can only be restored into an empty one: name a new database.")
    case .rotationNotFound(let name): CommandError.rotationNotFound(name).userMessage
    case .rotationExists, .rotationChangedSince, .rotationEnded, .rotationWithoutTurn,
      .giftInRotation, .giftTakesTurns, .turnNotComing, .turnTooFar, .turnInPast, .turnsOutOfOrder,
      .giftNotInTurn, .giftInTurn:
      rotationExplanation
    case .invalid(let error): UserMessage(.usage, "invalid", error.sentence)
    }
  }
}
