import GiftDomain
import GiftPublishing
import GiftStore
import Lottie

/// What a writing verb did, as JSON.
struct EditDocument: Encodable {
  struct Difference: Encodable {
    let id: String
    let before: GiftDocument
    let after: GiftDocument
    /// What was planned and is no longer.
    let dropped: [PlanDocument]
    /// What of the plans does not show as one may have expected, for people.
    let warnings: [String]
  }

  let outcome: String
  let change: Int64?
  let at: String
  let dryRun: Bool
  let gifts: [Difference]
  let unchanged: [String]
  let rotations: [String]
  /// Places in rotations that a rollback could not give back.
  let lostPlaces: [LostPlaceDocument]
  /// What takes the edit back.
  let undo: String?
  let findings: [FindingDocument]?

  init(
    _ outcome: EditOutcome, isDryRun: Bool, warnsOfPlans: Bool = false, report: CheckReport? = nil
  ) {
    self.outcome = outcome.change == nil ? "unchanged" : "done"
    change = outcome.change?.value
    at = outcome.at.rfc3339
    dryRun = isDryRun
    gifts = outcome.difference.gifts.map { difference in
      Difference(
        id: difference.after.gift.text,
        before: GiftDocument(difference.before, at: outcome.at),
        after: GiftDocument(difference.after, at: outcome.at),
        dropped: difference.before.schedule
          .dropped(by: difference.after.schedule, from: outcome.at).map(PlanDocument.init),
        warnings: warnsOfPlans ? difference.planWarnings(at: outcome.at) : [])
    }
    unchanged = outcome.difference.unchanged.map(\.gift.text)
    rotations = outcome.difference.rotations.map(\.after.name.text)
    lostPlaces = outcome.difference.lostPlaces.map {
      LostPlaceDocument(
        gift: $0.gift.text, rotation: $0.rotation.text, nowIn: $0.other?.text)
    }
    undo = outcome.undo
    findings = report.map { $0.findings.map(FindingDocument.init) }
  }
}

/// A place in a rotation that a gift does not get back.
struct LostPlaceDocument: Encodable {
  let gift: String
  let rotation: String
  let nowIn: String?
}

extension EditOutcome {
  /// The command that takes the edit back; nil when there was nothing to do.
  var undo: String? { change.map { "giftctl undo \($0)" } }
}
