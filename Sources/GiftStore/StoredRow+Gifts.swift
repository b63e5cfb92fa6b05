import GiftDomain

// The mapping from rows to values; the columns are those that the headers in `sql/queries` name.
extension StoredRow {
  /// A row of `version_…`.
  func animationVersion() throws(StoreError) -> AnimationVersion {
    let width = try int("width")
    let height = try int("height")
    let rate = try double("frame_rate_hz")
    let count = try double("frame_count")
    let duration = try int("duration_ms")
    let facts = try domain { () throws(DomainError) in
      try AnimationFacts(
        width: width, height: height, frameRateHz: rate, frameCount: count, durationMs: duration)
    }
    return AnimationVersion(
      gift: try gift("gift"), number: try version("number"), asset: try digest("asset"),
      byteCount: try int("byte_count"), facts: facts, since: try change("since_change"))
  }

  /// A row of `definition_…`.
  func definition() throws(StoreError) -> Recorded<Definition> {
    let locales = try texts("name_locale")
    let names = try texts("name_text")
    let price = try int("price")
    let category = try text("category")
    let order = try int("sort_order")
    let tags = try texts("tag")
    let isStreakable = try bool("streakable")
    let latest = try optionalVersion("latest_version")
    let definition = try domain { () throws(DomainError) in
      var named: [LocaleTag: GiftName] = [:]
      for (locale, name) in zip(locales, names) {
        named[try LocaleTag(locale)] = try GiftName(name)
      }
      var tagged: Set<Tag> = []
      for tag in tags { tagged.insert(try Tag(tag)) }
      return try Definition(
        names: named, price: try Price(coins: price), category: try Category(category),
        order: try Order(order), isStreakable: isStreakable, tags: tagged, latestVersion: latest)
    }
    return Recorded(
      definition, since: try change("since_change"), until: try optionalChange("until_change"))
  }

  /// A row of `availability_…`.
  func availability() throws(StoreError) -> Recorded<Availability> {
    let from = try instant("from_at")
    let until = try optionalInstant("until_at")
    let window = try domain { () throws(DomainError) in try Window(from: from, until: until) }
    return Recorded(
      Availability(window: window, version: try optionalVersion("version")),
      since: try change("since_change"), until: try optionalChange("until_change"))
  }
}
