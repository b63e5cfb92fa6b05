// Instants and distances in time as people read them, in English.

extension LocalTime {
  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]

  /// `Tue 1 Dec 10:00`, with the year where it is another one.
  package func written(thisYear: Int64) -> String {
    let (date, minute) = (date, secondOfDay / 60)
    let day =
      "\(Self.weekdays[Int(date.weekday)]) \(date.day) "
      + "\(Timestamp.httpMonths[Int(date.month) - 1])"
    let year = date.year == thisYear ? "" : " \(date.year)"
    return "\(day)\(year) \(padded(minute / 60, 2)):\(padded(minute % 60, 2))"
  }
}

/// `in 3 days`: how far a later instant is away.
package func distance(from now: Timestamp, to later: Timestamp) -> String {
  "in \(duration(from: now, to: later))"
}

/// `3 days`: in the largest unit of which there are at least two, or in minutes.
package func duration(from earlier: Timestamp, to later: Timestamp) -> String {
  let minutes = Int(later.wholeSeconds - earlier.wholeSeconds) / 60
  for (unit, length) in [("week", 10_080), ("day", 1_440), ("hour", 60)] where minutes >= 2 * length
  {
    return counted(minutes / length, unit)
  }
  return minutes == 0 ? "less than a minute" : counted(minutes, "minute")
}
