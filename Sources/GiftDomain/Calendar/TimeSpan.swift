/// A number of units of time.
package struct TimeSpan<Unit: TimeUnit>: Hashable, Sendable, Codable, CustomStringConvertible {
  /// Ten years of days; a longer span is a mistake.
  package static var range: ClosedRange<Int64> { 1...3_660 }

  /// The number of units, within `range`.
  package let count: Int64
  /// The unit counted.
  package let unit: Unit

  /// Throws `DomainError.outOfRange` outside `range`.
  package init(_ count: Int64, _ unit: Unit) throws(DomainError) {
    self.count = try Self.range.checked(count, Unit.quantity)
    self.unit = unit
  }

  /// Throws `DomainError`, or what the decoder throws.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(
      values.decode(Int64.self, forKey: .count), values.decode(Unit.self, forKey: .unit))
  }

  /// `day`, `3 weeks`.
  package var description: String {
    count == 1 ? unit.rawValue : "\(count) \(unit.rawValue)s"
  }
}

/// A unit of time spans.
package protocol TimeUnit: RawRepresentable<String>, Hashable, Sendable, CaseIterable, Codable {
  /// The name of such spans in errors.
  static var quantity: ValueKind { get }
}

/// The time between the beginnings of a rotation's turns, on the clock of its zone.
package typealias Cadence = TimeSpan<CadenceUnit>

/// The units of a cadence.
package enum CadenceUnit: String, TimeUnit {
  /// Calendar days.
  case day
  /// Seven calendar days.
  case week
  /// Calendar months; in a shorter month, its last day.
  case month

  /// A cadence.
  package static var quantity: ValueKind { .cadence }
}

/// How long the gifts of a turn stay.
package typealias Stay = TimeSpan<StayUnit>

/// The units of a stay.
package enum StayUnit: String, TimeUnit {
  /// 3,600 seconds each, regardless of clock changes.
  case hour
  /// Calendar days: until the same time of a later day.
  case day
  /// Seven calendar days.
  case week

  /// A stay.
  package static var quantity: ValueKind { .stay }
}

extension Cadence {
  /// The local time `turns` turns after `anchor`; counted from there, so that a turn on the 31st
  /// does not stay on the 28th after a February.
  package func start(_ turns: Int64, after anchor: LocalTime) -> LocalTime {
    switch unit {
    case .day: anchor.advanced(bySeconds: turns * count * 86_400)
    case .week: anchor.advanced(bySeconds: turns * count * 604_800)
    case .month: anchor.advanced(byMonths: turns * count)
    }
  }

  /// The number of turns from `anchor` to a local time, give or take one.
  func turns(from anchor: LocalTime, to local: LocalTime) -> Int64 {
    switch unit {
    case .day: (local.seconds - anchor.seconds) / (count * 86_400)
    case .week: (local.seconds - anchor.seconds) / (count * 604_800)
    case .month:
      (local.date.month - anchor.date.month + (local.date.year - anchor.date.year) * 12) / count
    }
  }
}

extension Stay {
  /// The end of a turn that begins at a local time.
  func end(of start: LocalTime, in zone: ZoneRules) -> Timestamp {
    switch unit {
    case .hour: Timestamp(second: zone.instant(of: start).wholeSeconds + count * 3_600)
    case .day: zone.instant(of: start.advanced(bySeconds: count * 86_400))
    case .week: zone.instant(of: start.advanced(bySeconds: count * 604_800))
    }
  }
}
