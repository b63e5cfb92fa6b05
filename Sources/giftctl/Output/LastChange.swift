import GiftDomain
import GiftStore

/// What the last change did to each gift that it touched, plans included.
struct LastChange {
  private let change: ChangeRecord
  private let effects: [GiftDifference]

  /// The gifts that differ between the views before and after a change.
  init(_ change: ChangeRecord, before: CatalogueView, after: CatalogueView) {
    self.change = change
    let (before, after) = (before.leavingOut(after.broken), after.leavingOut(before.broken))
    let old = Dictionary(uniqueKeysWithValues: before.states.map { ($0.gift, $0) })
    let new = Dictionary(uniqueKeysWithValues: after.states.map { ($0.gift, $0) })
    effects = Set(old.keys).union(new.keys).sorted().map { gift in
      let absent = GiftState(gift: gift, definition: nil, versions: [], schedule: .empty)
      return GiftDifference(before: old[gift] ?? absent, after: new[gift] ?? absent)
    }.filter { $0.before != $0.after }
  }

  /// A line about the change, then one a gift: `+` a new one, `-` a withdrawn one, `~` the others.
  var lines: [String] {
    [
      "change \(change.number): \(change.verb.rawValue) by \(change.actor.text) at \(change.at)"
        + (change.reason.map { ": \($0)" } ?? "")
    ]
      + effects.map { gift in
        let sign = gift.before.definition == nil ? "+" : gift.after.definition == nil ? "-" : "~"
        return "\(sign) \(gift.after.gift)  \(phrases(gift).joined(separator: "; "))"
      }
  }

  var document: JSONObject {
    change.document + [
      "gifts": effects.map { gift -> JSONObject in
        [
          "id": gift.after.gift, "what": phrases(gift),
          "before": gift.before.document(at: change.at),
          "after": gift.after.document(at: change.at),
        ]
      }
    ]
  }

  private func phrases(_ gift: GiftDifference) -> [String] {
    giftctl.phrases(from: gift.before, to: gift.after, at: change.at)
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
