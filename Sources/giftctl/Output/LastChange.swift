import GiftDomain
import GiftStore

/// What the last change did to each gift that it touched, plans included.
struct LastChange {
  private let change: ChangeRecord
  private let effects: [Effect]

  private struct Effect {
    let before: GiftState
    let after: GiftState
    let phrases: [String]
  }

  /// The gifts that differ between the views before and after a change.
  init(_ change: ChangeRecord, before: CatalogueView, after: CatalogueView) {
    self.change = change
    let old = Dictionary(uniqueKeysWithValues: before.states.map { ($0.gift, $0) })
    let new = Dictionary(uniqueKeysWithValues: after.states.map { ($0.gift, $0) })
    effects = Set(old.keys).union(new.keys).sorted().compactMap { gift in
      let before = old[gift] ?? GiftState(absent: gift)
      let after = new[gift] ?? GiftState(absent: gift)
      guard before != after else { return nil }
      return Effect(
        before: before, after: after, phrases: phrases(from: before, to: after, at: change.at))
    }
  }

  /// A line about the change, then one a gift: `+` a new one, `-` a withdrawn one, `~` the others.
  var lines: [String] {
    [
      "change \(change.number): \(change.verb.rawValue) by \(change.actor.text) at \(change.at)"
        + (change.reason.map { ": \($0)" } ?? "")
    ]
      + effects.map { effect in
        let sign =
          effect.before.definition == nil ? "+" : effect.after.definition == nil ? "-" : "~"
        return "\(sign) \(effect.after.gift)  \(effect.phrases.joined(separator: "; "))"
      }
  }

  /// The same as JSON.
  var document: JSONObject {
    change.document + [
      "gifts": effects.map { effect -> JSONObject in
        [
          "id": effect.after.gift, "what": effect.phrases,
          "before": effect.before.document(at: change.at),
          "after": effect.after.document(at: change.at),
        ]
      }
    ]
  }
}

extension ChangeRecord {
  /// Who changed something, when and why, as JSON.
  var document: JSONObject {
    [
      "change": number, "at": at, "actor": actor.text, "login": login, "reason": reason?.text,
      "verb": verb.rawValue,
    ]
  }
}

extension GiftState {
  /// A gift that is not in the catalogue.
  fileprivate init(absent gift: GiftID) {
    self.init(gift: gift, definition: nil, versions: [], schedule: .empty)
  }
}
