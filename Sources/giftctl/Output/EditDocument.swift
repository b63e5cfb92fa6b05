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
    let undo: String
  }

  let outcome: String
  let change: Int64?
  let at: String
  let dryRun: Bool
  let gifts: [Difference]
  let unchanged: [String]
  let rotations: [String]
  let findings: [FindingDocument]?

  init(_ outcome: EditOutcome, isDryRun: Bool, report: CheckReport? = nil) {
    self.outcome = outcome.change == nil ? "unchanged" : "done"
    change = outcome.change?.value
    at = outcome.at.rfc3339
    dryRun = isDryRun
    gifts = outcome.gifts.map { difference in
      Difference(
        id: difference.after.gift.text,
        before: GiftDocument(difference.before, at: outcome.at),
        after: GiftDocument(difference.after, at: outcome.at),
        undo: outcome.undo(difference.after.gift))
    }
    unchanged = outcome.unchanged.map(\.gift.text)
    rotations = outcome.rotations.map(\.after.name.text)
    findings = report.map { $0.findings.map(FindingDocument.init) }
  }
}

extension EditOutcome {
  /// The command that takes the edit of a gift back.
  func undo(_ gift: GiftID) -> String { "giftctl rollback \(gift) --to \(previous)" }
}
