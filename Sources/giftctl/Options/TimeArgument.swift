import ArgumentParser
import GiftDomain
import GiftStore

/// A time as people type it: `now`, `+3w`, RFC 3339, or a local time of `--tz`.
///
/// Its options parse unconditionally: `-2d` is a value, not an option.
enum TimeArgument: ExpressibleByArgument, Hashable {
  /// This instant, by the database's clock.
  case now
  /// So many microseconds from now, or before now.
  case relative(microseconds: Int64)
  /// An instant in RFC 3339.
  case absolute(Timestamp)
  /// A date and time without a zone.
  case local(String)

  init?(argument: String) {
    if argument == "now" {
      self = .now
    } else if let microseconds = Self.relative(argument) {
      self = .relative(microseconds: microseconds)
      // Not RFC 3339 is no failure yet: it may be a local time.
    } else if let instant = try? Timestamp(rfc3339: argument) {
      self = .absolute(instant)
    } else if Self.isLocal(argument) {
      self = .local(argument)
    } else {
      return nil
    }
  }

  /// The instant, by the database's clock and zone rules.
  ///
  /// Throws `CommandError.zoneMissing` for a local time without a zone.
  func instant(zone: String?, store: GiftStore) async throws(CommandError) -> Timestamp {
    do {
      switch self {
      case .now:
        return try await store.clock()
      case .relative(let microseconds):
        return try await store.clock().moved(by: microseconds)
      case .absolute(let instant):
        return instant
      case .local(let text):
        guard let zone else { throw CommandError.zoneMissing(text) }
        return try await store.instant(ofLocalTime: text, zone: zone)
      }
    } catch let error as StoreError {
      throw .store(error)
    } catch let error as CommandError {
      throw error
    } catch {
      throw .unforeseen(error)
    }
  }

  /// `+3w`, `-2d`, `+90m`: weeks, days, hours, minutes or seconds.
  private static func relative(_ text: String) -> Int64? {
    guard let sign = text.first, sign == "+" || sign == "-", let unit = text.last,
      let count = Int64(text.dropFirst().dropLast()), count >= 0,
      text.dropFirst().first?.isNumber == true
    else { return nil }
    let seconds: Int64
    switch unit {
    case "s": seconds = 1
    case "m": seconds = 60
    case "h": seconds = 3_600
    case "d": seconds = 86_400
    case "w": seconds = 604_800
    default: return nil
    }
    let (product, overflow) = count.multipliedReportingOverflow(by: seconds * 1_000_000)
    return overflow ? nil : sign == "-" ? -product : product
  }

  /// `2026-12-01 10:00`, `2026-12-01T10:00:30.5`: the rest is for the database to judge.
  private static func isLocal(_ text: String) -> Bool {
    let parts = text.split(whereSeparator: { $0 == " " || $0 == "T" })
    return text.utf8.count <= 32 && (1...2).contains(parts.count)
      && parts[0].utf8.count == 10
      && parts[0].allSatisfy { $0.isASCII && ($0.isNumber || $0 == "-") }
      && parts.dropFirst().allSatisfy {
        $0.utf8.count >= 5
          && $0.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ":" || $0 == ".") }
      }
  }
}

extension Timestamp {
  fileprivate func moved(by microseconds: Int64) throws(StoreError) -> Timestamp {
    do {
      return try advanced(byMicroseconds: microseconds)
    } catch {
      throw .rejected(.invalid(error))
    }
  }
}

/// A point in the catalogue's history: a time, or the number of a change.
enum PointArgument: ExpressibleByArgument, Hashable {
  /// At a time.
  case time(TimeArgument)
  /// After a change.
  case change(ChangeNumber)

  init?(argument: String) {
    if let number = Int64(argument), argument.allSatisfy(\.isNumber) {
      // The parser says what is wrong with an argument that is nil.
      guard let change = try? ChangeNumber(number) else { return nil }
      self = .change(change)
    } else if let time = TimeArgument(argument: argument) {
      self = .time(time)
    } else {
      return nil
    }
  }

  /// The moment to look at.
  func moment(zone: String?, store: GiftStore) async throws(CommandError) -> Moment {
    switch self {
    case .time(.now): .now
    case .time(let time): .instant(try await time.instant(zone: zone, store: store))
    case .change(let number): .change(number)
    }
  }
}
