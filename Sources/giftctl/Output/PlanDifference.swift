import GiftDomain
import GiftStore

/// The differences of two views, plans and drafts included: by gift, by rotation, and by group.
struct PlanDifference {
  private let effects: [GiftDifference]
  private let rotations: [(name: RotationName, what: [String])]
  private let groups: [GroupDifference]
  /// The instant of the later view.
  private let instant: Timestamp

  /// Turns that passed between the views do not count as differences; the earlier view is taken at
  /// the instant of the later one.
  init(from earlier: CatalogueView, to later: CatalogueView) {
    let old = earlier.leavingOut(later.broken)
    let new = later.leavingOut(earlier.broken)
    instant = new.instant
    effects = Self.effects(
      from: old.change == .zero ? old : old.evaluated(at: new.instant), to: new)
    groups = new.groups.differences(from: old.groups)
    rotations = new.rotations.compactMap { rotation in
      let changes = rotation.revisions.map(\.since).filter { $0 > old.change && $0 <= new.change }
      return changes.isEmpty ? nil : (rotation.name, changes.flatMap(rotation.phrases(of:)))
    }
  }

  private static func effects(
    from before: CatalogueView, to after: CatalogueView
  ) -> [GiftDifference] {
    let old = Dictionary(uniqueKeysWithValues: before.states.map { ($0.gift, $0) })
    let new = Dictionary(uniqueKeysWithValues: after.states.map { ($0.gift, $0) })
    return Set(old.keys).union(new.keys).sorted().map { gift in
      let absent = GiftState(gift: gift, definition: nil, versions: [], schedule: .empty)
      return GiftDifference(before: old[gift] ?? absent, after: new[gift] ?? absent)
    }.filter { $0.before != $0.after }
  }

  var isEmpty: Bool { effects.isEmpty && rotations.isEmpty && groups.isEmpty }

  /// One line per gift: `+` a new one, `-` a withdrawn one, `~` the others; then one per rotation
  /// and per group.
  var lines: [String] {
    effects.map { gift in
      let sign = gift.before.definition == nil ? "+" : gift.after.definition == nil ? "-" : "~"
      return "\(sign) \(gift.after.gift)  \(phrases(gift).joined(separator: "; "))"
    } + rotations.map { "~ rotation \($0.name)  \($0.what.joined(separator: "; "))" }
      + groups.map(\.line)
  }

  var document: JSONObject {
    [
      "gifts": effects.map { gift -> JSONObject in
        [
          "id": gift.after.gift, "what": phrases(gift),
          "before": gift.before.document(at: instant), "after": gift.after.document(at: instant),
        ]
      },
      "rotations": rotations.map { rotation -> JSONObject in
        ["rotation": rotation.name, "what": rotation.what]
      },
      "groups": groups.map(\.document),
    ]
  }

  private func phrases(_ gift: GiftDifference) -> [String] {
    giftctl.phrases(from: gift.before, to: gift.after, at: instant)
  }
}

extension ChangeRecord {
  /// Who changed something, when and why, as JSON.
  var document: JSONObject {
    [
      "change": number, "at": at, "actor": actor, "login": login, "reason": reason,
      "verb": verb.rawValue,
    ]
  }
}
