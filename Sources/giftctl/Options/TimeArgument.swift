import ArgumentParser
import GiftDomain

/// A time as people type it: `now`, `+3w`, RFC 3339, or a local time of `--tz`.
///
/// Its options parse unconditionally: `-2d` is a value, not an option.
enum TimeArgument: Hashable {
  /// This instant, by the database's clock.
  case now
  /// Microseconds from now, negative for the past.
  case relative(microseconds: Int64)
  case absolute(Timestamp)
  /// A date and time without a zone.
  case local(LocalTime)

  /// Throws `UnreadableArgument` for text that is none of these.
  init(argument: String) throws(UnreadableArgument) {
    if argument == "now" {
      self = .now
    } else if let microseconds = Self.relative(argument) {
      self = .relative(microseconds: microseconds)
      // Text that is not RFC 3339 is not an error yet: it may be a local time.
    } else if let instant = try? Timestamp(rfc3339: argument) {
      self = .absolute(instant)
    } else if let local = Self.local(argument) {
      self = .local(local)
    } else {
      throw .impossibleDay(argument) ?? .time(orChange: false)
    }
  }

  /// `+3w`, `-2d`, `+90m`: weeks, days, hours, minutes or seconds.
  private static func relative(_ text: String) -> Int64? {
    guard let sign = text.first, sign == "+" || sign == "-", let unit = text.last,
      let count = Int64(text.dropFirst().dropLast()), count >= 0,
      text.dropFirst().first?.isNumber == true
    else { return nil }
    let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400, "w": 604_800]
    guard let seconds = units[unit] else { return nil }
    let (product, overflow) = count.multipliedReportingOverflow(by: seconds * 1_000_000)
    return overflow ? nil : sign == "-" ? -product : product
  }

  /// `2026-12-01 10:00`, `2026-12-01T10:00:30`, or a day, which begins at midnight.
  private static func local(_ text: String) -> LocalTime? {
    // The caller reports text that is neither.
    (try? LocalTime(text)) ?? (try? LocalTime(text + " 00:00"))
  }
}

/// A point in the catalogue's history: a time, or the number of a change.
enum PointArgument: Hashable {
  case time(TimeArgument)
  case change(ChangeNumber)

  /// Throws `UnreadableArgument` for text that is neither.
  init(argument: String) throws(UnreadableArgument) {
    do {
      if let number = Int64(argument), argument.allSatisfy(\.isNumber) {
        self = .change(try ChangeNumber(number))
      } else {
        self = .time(try TimeArgument(argument: argument))
      }
    } catch {
      throw .impossibleDay(argument) ?? .time(orChange: true)
    }
  }
}

extension Option<TimeArgument?> {
  init(time help: String) {
    self.init(
      parsing: .unconditional, help: .init(help, valueName: "time"), transform: TimeArgument.init)
  }
}

extension Option<PointArgument?> {
  init(point help: String) {
    self.init(
      parsing: .unconditional, help: .init(help, valueName: "time|change"),
      transform: PointArgument.init)
  }
}

/// An argument that is not valid, with the valid forms; the parser puts it after the option's name.
struct UnreadableArgument: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }

  /// What is wrong with text that begins with a date of no calendar, such as 30 February; nil for
  /// any other.
  static func impossibleDay(_ text: String) -> UnreadableArgument? {
    guard let match = text.prefixMatch(of: /([0-9]{4})-([0-9]{2})-([0-9]{2})(?![0-9])/),
      let year = Int64(match.1), let month = Int64(match.2), let day = Int64(match.3)
    else { return nil }
    guard (1...12).contains(month) else {
      return UnreadableArgument("a year has the months 01 to 12")
    }
    // There is no year 0, whatever the day.
    guard let last = (28...31).last(where: { CivilDate(year: year, month: month, day: $0) != nil }),
      !(1...last).contains(day)
    else { return nil }
    return UnreadableArgument("\(monthNames[Int(month) - 1]) \(year) has \(last) days")
  }

  private static let monthNames = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  /// Not a time, nor the number of a change where that would be valid too.
  static func time(orChange: Bool) -> UnreadableArgument {
    UnreadableArgument(
      "write now, +3w or -90m (s, m, h, d, w), 2026-12-01, \"2026-12-01 10:00\" or "
        + "2026-12-01T10:00:00Z" + (orChange ? ", or the number of a change" : ""))
  }
}
