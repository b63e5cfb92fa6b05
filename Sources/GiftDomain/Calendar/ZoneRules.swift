/// The clock changes of a zone, by the database's own rules: a value, so that turns can be computed
/// without a query.
package struct ZoneRules: Hashable, Sendable, Codable {
  /// A clock change.
  package struct Transition: Hashable, Sendable, Codable {
    /// The first second of the new offset, in seconds since 1970-01-01T00:00:00Z.
    package let at: Int64
    /// Seconds east of UTC from then on.
    package let offsetSeconds: Int64

    /// A transition from its parts.
    package init(at: Int64, offsetSeconds: Int64) {
      self.at = at
      self.offsetSeconds = offsetSeconds
    }

    /// Throws what the decoder throws.
    package init(from decoder: any Decoder) throws {
      var values = try decoder.unkeyedContainer()
      at = try values.decode(Int64.self)
      offsetSeconds = try values.decode(Int64.self)
      guard values.isAtEnd else {
        throw DecodingError.dataCorruptedError(in: values, debugDescription: "more than a pair")
      }
    }

    /// Writes a pair of numbers, because a zone has hundreds of transitions.
    package func encode(to encoder: any Encoder) throws {
      var values = encoder.unkeyedContainer()
      try values.encode(at)
      try values.encode(offsetSeconds)
    }
  }

  /// What a wall clock does at a local time.
  package enum Occasion: String, Hashable, Sendable {
    /// It shows the time once.
    case once
    /// The clock skips the time, which moves forward by the length of the gap.
    case gap
    /// The clock shows the time twice; the second occurrence counts.
    case twice
  }

  /// The IANA name, such as `Europe/London`.
  package let name: String
  /// Seconds east of UTC before the first transition.
  package let firstOffsetSeconds: Int64
  /// Clock changes, earliest first.
  package let transitions: [Transition]

  /// The rules of a zone; transitions in any order.
  package init(name: String, firstOffsetSeconds: Int64, transitions: [Transition]) {
    self.name = name
    self.firstOffsetSeconds = firstOffsetSeconds
    self.transitions = transitions.sorted { $0.at < $1.at }
  }

  /// The most transitions of a zone: twice the number of two a year in all years that PostgreSQL's
  /// rules cover.
  package static let maxTransitions = 2_000

  /// Throws what the decoder throws, also for a name that the IANA database cannot have, an offset
  /// of a day or more from UTC, or a clock change in a year outside those of `Timestamp`.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      name: try values.decode(String.self, forKey: .name),
      firstOffsetSeconds: try values.decode(Int64.self, forKey: .firstOffsetSeconds),
      transitions: try values.decode([Transition].self, forKey: .transitions))
    let offsets = [firstOffsetSeconds] + transitions.map(\.offsetSeconds)
    guard name.wholeMatch(of: /[A-Za-z0-9_+\/-]{1,64}/) != nil,
      transitions.count <= Self.maxTransitions,
      zip(transitions, transitions.dropFirst()).allSatisfy({ $0.at < $1.at }),
      offsets.allSatisfy({ (-86_399...86_399).contains($0) }),
      transitions.allSatisfy({ LocalTime.range.contains($0.at) })
    else {
      throw DecodingError.dataCorruptedError(
        forKey: .transitions, in: values, debugDescription: "out of range")
    }
  }

  /// The instant of a local time, as PostgreSQL's `AT TIME ZONE` computes it: in a gap the offset
  /// before counts, so the time moves forward; an ambiguous time means the second occurrence.
  package func instant(of local: LocalTime) -> Timestamp {
    // With the new offset, a time in a gap is before the transition, and both occurrences after it.
    let count = transitions.endOfPrefix { local.seconds - $0.offsetSeconds >= $0.at }
    return Timestamp(second: local.seconds - offset(after: count))
  }

  /// The clock's time at an instant, in whole seconds.
  package func local(at instant: Timestamp) -> LocalTime {
    let second = instant.wholeSeconds
    return LocalTime(clamping: second + offset(after: transitions.endOfPrefix { $0.at <= second }))
  }

  /// Whether a local time exists once, twice or not at all.
  package func occasion(of local: LocalTime) -> Occasion {
    for (index, transition) in transitions.enumerated() {
      let before = transition.at + offset(after: index)
      let after = transition.at + transition.offsetSeconds
      if (before..<max(before, after)).contains(local.seconds) { return .gap }
      if (after..<max(before, after)).contains(local.seconds) { return .twice }
    }
    return .once
  }

  /// The largest backward clock change in seconds, at least 0.
  var longestTurnBack: Int64 {
    zip([firstOffsetSeconds] + transitions.map(\.offsetSeconds), transitions)
      .reduce(0) { max($0, $1.0 - $1.1.offsetSeconds) }
  }

  private func offset(after count: Int) -> Int64 {
    count == 0 ? firstOffsetSeconds : transitions[count - 1].offsetSeconds
  }
}

extension Timestamp {
  /// A whole second, clamped to `range`.
  init(second: Int64) {
    let microseconds = second.multipliedReportingOverflow(by: 1_000_000)
    let wanted = microseconds.overflow ? (second < 0 ? .min : .max) : microseconds.partialValue
    self.init(clamping: wanted)
  }
}

extension RandomAccessCollection where Index == Int {
  /// The end of the elements that satisfy `isFirst`, which must be a prefix.
  package func endOfPrefix(where isFirst: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if isFirst(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
