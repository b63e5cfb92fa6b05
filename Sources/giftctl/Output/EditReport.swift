import GiftDomain
import GiftPublishing
import GiftStore
import Lottie

/// The answer of a writing verb: one line per gift, then the command that undoes it.
struct EditReport {
  let outcome: EditOutcome
  let isDryRun: Bool
  /// Whether to say what of plans does not show as one may have expected.
  let warnsOfPlans: Bool
  /// What may have to be done next.
  var nextStep: String?

  /// The most unchanged gifts that are named beside changed ones.
  private static let shownUnchanged = 10

  private var difference: EditDifference { outcome.difference }

  /// Prints what changed, and how to undo it.
  func print() {
    lines.forEach(Terminal.tell)
    if difference.gifts.count == 1, let gift = difference.gifts.first {
      printNextSteps(gift)
    }
    if difference.gifts.count > 1 {
      Terminal.tell(
        "\(counted(difference.gifts.count, "gift")) changed, "
          + "\(grouped(difference.unchanged.count)) unchanged")
    }
    if !isDryRun, let nextStep { Terminal.tell("  \(nextStep)") }
    if !isDryRun, let undo = outcome.undo { Terminal.tell("  undo: \(undo)") }
    if isDryRun { Terminal.tell("dry run: nothing was stored") }
  }

  /// What becomes different, a line each.
  var lines: [String] {
    var lines: [String] = []
    // Of many, those that change are what matters.
    if outcome.change == nil || difference.unchanged.count <= Self.shownUnchanged {
      let unchanged = difference.unchanged.filter { !difference.turnedGifts.contains($0.gift) }
      lines += unchanged.map {
        "\($0.gift): unchanged (\(statusText($0.status(at: outcome.at))))"
      }
      lines += warnings(unchanged.map { GiftDifference(before: $0, after: $0) })
    }
    lines += difference.gifts.flatMap(giftLines) + warnings(difference.gifts)
    lines += difference.gifts.compactMap { gift in
      gift.newlyUnseen(in: difference.allGroups, at: outcome.at)
        .map { "  \(difference.gifts.count > 1 ? "\(gift.after.gift): " : "")\($0.sentence)" }
    }
    for rotation in difference.rotations {
      lines.append("\(rotation.sentence(at: outcome.at))\(difference.gifts.isEmpty ? number : "")")
      lines += TurnDifference(rotation, at: outcome.at).lines.map { "  \($0)" }
    }
    lines += difference.unchangedGroups.map { "\($0.id.text): unchanged" }
    lines += difference.groups.map { "\($0.after.id.text): \($0.what)\(number)" }
    return lines + difference.lostPlaces.map(\.sentence)
  }

  /// What becomes different about one gift: on one line where a terminal is wide enough.
  func giftLines(_ gift: GiftDifference) -> [String] {
    let after = gift.after
    // Its turns are in the lines of rotations.
    let before = gift.before.with(rotation: after.rotation)
    let what = phrases(from: before, to: after, at: outcome.at)
    let line = "\(after.gift): \(what.joined(separator: "; "))\(number)"
    guard let columns = Terminal.columns, line.displayWidth > columns else { return [line] }
    return ["\(after.gift):\(number)"] + what.map { "  \($0)" }
  }

  /// The same warning about several gifts once, below all of them.
  private func warnings(_ gifts: [GiftDifference]) -> [String] {
    guard warnsOfPlans else { return [] }
    var order: [PlanWarning] = []
    var ids: [PlanWarning: [GiftID]] = [:]
    for gift in gifts {
      for warning in gift.planWarnings(at: outcome.at) {
        if ids[warning] == nil { order.append(warning) }
        ids[warning, default: []].append(gift.after.gift)
      }
    }
    let isOne = gifts.count == 1
    return order.map { warning in
      let gifts = ids[warning] ?? []
      let names = isOne ? "" : gifts.map(\.text).joined(separator: ", ") + ": "
      return "  \(names)\(warning.sentence(for: gifts))"
    }
  }

  private var number: String {
    isDryRun ? "" : outcome.change.map { " [change \($0)]" } ?? ""
  }

  private func printNextSteps(_ gift: GiftDifference) {
    guard !isDryRun else { return }
    let state = gift.after
    if !gift.addedVersions.isEmpty {
      Terminal.tell("  to publish it: giftctl publish \(state.gift)")
    }
  }
}

extension LostPlace {
  /// `spring: stays without heart, as it was edited since`.
  fileprivate var sentence: String {
    "\(rotation): \(gift) was not put back, "
      + (other.map { "because it is now in the rotation \($0)" }
        ?? "because \(rotation) was edited since; to put it back: "
        + "giftctl rotation edit \(rotation) --lineup")
  }
}

extension RotationDifference {
  /// `spring: brings rose again`.
  fileprivate func sentence(at instant: Timestamp) -> String {
    let old = before.map { $0.plan.ends(at: instant) } ?? [:]
    let new = after.plan.ends(at: instant)
    let phrases = Set(old.keys).union(new.keys).sorted().compactMap { gift -> String? in
      switch (old[gift], new[gift]) {
      case (let end, let same) where end == same: nil
      case (_, .some(let end?)): "shows \(gift) until \(end)"
      case (_, .some(nil)): "shows \(gift) again"
      case (_, nil): "\(gift) is removed from the coming turns"
      }
    }
    if after.plan.coming(from: instant, limit: 1).isEmpty { return "\(after.name): ends" }
    return "\(after.name): \(phrases.isEmpty ? "turns changed" : phrases.joined(separator: "; "))"
      + (new.isEmpty ? "; no gifts are left in it" : "")
  }
}

extension RotationPlan {
  /// The gifts that it brings, and until when those that leave.
  fileprivate func ends(at instant: Timestamp) -> [GiftID: Timestamp?] {
    Dictionary(uniqueKeysWithValues: gifts.map { ($0, withdrawals[$0]) })
      .filter { $0.value.map { $0 > instant } ?? true }
  }
}

/// `live: version 2 until …`, `draft`, and so on.
func statusText(_ status: GiftStatus) -> String {
  switch status {
  case .draft: "draft"
  case .scheduled(let entry): "scheduled: \(entry.sentence)"
  case .live(let entry):
    "live: version \(entry.version)" + (entry.window.until.map { " until \($0)" } ?? "")
      + entry.offer.terms.phrase
  case .retired(let instant): "retired since \(instant)"
  }
}

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
        "groups": difference.groups.map(\.document),
        "lostPlaces": difference.lostPlaces.map(\.document),
        "findings": report.map { $0.findings.map { FindingDocument($0, fix: nil) } },
      ])
  }

  /// The command that undoes the edit; nil if there was nothing to do.
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
      "warnings": warnsOfPlans
        ? planWarnings(at: instant).map { $0.sentence(for: [after.gift]) } : [],
    ]
  }
}

extension LostPlace {
  /// A place in a rotation that a rollback could not give back.
  fileprivate var document: JSONObject {
    ["gift": gift, "rotation": rotation, "nowIn": other]
  }
}
