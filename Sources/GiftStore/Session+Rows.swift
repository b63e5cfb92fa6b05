import GiftDomain
import GiftSQL
import Postgres

// One row from one value; the parameters are those that the headers in `sql/queries` name.
extension Session {
  func insert(_ version: AnimationVersion, findings: String) throws(StoreError) {
    try run(
      SQL.versionInsert,
      [
        .text(version.gift.text), .version(version.number), .bytes(version.asset.bytes),
        .int(version.byteCount), .int(version.facts.width), .int(version.facts.height),
        .double(version.facts.frameRateHz), .double(version.facts.frameCount),
        .int(version.facts.durationMs), .text(findings), .change(version.since),
      ])
  }

  func insert(_ recorded: Recorded<Definition>, of gift: GiftID) throws(StoreError) {
    let definition = recorded.value
    let names = definition.names.sorted { $0.key < $1.key }
    try run(
      SQL.definitionInsert,
      [
        .text(gift.text), .change(recorded.since), .textArray(names.map(\.key.text)),
        .textArray(names.map(\.value.text)), .int(definition.price.coins),
        .text(definition.category.text), .int(definition.order.value),
        .bool(definition.isStreakable), .textArray(definition.tags.map(\.text).sorted()),
        .version(definition.latestVersion), .change(recorded.until),
      ])
  }

  func insert(_ recorded: Recorded<Availability>, of gift: GiftID) throws(StoreError) {
    let availability = recorded.value
    try run(
      SQL.availabilityInsert,
      [
        .text(gift.text), .text(availability.layer.rawValue),
        .version(availability.entry.version), .instant(availability.entry.window.from),
        .instant(availability.entry.window.until), .change(recorded.since),
        .change(recorded.until),
      ])
  }
}
