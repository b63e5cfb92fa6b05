import GiftDomain
import GiftStore

/// An edit, or a boundary that passed, as `history` shows it.
struct PastEvent {
  let at: Timestamp
  let isChange: Bool
  /// Number, instant, author, verb, and what happened.
  let cells: [String]
  /// The login, if it is not the author's name: anybody may name any author, and nobody another
  /// login.
  let otherLogin: String?
  /// The same in full, for --verbose.
  let lines: [String]
  let document: JSONObject

  init(_ record: AnnouncementRecord) {
    at = record.announcement.due
    isChange = false
    let what = "\(record.announcement.gift) \(record.what)"
    cells = ["", at.written, "–", "boundary", what]
    otherLogin = nil
    lines = ["\(at)  boundary", "    \(what)"]
    document = record.document
  }

  /// An edit; if `gift` is given, only its part is shown.
  init(_ effect: ChangeEffect, at: Timestamp, of gift: GiftID?) {
    let change = effect.listed.record
    let own = gift.map { effect.gifts[$0] ?? [] }
    let others = effect.rotationLines + effect.groupLines
    let texts = (own ?? effect.summary) + others
    self.at = at
    isChange = true
    cells = [
      "\(change.number)", change.at.written, change.actor.text, change.verb.rawValue,
      [change.reason?.text ?? "", texts.joined(separator: "; ")].filter { !$0.isEmpty }
        .joined(separator: " – "),
    ]
    otherLogin = change.login == change.actor.text ? nil : change.login
    lines =
      [
        "change \(change.number)  \(change.at)  \(change.verb.rawValue) by \(change.actor.text), "
          + "login \(change.login)"
      ] + (change.reason.map { ["    “\($0.text)”"] } ?? [])
      + (own.map { own in own.map { "    \($0)" } } ?? effect.giftLines.map { "    \($0)" })
      + others.map { "    \($0)" }
    document =
      change.document + [
        "altersCatalogue": change.altersCatalogue,
        // The first of many; `giftCount` is the number of all.
        "gifts": effect.listed.gifts,
        "giftCount": effect.listed.giftCount,
        "rotations": effect.listed.rotations,
        "rotationEdits": effect.rotations.map { edit -> JSONObject in
          ["rotation": edit.rotation, "what": edit.what]
        },
        "groups": effect.groups.map(\.document),
        "what": own,
      ]
  }
}

/// The effect of a change on the gifts and rotations that it touched.
struct ChangeEffect {
  /// Up to this many gifts, each gets a line with its differences.
  private static let toldGifts = 3

  let listed: ListedChange
  /// The differences by gift; of many gifts, the first.
  let gifts: [GiftID: [String]]
  let rotations: [(rotation: RotationName, what: [String])]
  let groups: [GroupDifference]

  /// With a gift, only what concerns that: no groups, and of rotations those that it is or was in.
  init(
    _ listed: ListedChange, in past: PastEvents, _ rotations: [Rotation], of only: GiftID?
  ) throws(DomainError) {
    let histories = past.histories
    self.listed = listed
    let number = listed.record.number
    var effects: [GiftID: [String]] = [:]
    for gift in listed.gifts {
      guard let history = histories[gift] else { continue }
      effects[gift] = phrases(
        from: try history.state(at: number.previous), to: try history.state(at: number),
        at: listed.record.at)
    }
    gifts = effects
    self.rotations = rotations.filter { rotation in
      listed.rotations.contains(rotation.name)
        && only.map { gift in rotation.revisions.contains { $0.plan.gifts.contains(gift) } } ?? true
    }
    .map { ($0.name, $0.phrases(of: number)) }
    let before = GiftGroups(past.groups, at: number.previous)
    let after = GiftGroups(past.groups, at: number)
    groups = (only == nil ? listed.groups : []).map {
      GroupDifference(before: before[$0], after: after[$0])
    }
  }

  /// One line per placement and category.
  var groupLines: [String] { groups.map { "\($0.after.id.text): \($0.what)" } }

  /// One line per rotation.
  var rotationLines: [String] {
    rotations.map { "rotation \($0.rotation): \($0.what.joined(separator: "; "))" }
  }

  /// One line per gift.
  var giftLines: [String] {
    listed.gifts.map { gift in "\(gift): \((gifts[gift] ?? ["?"]).joined(separator: "; "))" }
      + more
  }

  /// The differences of few gifts, or the ids of many.
  var summary: [String] {
    guard listed.giftCount > Self.toldGifts else { return giftLines }
    return [(listed.gifts.map(\.text) + more).joined(separator: ", ")]
  }

  private var more: [String] {
    let count = listed.giftCount - listed.gifts.count
    return count > 0 ? ["… \(grouped(count)) more"] : []
  }
}
