import GiftDomain
import GiftSQL
import Postgres

// Queries that are used in several places.
extension Question<Timestamp> {
  /// The database's clock.
  static var clock: Self { Self(SQL.clockNow) { row in try row.instant("now") } }
}

/// A change that altered what clients see, and the history that it belongs to.
typealias AlteringChange = (last: LastChange, history: DigestMark)

extension Question<AlteringChange> {
  /// The newest change up to another that altered what clients see.
  static func lastAltering(upTo change: ChangeNumber) -> Self {
    Self(SQL.changeLastAltering, [.change(change)]) { row in
      (
        LastChange(number: try row.change("number"), at: try row.instant("at")),
        try row.optionalDigest("digest").map(DigestMark.init) ?? .none
      )
    }
  }
}

extension Question<SHA256Digest> {
  /// Which of these digests are stored.
  static func stored(among digests: some Sequence<SHA256Digest>) -> Self {
    Self(SQL.assetListAmong, [.bytesArray(digests.map(\.bytes))]) { row in
      try row.digest("sha256")
    }
  }
}

extension Question<(SHA256Digest, VersionPictures)> {
  /// The current pictures of animations, each with its animation.
  static func pictures(of animations: [SHA256Digest]) -> Self {
    Self(SQL.pictureOfAnimations, [.bytesArray(animations.map(\.bytes))]) { row in
      (try row.digest("asset"), try row.versionPictures())
    }
  }
}

extension Question<GiftID> {
  /// The gifts whose ids differ from one only in hyphens.
  static func namesakes(of gift: GiftID) -> Self {
    Self(SQL.giftNamesakes, [.text(gift.text)]) { row in try row.gift("gift") }
  }
}

extension Question<LastChange> {
  static var lastChange: Self {
    Self(SQL.changeLast) { row in
      LastChange(number: try row.change("number"), at: try row.instant("at"))
    }
  }
}

extension Session {
  func record(of gift: GiftID) throws -> GiftRecord? {
    let named: [Parameter] = [.textArray([gift.text])]
    let head = Question(SQL.recordHead, [.text(gift.text)]) { row in
      (
        last: try row.change("number"), now: try row.instant("now"),
        isTurned: try row.bool("turned")
      )
    }
    let checked = Question(gifts: SQL.versionFindings, [.text(gift.text)]) { row in
      (version: try row.animationVersion(), findings: try row.text("findings"))
    }
    let (heads, versions, grouped, definitions, availabilities, pictures, edits) = try answers(
      head, checked, .lastGroups(through: nil), .definitions(of: [gift]),
      Question(availabilities: SQL.availabilityOfGifts, named),
      Question(pictures: SQL.pictureOfGifts, named),
      Question(edits: SQL.giftChangeOfGifts, named))
    guard !edits.isEmpty else { return nil }
    let (rotations, broken) =
      heads[0].isTurned ? [Rotation].parted(try answers(.plans(at: heads[0].last))) : ([], [])
    return GiftRecord(
      history: try HistoryRows(
        versions.map { $0.map(\.version) }, definitions, availabilities, pictures, edits
      ).history(of: gift),
      last: heads[0].last, now: heads[0].now,
      rotations: rotations.filter { rotation in
        rotation.revisions.contains { $0.plan.gifts.contains(gift) }
      }, groups: GiftGroups([GroupRecord].parted(grouped).whole, at: heads[0].last),
      broken: broken,
      findings: Dictionary(
        versions.compactMap { $0.content.map { ($0.version.number, $0.findings) } }
      ) { _, last in last })
  }

  func assets(_ digests: [SHA256Digest]) throws -> [StoredAsset] {
    let wanted = Parameter.bytesArray(digests.map(\.bytes))
    let bodies = try rows(SQL.assetCodings, [wanted]) { row in
      (
        digest: try row.digest("sha256"), coding: try row.word("coding") as ContentCoding,
        bytes: try row.bytes("bytes")
      )
    }
    return Dictionary(grouping: bodies, by: \.digest).map { digest, bodies in
      StoredAsset(
        digest: digest,
        bodies: Dictionary(bodies.map { ($0.coding, $0.bytes) }) { first, _ in first })
    }.sorted { $0.digest.hex < $1.digest.hex }
  }

  func view(
    at moment: Moment, of gifts: ViewedGifts = .all, as role: StoreRole
  ) throws -> CatalogueView {
    let (changes, begun) = try answers(.lastChange, .clock)
    let (change, wanted) = try locate(moment, now: begun[0], last: changes[0].number)
    let (altering, plans, grouped, withdrawn) = try answers(
      .lastAltering(upTo: change), .plans(at: change), .lastGroups(through: change),
      .withdrawnAssets)
    let (rotations, broken) = [Rotation].parted(plans)
    let (groups, lostGroups) = [GroupRecord].parted(grouped)
    var left = Set(broken.map(BrokenPart.rotation) + lostGroups.map(BrokenPart.group))
    var (states, departed): ([GiftState], [DepartedGift]) = ([], [])
    let named = try named(gifts, rotations, at: change, wanted)
    try eachPart(of: named, at: change, as: role) { rows, part in
      let read = rows.states(of: part, at: change, leaving: &left)
      states += read.filter(\.isDefined)
      departed += read.compactMap(rows.departed)
    }
    // It is read last, so that no boundary is late by the time that reading takes.
    let now = moment == .now ? try clock() : begun[0]
    let instant = moment == .now ? now : wanted
    return CatalogueView(
      states: states, departed: departed, rotations: rotations,
      groups: GiftGroups(groups, at: change), withdrawn: withdrawn, broken: left.sorted(),
      change: change,
      altering: altering[0].last.number, alteredAt: altering[0].last.at,
      history: altering[0].history, instant: instant, now: now
    ).evaluated(at: instant)
  }

  /// The ids of gifts to be read; nil for all.
  private func named(
    _ gifts: ViewedGifts, _ rotations: [Rotation], at change: ChangeNumber, _ instant: Timestamp
  ) throws -> [GiftID]? {
    switch gifts {
    case .all: return nil
    case .some(let gifts): return gifts
    case .planned:
      let planned = try rows(
        SQL.availabilityPlanned, [.change(change), .instant(instant)]
      ) { row in
        // A row whose id is none is named where all are read.
        try? row.gift("gift")
      }.compactMap(\.self)
      return Array(Set(planned).union(rotations.flatMap(\.plan.gifts)))
    }
  }

  /// Reads gifts in parts, in order, so that no more rows are in memory than those of a part:
  /// passes the rows on, with the gifts that they are about.
  private func eachPart(
    of gifts: [GiftID]?, at change: ChangeNumber, as role: StoreRole,
    _ body: (HistoryRows, [GiftID]) throws -> Void
  ) throws {
    let limit = StoreLimits.giftsInPart
    let ids = role == .reader ? SQL.giftSeenPart : SQL.giftPart
    var rest = gifts?.sorted().map(\.text)[...]
    var last = ""
    while true {
      let part =
        try rest.map { Array($0.prefix(limit)) }
        ?? rows(ids, [.text(last), .int(Int64(limit))]) { row in try row.text("gift") }
      rest = rest?.dropFirst(limit)
      let named = Parameter.textArray(part)
      let (definitions, versions, availabilities, pictures) = try answers(
        .lastDefinitions(of: named, upTo: change, as: role),
        Question(versions: SQL.versionOfGifts, [named]),
        Question(availabilities: SQL.availabilityAtChange, [.change(change), named]),
        Question(pictures: SQL.pictureAtChange, [.change(change), named]))
      try body(
        HistoryRows(versions, definitions, availabilities, pictures, []),
        definitions.compactMap(\.gift))
      guard part.count == limit, let end = part.last else { return }
      last = end
    }
  }

  /// The last change by a moment, and the moment's instant.
  func locate(
    _ moment: Moment, now: Timestamp, last: ChangeNumber
  ) throws -> (ChangeNumber, Timestamp) {
    switch moment {
    case .now: return (last, now)
    case .instant(let instant) where instant >= now: return (last, instant)
    case .instant(let instant):
      let change = try row(SQL.changeAtInstant, [.instant(instant)]) { row in
        try row.change("number")
      }
      return (change, instant)
    case .change(.zero): return (.zero, .epoch)
    case .change(let number):
      let found = try rows(SQL.changeInstant, [.change(number)]) { row in
        try row.instant("at")
      }
      guard let at = found.first else {
        throw StoreError.rejected(.changeNotFound(number, last: last))
      }
      return (number, at)
    }
  }
}
