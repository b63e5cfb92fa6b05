import GiftDomain
import GiftPublishing
import GiftStore
import Lottie

extension EditOutcome {
  /// What every verb that edits says of it in JSON.
  func document(isDryRun: Bool, _ others: JSONObject) -> JSONObject {
    let own: JSONObject = [
      "outcome": change == nil ? "unchanged" : "done", "change": change, "at": at,
      "dryRun": isDryRun, "undo": undo,
    ]
    return own + others
  }

  /// What a verb of gifts did; `report` is that on an animation.
  func document(
    isDryRun: Bool, warnsOfPlans: Bool = false, report: CheckReport? = nil
  ) -> JSONObject {
    document(
      isDryRun: isDryRun,
      [
        "gifts": difference.gifts.map { $0.document(at: at, warnsOfPlans: warnsOfPlans) },
        "unchanged": difference.unchanged.map(\.gift),
        "rotations": difference.rotations.map(\.after.name),
        "lostPlaces": difference.lostPlaces.map(\.document),
        "findings": report.map { $0.findings.map(FindingDocument.init) },
      ])
  }

  /// The command that takes the edit back; nil when there was nothing to do.
  var undo: String? { change.map { "giftctl undo \($0)" } }
}

extension GiftDifference {
  fileprivate func document(at instant: Timestamp, warnsOfPlans: Bool) -> JSONObject {
    [
      "id": after.gift,
      "before": before.document(at: instant),
      "after": after.document(at: instant),
      // What was planned and is no longer.
      "dropped": before.schedule.dropped(by: after.schedule, from: instant)
        .map(\.document),
      // What of the plans does not show as one may have expected, for people.
      "warnings": warnsOfPlans ? planWarnings(at: instant) : [],
    ]
  }
}

extension LostPlace {
  /// A place in a rotation that a rollback could not give back.
  fileprivate var document: JSONObject {
    ["gift": gift, "rotation": rotation, "nowIn": other]
  }
}
