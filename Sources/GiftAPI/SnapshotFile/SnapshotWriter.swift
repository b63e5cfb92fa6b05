import GiftDomain
import GiftStore
import NIOCore

/// Writes the rows of a snapshot file; `SnapshotReader` reads them in the same order.
struct SnapshotWriter {
  private(set) var buffer = ByteBuffer()

  mutating func write(_ kept: KeptCatalogue) {
    let (view, position) = (kept.view, kept.position)
    write(kept.clockOffset)
    write(optional: position.begun) { $0.write($1) }
    write(position.change)
    write(position.changedAt)
    write(optional: position.timeline) { $0.write($1) }
    write(optional: position.systemIdentifier) { $0.write($1) }
    write(view.change)
    write(view.altering)
    write(view.alteredAt)
    write(view.instant)
    write(view.now)
    write(list: view.states) { $0.write($1) }
    write(list: view.departed) { writer, gift in
      writer.write(gift.state)
      writer.write(gift.lastDefinition)
    }
    let zones = Set(view.rotations.flatMap { $0.revisions.map(\.plan.zone) })
      .sorted { $0.name < $1.name }
    write(list: zones) { $0.write($1) }
    write(list: view.rotations) { writer, rotation in
      writer.write(rotation.name.text)
      writer.write(list: rotation.revisions) { writer, revision in
        writer.write(revision.since)
        writer.write(revision.at)
        writer.write(zones.firstIndex(of: revision.plan.zone) ?? 0)
        writer.write(revision.plan)
      }
    }
    write(count: kept.assets.count)
  }

  // MARK: Gifts

  private mutating func write(_ state: GiftState) {
    write(state.gift.text)
    write(optional: state.definition) { $0.write($1) }
    write(list: state.versions) { $0.write($1) }
    write(list: state.base.entries) { writer, entry in
      writer.write(entry.window.from)
      writer.write(optional: entry.window.until) { $0.write($1) }
      writer.write(entry.version.value)
    }
  }

  private mutating func write(_ definition: Definition) {
    write(list: definition.names.sorted { $0.key.text < $1.key.text }) { writer, name in
      writer.write(name.key.text)
      writer.write(name.value.text)
    }
    write(definition.price.coins)
    write(definition.category.text)
    write(definition.order.value)
    write(definition.isStreakable)
    write(list: definition.tags.map(\.text).sorted()) { $0.write($1) }
    write(optional: definition.latestVersion) { $0.write($1.value) }
  }

  private mutating func write(_ version: AnimationVersion) {
    write(version.number.value)
    buffer.writeBytes(version.asset.bytes)
    write(version.byteCount)
    write(version.facts.width)
    write(version.facts.height)
    buffer.writeInteger(version.facts.frameRateHz.bitPattern)
    buffer.writeInteger(version.facts.frameCount.bitPattern)
    write(version.facts.durationMs)
    write(version.since)
  }

  // MARK: Rotations

  private mutating func write(_ zone: ZoneRules) {
    write(zone.name)
    write(zone.firstOffsetSeconds)
    write(list: zone.transitions) { writer, transition in
      writer.write(transition.at)
      writer.write(transition.offsetSeconds)
    }
  }

  private mutating func write(_ plan: RotationPlan) {
    write(plan.anchor.seconds)
    write(plan.anchorTurn)
    write(plan.cadence.count)
    write(plan.cadence.unit.rawValue)
    write(optional: plan.stay) { writer, stay in
      writer.write(stay.count)
      writer.write(stay.unit.rawValue)
    }
    write(list: plan.lineup.places) { $0.write($1) }
    write(plan.lineup.perTurn)
    write(plan.position)
    write(optional: plan.lastTurn) { $0.write($1) }
    write(optional: plan.until) { $0.write($1) }
    write(plan.firstTurn)
    write(list: plan.overrides.sorted { $0.key < $1.key }) { writer, special in
      writer.write(special.key)
      writer.write(special.value.isSkipped)
      writer.write(optional: special.value.movedTo) { $0.write($1.seconds) }
      writer.write(list: special.value.swaps.sorted { $0.key < $1.key }) { writer, swap in
        writer.write(swap.key.text)
        writer.write(swap.value)
      }
    }
    write(list: plan.withdrawals.sorted { $0.key < $1.key }) { writer, withdrawal in
      writer.write(withdrawal.key.text)
      writer.write(withdrawal.value)
    }
    write(optional: plan.carried) { writer, carried in
      writer.write(carried.number)
      writer.write(carried.from)
      writer.write(optional: carried.until) { $0.write($1) }
      writer.write(list: carried.places) { $0.write($1) }
    }
  }

  private mutating func write(_ place: LineupPlace) {
    write(place.gift.text)
    write(place.version.value)
  }

  // MARK: Parts

  private mutating func write(count: Int) { buffer.writeInteger(UInt32(clamping: count)) }

  private mutating func write(_ number: Int64) { buffer.writeInteger(number) }

  private mutating func write(_ number: Int) { write(Int64(number)) }

  private mutating func write(_ flag: Bool) { buffer.writeInteger(flag ? 1 : 0 as UInt8) }

  private mutating func write(_ change: ChangeNumber) { write(change.value) }

  private mutating func write(_ instant: Timestamp) { write(instant.microseconds) }

  private mutating func write(_ text: String) {
    write(count: text.utf8.count)
    buffer.writeString(text)
  }

  private mutating func write<Value>(
    optional value: Value?, _ one: (inout SnapshotWriter, Value) -> Void
  ) {
    write(value != nil)
    if let value { one(&self, value) }
  }

  private mutating func write<Element>(
    list: [Element], _ one: (inout SnapshotWriter, Element) -> Void
  ) {
    write(count: list.count)
    for element in list { one(&self, element) }
  }
}

// Animations are handed over as they are, as they may be many.
extension SnapshotWriter {
  /// A digest, and each coding behind its length; a coding that there is none of has no bytes.
  static func parts(of asset: ServedAsset) -> [ByteBuffer] {
    [ByteBuffer(bytes: asset.digest.bytes)]
      + [asset.body.identity, asset.body.gzip, asset.body.brotli].flatMap { body in
        [ByteBuffer(integer: UInt32(clamping: body?.readableBytes ?? 0)), body ?? ByteBuffer()]
      }
  }
}
