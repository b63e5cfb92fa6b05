import GiftDomain

/// The differences of a gift, in phrases such as `version 2 live until …`.
///
/// Computed from the states before and after, so the history needs no stored prose.
func phrases(from before: GiftState, to after: GiftState, at instant: Timestamp) -> [String] {
  var phrases: [String] = []
  for version in after.versions where before.version(version.number) == nil {
    let playback = version.playback.phrase.map { "; \($0)" } ?? ""
    phrases.append(
      "version \(version.number) added (\(grouped(Int(version.byteCount))) bytes\(playback))")
  }
  phrases += after.versions.compactMap { version in
    let old = before.version(version.number)
    return version.picturePhrase(before: old?.pictures, isNew: old == nil)
  }
  phrases += definitionPhrases(from: before.definition, to: after.definition)
  if let old = before.definition?.latestVersion, let new = after.definition?.latestVersion,
    new != old, before.version(new) != nil
  {
    phrases.append("version \(new) is the latest again")
  }
  let planned = after.schedule.shown(with: .empty).onward(from: instant)
  if planned != before.schedule.shown(with: .empty).onward(from: instant) {
    phrases += planPhrases(planned, at: instant)
  } else {
    // What shows is the same, as with a window of the standing version below it.
    let known = before.schedule.availabilities
    phrases += after.schedule.availabilities
      .filter { !known.contains($0) && $0.window.onward(from: instant) != nil }
      .map { "planned: \($0.sentence)" }
  }
  phrases += before.schedule.dropped(by: after.schedule, from: instant)
    .map { "dropped: \($0.sentence)" }
  let turns = after.rotation.onward(from: instant)
  // How many turns are compared depends on windows; the next one does not.
  if turns.entries.first != before.rotation.onward(from: instant).entries.first {
    phrases.append(turnPhrase(turns))
  }
  return phrases
}

private func turnPhrase(_ turns: Timeline) -> String {
  guard let next = turns.entries.first else { return "no coming turn in a rotation" }
  return "next in a rotation: \(next.sentence)"
}

private func planPhrases(_ planned: Timeline, at instant: Timestamp) -> [String] {
  guard !planned.entries.isEmpty else { return ["off from \(instant)"] }
  var phrases = planned.entries.map { entry in
    let end = entry.window.until.map { " until \($0)" } ?? ""
    return entry.window.from <= instant
      ? "version \(entry.version) live\(end)\(entry.offer.terms.phrase)"
      : "version \(entry.version) from \(entry.window.from)\(end)\(entry.offer.terms.phrase)"
  }
  if let first = planned.entries.first, first.window.from > instant {
    phrases.insert("off until \(first.window.from)", at: 0)
  }
  return phrases
}

func definitionPhrases(from before: Definition?, to after: Definition?) -> [String] {
  guard let after else { return before == nil ? [] : ["gone, as if it had never been added"] }
  guard let before else {
    let placing = after.places.keys.allSatisfy { $0 == .gifts } ? "" : ", in \(placeText(after))"
    let audience = after.audience.isEverybody ? "" : ", for \(after.audience.phrase)"
    let price = after.price.map { ", \($0.phrase)" } ?? ""
    return ["new gift \(preferredName(after))\(price)\(placing)\(audience)"]
  }
  var phrases: [String] = []
  for locale in Set(before.names.byLocale.keys).union(after.names.byLocale.keys).sorted() {
    switch (before.names.byLocale[locale], after.names.byLocale[locale]) {
    case (let old?, let new?) where old != new:
      phrases.append("name \(locale) \(old.text) → \(new.text)")
    case (nil, let new?): phrases.append("name \(locale) \(new.text)")
    case (.some, nil): phrases.append("name \(locale) removed")
    default: break
    }
  }
  func compare(_ word: String, _ old: String, _ new: String) {
    if old != new { phrases.append("\(word) \(old) → \(new)") }
  }
  compare("fallback", before.names.fallback.text, after.names.fallback.text)
  compare("price", coins(before), coins(after))
  compare("category", before.category.text, after.category.text)
  for placement in Set(before.places.keys).union(after.places.keys).sorted() {
    switch (before.places[placement], after.places[placement]) {
    case (let old?, let new?):
      compare(placement == .gifts ? "order" : "number in \(placement)", "\(old)", "\(new)")
    case (nil, let new?): phrases.append("now in \(placement):\(new)")
    case (_?, nil): phrases.append("no longer in \(placement)")
    case (nil, nil): break
    }
  }
  compare("for", before.audience.phrase, after.audience.phrase)
  compare("tags", tagText(before), tagText(after))
  let (withdrawn, allowed) = (
    after.withdrawn.subtracting(before.withdrawn), before.withdrawn.subtracting(after.withdrawn)
  )
  phrases += withdrawn.sorted().map { "version \($0) withdrawn" }
  phrases += allowed.sorted().map { "version \($0) allowed again" }
  compare("note", before.note?.text ?? "–", after.note?.text ?? "–")
  if before.isStreakable != after.isStreakable {
    phrases.append(after.isStreakable ? "streakable" : "not streakable")
  }
  return phrases
}

/// The placements with the gift's numbers there, such as `gifts:10, splash:2`.
func placeText(_ definition: Definition) -> String {
  definition.places.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value)" }
    .joined(separator: ", ")
}

/// The price as a number of coins, or a dash.
func coins(_ definition: Definition) -> String {
  definition.price.map { grouped(Int($0.coins)) } ?? "–"
}

extension Price {
  /// `1 coin`, `1,000 coins`.
  var phrase: String { counted(Int(coins), "coin") }
}

/// The tags in order, or a dash.
func tagText(_ definition: Definition) -> String {
  let tags = definition.tags.map(\.text).sorted()
  return tags.isEmpty ? "–" : tags.joined(separator: ",")
}

/// The name in the fallback's locale.
func preferredName(_ definition: Definition?) -> String {
  definition?.names.preferred.text ?? "–"
}
