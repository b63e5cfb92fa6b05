import GiftDomain
import GiftStore
import Lottie

/// One gift of an import, checked.
struct PlannedGift: Sendable {
  let gift: GiftID
  private(set) var animation: CheckedAnimation?
  let patch: DefinitionPatch
  /// The commands that plan what shows when.
  let plans: [Command]

  /// The same with its animation after the draw check.
  func with(_ animation: CheckedAnimation) -> PlannedGift {
    var gift = self
    gift.animation = animation
    return gift
  }

  /// All commands: for the gift and its pictures, then for its plans.
  var commands: [Command] {
    [.define(gift: gift, patch: patch)] + (animation?.commands(for: gift) ?? []) + plans
  }
}

extension Manifest.Entry {
  /// The gift of this entry, or its problem; local times are in `zone`.
  func planned(
    policy: CheckPolicy, zone: ZoneRules?, read: (String) -> Result<[UInt8], FileFault>
  ) -> Result<PlannedGift, ImportProblem> {
    do {
      let gift = try GiftID(id)
      let patch = try definition.patch()
      let plans = try plan.commands(of: gift, zone)
      let chosen = try playback.patch()
      let animation = try file.map { try checked($0, chosen, policy: policy, read: read) }
      return .success(PlannedGift(gift: gift, animation: animation, patch: patch, plans: plans))
    } catch {
      return .failure(ImportProblem(id: id, reason: ImportProblem.Reason(of: error)))
    }
  }

  private func checked(
    _ file: String, _ playback: PlaybackPatch, policy: CheckPolicy,
    read: (String) -> Result<[UInt8], FileFault>
  ) throws -> CheckedAnimation {
    let parts = file.split(separator: "/", omittingEmptySubsequences: false)
    guard !file.isEmpty, parts.allSatisfy({ !$0.isEmpty && $0 != ".." }), !file.contains("\0")
    else { throw ImportProblem.Reason.fileOutside(file) }
    let (path, chosen) = UnpackedAnimation.parts(of: file)
    switch read(path) {
    case .failure(let fault):
      throw ImportProblem.Reason.unreadable(file: file, reason: fault.sentence)
    case .success(let bytes):
      let animation: UnpackedAnimation
      do {
        animation = try UnpackedAnimation(
          bytes, choosing: chosen, limit: policy.limits.json.maxBytes)
      } catch {
        throw ImportProblem.Reason.packed(file: file, error)
      }
      do {
        return try CheckedAnimation(
          animation.bytes, policy, chosen: playback, file: animation.name(in: path))
      } catch {
        switch error {
        case .refused(let report):
          throw ImportProblem.Reason.refused(file: animation.name(in: path), report)
        case .store(.rejected(.invalid(let fault))): throw fault
        default: throw ImportProblem.Reason.unreadable(file: file, reason: "not readable")
        }
      }
    }
  }
}

extension Manifest.PlanEntry {
  /// The commands for its plans: publishing, more windows, and retirement.
  fileprivate func commands(of gift: GiftID, _ zone: ZoneRules?) throws -> [Command] {
    var plans: [Command] = []
    let end = try instant(retire, zone)
    let (from, until) = (try instant(from, zone), try instant(until, zone))
    if publish == true {
      plans.append(
        .publish(
          gift: gift, version: try number(version), from: from, until: until, replace: .nothing)
      )
    }
    for window in windows ?? [] {
      let from = try time(window.from, zone)
      // Plans cut by a retirement are planned as cut, so that a second run finds nothing to do.
      var until = try time(window.until, zone)
      if let end {
        guard from < end else { continue }
        until = min(until, end)
      }
      plans.append(
        window.hide == true
          ? .hide(gift: gift, from: from, until: until, replace: .nothing)
          : .publish(
            gift: gift, version: try number(window.version), from: from, until: until,
            terms: try window.terms(), replace: .nothing))
    }
    if let end { plans.append(.retire(gift: gift, at: end)) }
    return plans
  }

  private func number(_ version: Int64?) throws -> VersionNumber? {
    try version.map { try VersionNumber($0) }
  }

  private func instant(_ text: String?, _ zone: ZoneRules?) throws -> Timestamp? {
    try text.map { try time($0, zone) }
  }

  private func time(_ text: String, _ zone: ZoneRules?) throws -> Timestamp {
    // Text that is not a local time names its offset, or is invalid.
    guard let local = try? LocalTime(text) else { return try Timestamp(rfc3339: text) }
    guard let zone else { throw DomainError.malformed(.instant, text: text) }
    return zone.instant(of: local)
  }
}

extension Manifest.WindowEntry {
  /// The terms that it names; nil for the gift's own.
  fileprivate func terms() throws -> Terms? {
    guard price != nil || order != nil else { return nil }
    return Terms(
      price: try price.map { try Price(coins: $0) }, order: try order.map { try Order($0) })
  }
}
