import GiftDomain
import GiftStore
import Lottie

/// One gift of an import, checked.
struct PlannedGift: Sendable {
  let gift: GiftID
  let animation: CheckedAnimation?
  let patch: DefinitionPatch
  let publication: Publication?

  struct Publication: Sendable {
    let from: Timestamp?
    let until: Timestamp?
  }

  /// What is asked for: the gift, then that it shows.
  var commands: [Command] {
    var commands = [Command.define(gift, patch)]
    if let animation { commands.append(.addVersion(gift, animation.upload.candidate)) }
    if let publication {
      commands.append(
        .publish(
          gift, nil, from: publication.from, until: publication.until, isReplacing: false))
    }
    return commands
  }
}

extension Manifest.Entry {
  /// The gift that this entry asks for, or what is wrong with it.
  func planned(
    policy: CheckPolicy, read: (String) -> Result<[UInt8], FileFault>
  ) -> Result<PlannedGift, ImportProblem> {
    Result { () throws(ImportProblem) in try plan(policy, read) }
  }

  private func plan(
    _ policy: CheckPolicy, _ read: (String) -> Result<[UInt8], FileFault>
  ) throws(ImportProblem) -> PlannedGift {
    let gift: GiftID
    let patch: DefinitionPatch
    let publication: PlannedGift.Publication
    do {
      gift = try GiftID(id)
      patch = try definitionPatch()
      publication = PlannedGift.Publication(
        from: try from.map { text throws(DomainError) in try Timestamp(rfc3339: text) },
        until: try until.map { text throws(DomainError) in try Timestamp(rfc3339: text) })
    } catch {
      throw ImportProblem(id: id, reason: .invalid(error))
    }
    let animation = try file.map { file throws(ImportProblem) in
      try checked(file, policy: policy, read: read)
    }
    return PlannedGift(
      gift: gift, animation: animation, patch: patch,
      publication: publish == true ? publication : nil)
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
