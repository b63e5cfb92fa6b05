import GiftDomain

// Draws of the domain's values, chosen so that verbs collide often.
extension SplitMix64 {
  mutating func verb(for context: EditContext) throws -> Verb {
    if context.current.definition == nil, chance(80) {
      return .add(chance(85) ? try candidate() : nil, try fullPatch())
    }
    switch number(1...100) {
    case ...25:
      return .add(chance(60) ? try candidate() : nil, try patch())
    case ...65:
      let from = chance(30) ? nil : try instant(near: context.now)
      let until = chance(40) ? nil : try instant(near: from ?? context.now)
      return .publish(
        chance(30) ? nil : try version(of: context.current), from: from, until: until,
        replacing: replacement())
    case ...69:
      return .moveWindowEnd(
        until: chance(30) ? nil : try instant(near: context.now), replacing: replacement())
    case ...74:
      let from = chance(30) ? nil : try instant(near: context.now)
      return .hide(
        from: from, until: try instant(near: from ?? context.now), replacing: replacement())
    case ...80:
      return .retire(at: chance(40) ? nil : try instant(near: context.now))
    default:
      return .rollBack(
        to: chance(50) ? nil : try ChangeNumber(number(0...context.change.value)))
    }
  }

  /// Half of the time none.
  mutating func replacement() -> Replacement {
    chance(50) ? .nothing : chance(50) ? .whole : .overlap
  }

  /// Seldom one that the gift has not.
  private mutating func version(of state: GiftState) throws -> VersionNumber {
    try VersionNumber(number(1...max(1, Int64(state.versions.count) + (chance(10) ? 1 : 0))))
  }

  /// One of four animations, so that the same bytes come back, sometimes played otherwise.
  mutating func candidate() throws -> AnimationCandidate {
    let choice = UInt8(number(0...7))
    let byte = choice % 4 + 1
    return try AnimationCandidate(
      asset: try SHA256Digest(bytes: [UInt8](repeating: byte, count: SHA256Digest.byteCount)),
      byteCount: Int64(byte),
      facts: try AnimationFacts(
        width: 512, height: 512, frameRateHz: 30, frameCount: 90, durationMs: 3_000),
      playback: .once, chosen: choice < 4 ? .none : PlaybackPatch(loop: .always, segments: nil))
  }

  /// One of a few, some of which clients cannot tell apart.
  mutating func pictures() throws -> VersionPictures {
    let maker = try PictureMaker(
      renderer: String(repeating: "a", count: 40), settings: number(1...2))
    guard chance(80) else { return VersionPictures(maker: maker, outcome: .undrawn(.blank)) }
    let byte = UInt8(number(1...2))
    let picture = try Picture(
      asset: try SHA256Digest(bytes: [UInt8](repeating: byte, count: SHA256Digest.byteCount)),
      byteCount: 20, width: 256, height: 128)
    return VersionPictures(
      maker: maker, outcome: .drawn(PicturePair(poster: picture, preview: picture)))
  }

  mutating func fullPatch() throws -> DefinitionPatch {
    var patch = try patch()
    patch.names[try LocaleTag("en")] = try GiftName("Rose")
    patch.price = try Price(coins: number(1...2))
    return patch
  }

  mutating func patch() throws -> DefinitionPatch {
    var patch = DefinitionPatch()
    if chance(20) {
      patch.only = try ["android", "ios>=8.2"].filter { _ in chance(50) }.map { rule in
        try PlatformRule(rule)
      }
    }
    if chance(20) {
      patch.regions = try ["AT", "DE"].filter { _ in chance(50) }.map { code in try Region(code) }
    }
    if chance(30) { patch.names[try LocaleTag("de")] = try GiftName(chance(50) ? "Rose" : "Rosa") }
    if chance(20) { patch.droppedNames = [try LocaleTag(chance(50) ? "en" : "de")] }
    if patch.droppedNames.first?.text == "en" { patch.fallback = patch.names.keys.first }
    if chance(30) { patch.price = try Price(coins: number(1...2)) }
    if chance(20) { patch.order = try Order(number(-1...1)) }
    if chance(20) { patch.isStreakable = chance(50) }
    if chance(20) { patch.category = chance(50) ? .general : try Category("flowers") }
    if chance(20) { patch.tags = chance(50) ? [] : [try Tag("love")] }
    return patch
  }

  /// Entries that never overlap, with gaps and without, of `versions`.
  mutating func timeline(versions: ClosedRange<Int64>) throws -> Timeline {
    var entries: [TimelineEntry] = []
    var from = number(1...12)
    while entries.count < 6, from < ModelTime.plans.upperBound, chance(80) {
      let until = min(from + number(1...9), ModelTime.plans.upperBound)
      let isOpen = chance(10)
      entries.append(try entry(number(versions), from, isOpen ? nil : until))
      if isOpen { break }
      from = until + (chance(50) ? 0 : number(1...6))
    }
    return Timeline(entries)
  }

  private mutating func instant(near instant: Timestamp) throws -> Timestamp {
    let moved = instant.microseconds + number(-2...12)
    return try at(min(max(moved, ModelTime.plans.lowerBound), ModelTime.plans.upperBound))
  }
}
