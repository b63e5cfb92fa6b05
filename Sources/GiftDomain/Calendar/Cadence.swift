/// How far apart the turns of a rotation begin, on the clock of its zone.
package struct Cadence: Hashable, Sendable, Codable, CustomStringConvertible {
  /// What is counted.
  package enum Unit: String, Hashable, Sendable, CaseIterable, Codable {
    /// Calendar days.
    case day
    /// Seven calendar days.
    case week
    /// Calendar months; in a shorter month its last day.
    case month
  }

  /// Turns more than ten years of days apart are a mistake.
  package static let range: ClosedRange<Int64> = 1...3_660

  /// How many units, within `range`.
  package let count: Int64
  /// The unit.
  package let unit: Unit

  /// Throws `DomainError.outOfRange` outside `range`.
  package init(every count: Int64, _ unit: Unit) throws(DomainError) {
    self.count = try Self.range.checked(count, .cadence)
    self.unit = unit
  }

  /// Throws `DomainError`, or what the decoder throws.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(
      every: values.decode(Int64.self, forKey: .count), values.decode(Unit.self, forKey: .unit))
  }

  /// The local time `turns` turns after `anchor`; counted from there, so that a turn on the 31st
  /// does not stay on the 28th after a February.
  package func start(_ turns: Int64, after anchor: LocalTime) -> LocalTime {
    switch unit {
    case .day: anchor.advanced(bySeconds: turns * count * 86_400)
    case .week: anchor.advanced(bySeconds: turns * count * 604_800)
    case .month: anchor.advanced(byMonths: turns * count)
    }
  }

  /// How many turns after that at `anchor` the one at a local time is, give or take one.
  func turns(from anchor: LocalTime, to local: LocalTime) -> Int64 {
    switch unit {
    case .day: (local.seconds - anchor.seconds) / (count * 86_400)
    case .week: (local.seconds - anchor.seconds) / (count * 604_800)
    case .month:
      (local.date.month - anchor.date.month + (local.date.year - anchor.date.year) * 12) / count
    }
  }

  /// `day`, `3 weeks`.
  package var description: String {
    count == 1 ? unit.rawValue : "\(count) \(unit.rawValue)s"
  }
}

/// How long the gifts of a turn stay.
package struct Stay: Hashable, Sendable, Codable, CustomStringConvertible {
  /// What is counted.
  package enum Unit: String, Hashable, Sendable, CaseIterable, Codable {
    /// 3,600 seconds each, whatever the clock does meanwhile.
    case hour
    /// Calendar days: until the same time of a later day.
    case day
    /// Seven calendar days.
    case week
  }

  /// A stay of more than ten years of days is meant to be open.
  package static let range: ClosedRange<Int64> = 1...3_660

  /// How many units, within `range`.
  package let count: Int64
  /// The unit.
  package let unit: Unit

  /// Throws `DomainError.outOfRange` outside `range`.
  package init(_ count: Int64, _ unit: Unit) throws(DomainError) {
    self.count = try Self.range.checked(count, .stay)
    self.unit = unit
  }

  /// Throws `DomainError`, or what the decoder throws.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(
      values.decode(Int64.self, forKey: .count), values.decode(Unit.self, forKey: .unit))
  }

  /// When a turn ends that begins at a local time.
  func end(of start: LocalTime, in zone: ZoneRules) -> Timestamp {
    switch unit {
    case .hour: Timestamp(second: zone.instant(of: start).wholeSeconds + count * 3_600)
    case .day: zone.instant(of: start.advanced(bySeconds: count * 86_400))
    case .week: zone.instant(of: start.advanced(bySeconds: count * 604_800))
    }
  }

  /// `12 hours`, `week`.
  package var description: String {
    count == 1 ? unit.rawValue : "\(count) \(unit.rawValue)s"
  }
}
