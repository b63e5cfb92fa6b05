import ArgumentParser
import GiftDomain
import GiftStore

/// The options that narrow a list of gifts.
struct ListFilter: ParsableArguments {
  @Option(
    help: .init("Only gifts of this category.", valueName: "slug"),
    completion: Completion.categories)
  var category: String?

  @Option(
    help: .init("Only gifts in this placement, by their numbers there.", valueName: "name"),
    completion: Completion.placements)
  var placement: String?

  @Option(
    help: .init("Only gifts with this tag; repeated, gifts with all of them.", valueName: "slug"),
    completion: Completion.tags)
  var tag: [String] = []

  @Option(
    help: .init("Only gifts with this status.", valueName: "live|scheduled|draft|retired|unseen"))
  var status: [Status] = []

  @Option(help: .init("Only gifts without a name in this language.", valueName: "locale"))
  var withoutName: [String] = []

  @Option(
    help: .init(
      "Only gifts with this text in the id, a name, a tag or the note.", valueName: "text"))
  var search: String?

  /// The status of a gift.
  enum Status: String, CaseIterable, ExpressibleByArgument {
    case live
    case scheduled
    case draft
    case retired
    /// Live or planned, and seen by nobody.
    case unseen
  }

  /// The filter with parsed values, for what one kind of client gets (nil: all).
  ///
  /// Throws `DomainError` for text that breaks a rule.
  func validated(for client: ClientKind?) throws(DomainError) -> Validated {
    var locales: [LocaleTag] = []
    for text in withoutName { locales.append(try LocaleTag(text)) }
    var tags: Set<Tag> = []
    for text in tag { tags.insert(try Tag(text)) }
    return Validated(
      category: try category.map { text throws(DomainError) in try Category(text) },
      placement: try placement.map { text throws(DomainError) in try PlacementName(text) },
      client: client, tags: tags,
      statuses: Set(status.map(\.rawValue)), absentLocales: locales, text: search?.lowercased())
  }

  /// A parsed filter.
  struct Validated {
    let category: Category?
    let placement: PlacementName?
    let client: ClientKind?
    let tags: Set<Tag>
    let statuses: Set<String>
    let absentLocales: [LocaleTag]
    /// In lower case.
    let text: String?

    /// Whether every gift fits.
    var isEmpty: Bool {
      category == nil && placement == nil && client == nil && tags.isEmpty && statuses.isEmpty
        && absentLocales.isEmpty && text == nil
    }

    /// Whether it names statuses, so that gifts other than live ones are listed.
    var looksAtAll: Bool { !statuses.isEmpty }

    func fits(_ listed: ListedGift, in groups: GiftGroups) -> Bool {
      let definition = listed.definition
      return category.map { $0 == definition.category } ?? true
        && placement.map { definition.places[$0] != nil } ?? true
        && client.map(definition.audience.includes) ?? true
        && tags.isSubset(of: definition.tags)
        && (statuses.isEmpty || statuses.contains(listed.status.parts.state)
          || statuses.contains(Status.unseen.rawValue) && listed.unseen(in: groups) != nil)
        && absentLocales.allSatisfy { absent in
          !definition.names.byLocale.keys.contains { $0.isOrRefines(absent) }
        }
        && text.map { isFound($0, in: listed) } ?? true
    }

    private func isFound(_ text: String, in listed: ListedGift) -> Bool {
      let definition = listed.definition
      let texts =
        [listed.gift.text, definition.note?.text ?? ""]
        + definition.names.byLocale.values.map(\.text)
        + definition.tags.map(\.text)
      return texts.contains { $0.lowercased().contains(text) }
    }
  }
}

extension LocaleTag {
  /// Whether it is that language, or a variety of it: `ar-EG` is Arabic too.
  fileprivate func isOrRefines(_ other: LocaleTag) -> Bool {
    self == other || text.hasPrefix(other.text + "-")
  }
}

/// How a list is sorted; ties are broken by order and id.
enum ListOrder: String, CaseIterable, ExpressibleByArgument {
  case order
  case id
  case name
  case price
  case category
  /// The gift whose status changed last comes first.
  case since

  func precedes(
    _ left: ListedGift, _ right: ListedGift, in placement: PlacementName?
  ) -> Bool {
    let (one, other) = (left.offered, right.offered)
    let orders = [one, other].map { definition in
      placement.map { definition.places[$0]?.value ?? .max } ?? definition.listOrder
    }
    let usual = (orders[0], left.gift) < (orders[1], right.gift)
    switch self {
    case .order: return usual
    case .id: return left.gift < right.gift
    case .name:
      let (name, next) = (preferredName(one).lowercased(), preferredName(other).lowercased())
      return name == next ? usual : name < next
    case .price: return one.price == other.price ? usual : one.coins < other.coins
    case .category:
      return one.category == other.category ? usual : one.category.text < other.category.text
    case .since:
      let (since, next) = (left.status.since, right.status.since)
      return since == next ? usual : next < since
    }
  }
}

extension ListedGift {
  /// The definition on the terms of the window that shows it, or will.
  var offered: Definition { definition.on(status.parts.entry?.offer.terms ?? .usual) }
}

extension Definition {
  /// The price in coins, below all others without one.
  fileprivate var coins: Int64 { price?.coins ?? -1 }
}

extension GiftStatus {
  /// When it entered its status, or will; for a draft the epoch, so that drafts come last.
  fileprivate var since: Timestamp {
    switch self {
    case .draft: .epoch
    case .scheduled(let entry), .live(let entry): entry.window.from
    case .retired(let instant): instant
    }
  }
}
