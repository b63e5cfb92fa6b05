import Console
import GiftDomain

#if canImport(Glibc)
  import Glibc
#endif

/// How instants are written in output, and the zone of local times in arguments.
struct TimeStyle: Sendable {
  /// The reader's clock; nil until the command line is read.
  let clock: ReaderClock?
  /// The current year, which text output omits; nil for programs, which get RFC 3339 in UTC.
  private let thisYear: Int64?

  /// The style of this process's output.
  @TaskLocal static var current = TimeStyle(clock: nil, thisYear: nil)

  /// RFC 3339 in UTC, for a reader whose zone has no name that others know.
  static let utc = TimeStyle(clock: nil, thisYear: nil)

  private init(clock: ReaderClock?, thisYear: Int64?) {
    self.clock = clock
    self.thisYear = thisYear
  }

  /// The style that a command line asks for.
  ///
  /// Throws `CommandError.zoneUnknown` for a zone that this machine does not know.
  init(arguments: [String], environment: [String: String]) throws(CommandError) {
    let named = environment["GIFT_TZ"].flatMap { $0.isEmpty ? nil : $0 }
    let zone = Self.value(of: "--tz", in: arguments) ?? named
    guard let clock = ReaderClock(zone: zone, environment: environment["TZ"])
    else { throw .zoneUnknown(zone ?? "") }
    let now = Int64(time(nil))
    let year = LocalTime(clamping: now + clock.offsetSeconds(at: now)).date.year
    self.init(clock: clock, thisYear: arguments.contains("--json") ? nil : year)
  }

  private static func value(of option: String, in arguments: [String]) -> String? {
    for (index, argument) in arguments.enumerated() {
      if argument == option { return index + 1 < arguments.count ? arguments[index + 1] : nil }
      if argument.hasPrefix(option + "=") { return String(argument.dropFirst(option.count + 1)) }
    }
    return nil
  }

  /// An instant as part of a command: in the reader's own time, as times without a zone are read,
  /// unless the clock shows that time twice or the instant is between two seconds.
  func typed(_ instant: Timestamp) -> String {
    let second = instant.wholeSeconds
    guard let clock, clock.zone != nil, thisYear != nil, instant.microseconds % 1_000_000 == 0
    else {
      return instant.rfc3339
    }
    let offset = clock.offsetSeconds(at: second)
    // Clocks are set by two hours at the most.
    let isPlain = [-7_200, 7_200].allSatisfy { clock.offsetSeconds(at: second + $0) == offset }
    return isPlain ? "\"\(LocalTime(clamping: second + offset))\"" : instant.rfc3339
  }

  /// An instant: `Tue 1 Dec 10:00`, with the year where it is not this one; or RFC 3339.
  func written(_ instant: Timestamp, withYear: Bool = false) -> String {
    guard let clock, let thisYear else { return instant.rfc3339 }
    let second = instant.wholeSeconds
    return LocalTime(clamping: second + clock.offsetSeconds(at: second))
      .written(thisYear: withYear ? 0 : thisYear)
  }
}

extension Timestamp {
  /// The instant in the style of the output.
  var written: String { TimeStyle.current.written(self) }
}

extension DefaultStringInterpolation {
  /// An instant as part of a command that can be typed.
  mutating func appendInterpolation(typed instant: Timestamp) {
    appendInterpolation(TimeStyle.current.typed(instant))
  }

  /// An instant in a sentence, with its year: one of the past may be meant for the next year.
  mutating func appendInterpolation(dated instant: Timestamp) {
    appendInterpolation(TimeStyle.current.written(instant, withYear: true))
  }

  /// An instant in a sentence, in the style of the output.
  mutating func appendInterpolation(_ instant: Timestamp) {
    appendInterpolation(instant.written)
  }
}
