import GiftDomain
import GiftStore

extension Unseen {
  /// A stable word for scripts.
  var code: String {
    switch self {
    case .placementsRetired: "placements_retired"
    case .audienceUnlikely: "audience_unlikely"
    case .categoryUnnamed: "category_unnamed"
    }
  }

  /// Why, and what to do.
  var sentence: String {
    switch self {
    case .placementsRetired(let names):
      "Nobody sees it, because its placements were retired "
        + "(\(names.map(\.text).joined(separator: ", "))). To show it elsewhere: --also-place gifts"
    case .audienceUnlikely(let audience):
      "Nobody sees it: it is for \(audience.phrase) alone, a version that no app is likely to "
        + "have. To show it to all: --no-only"
    case .categoryUnnamed(let category):
      "Apps may leave it out: other categories have names, and its category \(category) has none. "
        + "To name it: giftctl category add \(category) --name en=…"
    }
  }
}

extension ListedGift {
  /// What a list says of it beside its status: where categories get their names one by one, most
  /// would be told to be unseen.
  func mark(in groups: GiftGroups) -> String {
    switch unseen(in: groups) {
    case .placementsRetired, .audienceUnlikely: ", unseen"
    case .categoryUnnamed, nil: ""
    }
  }

  /// Why nobody sees it, although it is live or will be.
  func unseen(in groups: GiftGroups) -> Unseen? {
    switch status {
    case .live, .scheduled: definition.unseen(in: groups)
    case .draft, .retired: nil
    }
  }
}

extension GiftState {
  /// Why nobody sees it, although it is live or will be.
  func unseen(in groups: GiftGroups, at instant: Timestamp) -> Unseen? {
    shown.onward(from: instant).entries.isEmpty ? nil : definition?.unseen(in: groups)
  }
}

extension GiftDifference {
  /// Why nobody sees the gift, live or planned, since the edit: it was seen before, or not planned.
  func newlyUnseen(in groups: GiftGroups, at instant: Timestamp) -> Unseen? {
    guard let unseen = after.unseen(in: groups, at: instant) else { return nil }
    // Whoever names the categories one by one knows.
    if case .categoryUnnamed = unseen, before.definition?.category == after.definition?.category {
      return nil
    }
    return unseen
  }
}
