import GiftDomain
import GiftStore
import Lottie

/// One gift of an import, checked.
struct PlannedGift: Sendable {
  let gift: GiftID
  let animation: CheckedAnimation?
  let patch: DefinitionPatch
  /// What shows when.
  let plans: [Command]

  /// What is asked for: the gift, then what shows.
  var commands: [Command] {
    let versions = animation.map { Command.addVersion(gift: gift, animation: $0.upload.candidate) }
    return [.define(gift: gift, patch: patch)] + [versions].compactMap(\.self) + plans
  }
}

extension Manifest.Entry {
  /// The gift that this entry asks for, or what is wrong with it; local times are those of `zone`.
  func planned(
    policy: CheckPolicy, zone: ZoneRules?, read: (String) -> Result<[UInt8], FileFault>
  ) -> Result<PlannedGift, ImportProblem> {
    Result { () throws(ImportProblem) in
      let gift = try valid { () throws(DomainError) in try GiftID(id) }
      let patch = try valid { () throws(DomainError) in try definitionPatch() }
      let plans = try plans(of: gift, zone)
      let animation = try file.map { file throws(ImportProblem) in
        try checked(file, policy: policy, read: read)
      }
      return PlannedGift(gift: gift, animation: animation, patch: patch, plans: plans)
    }
  }

  /// What shows when: what is published, more windows, and the end of it all.
  private func plans(of gift: GiftID, _ zone: ZoneRules?) throws(ImportProblem) -> [Command] {
    var plans: [Command] = []
    let (from, until) = (try instant(from, zone), try instant(until, zone))
    if publish == true {
      plans.append(
        .publish(gift: gift, version: try number(version), from: from, until: until, replace: false)
      )
    }
    for window in windows ?? [] {
      let (from, until) = (try instant(window.from, zone), try time(window.until, zone))
      plans.append(
        window.hide == true
          ? .hide(gift: gift, from: from, until: until, replace: false)
          : .publish(
            gift: gift, version: try number(window.version), from: from, until: until,
            replace: false))
    }
    if let retire { plans.append(.retire(gift: gift, at: try time(retire, zone))) }
    return plans
  }

  private func number(_ version: Int64?) throws(ImportProblem) -> VersionNumber? {
    try version.map { number throws(ImportProblem) in
      try valid { () throws(DomainError) in try VersionNumber(number) }
    }
  }

  private func instant(_ text: String?, _ zone: ZoneRules?) throws(ImportProblem) -> Timestamp? {
    try text.map { text throws(ImportProblem) in try time(text, zone) }
  }

  private func time(_ text: String, _ zone: ZoneRules?) throws(ImportProblem) -> Timestamp {
    // What is no local time names its zone, or is no time.
    guard let local = try? LocalTime(text) else {
      return try valid { () throws(DomainError) in try Timestamp(rfc3339: text) }
    }
    guard let zone else { throw ImportProblem(id: id, reason: .zoneMissing(text)) }
    return zone.instant(of: local)
  }

  private func valid<Value>(
    _ build: () throws(DomainError) -> Value
  ) throws(ImportProblem) -> Value {
    do {
      return try build()
    } catch {
      throw ImportProblem(id: id, reason: .invalid(error))
    }
  }

  private func checked(
    _ file: String, policy: CheckPolicy, read: (String) -> Result<[UInt8], FileFault>
  ) throws(ImportProblem) -> CheckedAnimation {
    let parts = file.split(separator: "/", omittingEmptySubsequences: false)
    guard !file.isEmpty, parts.allSatisfy({ !$0.isEmpty && $0 != ".." }), !file.contains("\0")
    else { throw ImportProblem(id: id, reason: .fileOutside(file)) }
    switch read(file) {
    case .failure(let fault):
      throw ImportProblem(id: id, reason: .unreadable(file: file, reason: fault.sentence))
    case .success(let bytes):
      do {
        return try CheckedAnimation(bytes, policy)
      } catch {
        guard case .refused(let report) = error else {
          throw ImportProblem(id: id, reason: .unreadable(file: file, reason: "not readable"))
        }
        throw ImportProblem(id: id, reason: .refused(file: file, report))
      }
    }
  }

  private func definitionPatch() throws(DomainError) -> DefinitionPatch {
    var patch = DefinitionPatch()
    for (locale, name) in (names ?? [:]).sorted(by: { $0.key < $1.key }) {
      // "en" and "EN" are one locale.
      let previous = patch.names.updateValue(try GiftName(name), forKey: try LocaleTag(locale))
      guard previous == nil else { throw .repeated(.localeTag, text: locale) }
    }
    patch.price = try price.map { value throws(DomainError) in try Price(coins: value) }
    patch.category = try category.map { text throws(DomainError) in try Category(text) }
    patch.order = try order.map { value throws(DomainError) in try Order(value) }
    patch.isStreakable = streakable
    patch.tags = try tags.map { texts throws(DomainError) in
      try texts.map { text throws(DomainError) in try Tag(text) }
    }
    return patch
  }
}
