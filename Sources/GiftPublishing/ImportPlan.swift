package import GiftDomain
import GiftStore
package import Lottie

/// What is wrong with one gift of an import.
package struct ImportProblem: Error, Sendable {
  /// The gift's id as written.
  package let id: String
  /// What is wrong.
  package let reason: Reason

  /// What may be wrong with a gift of an import.
  package enum Reason: Sendable {
    /// A value breaks its rule.
    case invalid(DomainError)
    /// The file cannot be read; a sentence of whoever reads files.
    case unreadable(file: String, reason: String)
    /// The file's name leaves the manifest's folder.
    case fileOutside(String)
    /// The animation fails its check.
    case refused(file: String, CheckReport)
  }
}

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

  /// The edit: add, then publish what was added.
  var edit: GiftEdit {
    let upload = animation?.upload
    let patch = patch
    let publication = publication
    return GiftEdit(gift: gift, upload: upload) { context throws(Rejection) in
      let added = try context.current.adding(
        upload?.candidate, patch, change: context.change)
      guard let publication else { return added }
      return try added.publishing(
        nil, in: try window(publication.from ?? context.now, publication.until),
        now: context.now, replacing: false)
    }
  }
}

extension Manifest.Entry {
  /// The gift that this entry asks for.
  ///
  /// Throws what is wrong with it.
  func planned(
    limits: CheckLimits, read: (String) -> Result<[UInt8], FileFault>
  ) throws(ImportProblem) -> PlannedGift {
    let gift: GiftID
    let patch: DefinitionPatch
    var publication: PlannedGift.Publication?
    do {
      gift = try GiftID(id)
      patch = try definitionPatch()
      if publish == true {
        publication = PlannedGift.Publication(
          from: try from.map { text throws(DomainError) in try Timestamp(rfc3339: text) },
          until: try until.map { text throws(DomainError) in try Timestamp(rfc3339: text) })
      }
    } catch {
      throw ImportProblem(id: id, reason: .invalid(error))
    }
    let animation = try file.map { file throws(ImportProblem) in
      try checked(file, limits: limits, read: read)
    }
    return PlannedGift(gift: gift, animation: animation, patch: patch, publication: publication)
  }

  private func checked(
    _ file: String, limits: CheckLimits, read: (String) -> Result<[UInt8], FileFault>
  ) throws(ImportProblem) -> CheckedAnimation {
    let parts = file.split(separator: "/", omittingEmptySubsequences: false)
    guard !file.isEmpty, parts.allSatisfy({ !$0.isEmpty && $0 != ".." }), !file.contains("\0")
    else { throw ImportProblem(id: id, reason: .fileOutside(file)) }
    switch read(file) {
    case .failure(let fault):
      throw ImportProblem(id: id, reason: .unreadable(file: file, reason: fault.sentence))
    case .success(let bytes):
      do {
        return try CheckedAnimation(bytes, limits: limits)
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
    for (locale, name) in names ?? [:] {
      patch.names[try LocaleTag(locale)] = try GiftName(name)
    }
    patch.price = try price.map { value throws(DomainError) in try Price(coins: value) }
    patch.category = try category.map { text throws(DomainError) in try Category(text) }
    patch.order = try order.map { value throws(DomainError) in try Order(value) }
    patch.isStreakable = streakable
    patch.tags = try tags.map { texts throws(DomainError) in
      var tags: Set<Tag> = []
      for text in texts { tags.insert(try Tag(text)) }
      return tags
    }
    return patch
  }
}

/// Why a file of an import could not be read, as a sentence.
package struct FileFault: Error, Hashable, Sendable {
  /// What is wrong and what to do.
  package let sentence: String

  /// A fault in the words of whoever reads files.
  package init(_ sentence: String) { self.sentence = sentence }
}
