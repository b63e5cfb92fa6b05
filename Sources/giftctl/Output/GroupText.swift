import GiftDomain
import GiftStore

extension GroupDifference {
  /// `+ placement splash  new, shows all`, with `-` for a retired one, `~` for others.
  var line: String {
    "\(before.isAbsent ? "+" : after.isAbsent ? "-" : "~") \(after.id.text)  \(what)"
  }

  /// What becomes different: `new, shows one at random`, `retired`, `name de Feiertage`.
  var what: String {
    // What changed nothing was not recorded: then its rows cannot be read.
    if before.isAbsent, after.isAbsent { return "its settings cannot be read" }
    return switch (before, after) {
    case (_, .placement(_, nil)), (_, .category(_, nil)): "retired"
    case (.placement(_, let old), .placement(_, let new?)):
      old.map { "\($0.phrase) → \(new.phrase)" } ?? "new, \(new.phrase)"
    case (.category(_, let old), .category(_, let new?)):
      ((old == nil ? ["new"] : []) + new.phrases(since: old)).joined(separator: "; ")
    // Both are of one group.
    case (.placement, .category), (.category, .placement): ""
    }
  }

  /// The group's kind, name, and settings before and after.
  var document: JSONObject {
    [
      "kind": after.id.kind, "name": after.id.name, "before": before.document,
      "after": after.document,
    ]
  }
}

extension GiftGroup {
  /// Its settings; nil if it has none.
  fileprivate var document: JSONObject? {
    switch self {
    case .placement(_, let choose): choose.map { ["choose": $0.rawValue] }
    case .category(_, let details): details.map { JSONObject($0) }
    }
  }
}

extension PlacementChoice {
  /// What clients do, after the placement's name.
  var phrase: String {
    switch self {
    case .all: "shows all"
    case .first: "shows the first"
    case .random: "shows one at random"
    }
  }
}

extension CategoryDetails {
  fileprivate func phrases(since old: CategoryDetails?) -> [String] {
    let (names, before) = (names.byLocale, old?.names.byLocale ?? [:])
    var phrases: [String] = []
    for locale in Set(names.keys).union(before.keys).sorted() where names[locale] != before[locale]
    {
      phrases.append("name \(locale) \(names[locale]?.text ?? "removed")")
    }
    if let old, old.names.fallback != self.names.fallback {
      phrases.append("fallback \(old.names.fallback) → \(self.names.fallback)")
    }
    if old?.order != order { phrases.append("order \(old.map { "\($0.order) → " } ?? "")\(order)") }
    return phrases
  }
}
