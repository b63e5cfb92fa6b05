import GiftDomain
import Testing

/// A plan of a season, as a manifest has it, asked for again while the season runs and after it.
struct RepeatedImportExamples {
  @Test func `what was planned with its instants is found as wanted at any later time`() throws {
    var chance = SplitMix64(seed: 3)
    var catalogue = try CommandCatalogue(&chance)
    let (tulip, now) = (try GiftID("tulip"), catalogue.now)
    catalogue.follow(tulip)
    let season: [Command] = [
      .define(gift: tulip, patch: try chance.fullPatch()),
      .addVersion(gift: tulip, animation: try chance.candidate()),
      .publish(gift: tulip, version: nil, from: now.hours(1), until: nil, replace: .nothing),
      .hide(gift: tulip, from: now.hours(2), until: now.hours(3), replace: .nothing),
      .publish(
        gift: tulip, version: .first, from: now.hours(4), until: now.hours(5), replace: .nothing),
      .retire(gift: tulip, at: now.hours(6)),
    ]
    var planned = try #require(try catalogue.applying(season))
    for halves in Int64(0)...14 {
      planned.now = Timestamp(clamping: now.microseconds + halves * 1_800_000_000)
      let again = try #require(try planned.difference(of: season), "\(halves)")
      #expect(again.isEmpty, "\(halves)")
    }
  }
}
