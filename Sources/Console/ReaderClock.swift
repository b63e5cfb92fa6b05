internal import Glibc

/// The reader's wall clock, from the C library.
package struct ReaderClock: Sendable {
  /// The requested zone, or that of `TZ`; nil for the machine's own.
  private let named: String?
  /// Where the C library looks for zones (tzset(3)).
  private static let folder = "/usr/share/zoneinfo"

  /// The clock of a zone such as `Europe/Berlin`, else that of `TZ` in the environment (tzset(3)),
  /// or of the machine's own zone.
  ///
  /// It applies to the whole process from then on. Nil for a zone that this machine does not have.
  package init?(zone: String?, environment variable: String?) {
    guard let zone else {
      tzset()
      named = variable
      return
    }
    guard Self.isName(zone) else { return nil }
    // Safe: strings end with NUL and are copied; nothing else runs that reads the environment.
    guard unsafe access("\(Self.folder)/\(zone)", R_OK) == 0, unsafe setenv("TZ", zone, 1) == 0
    else { return nil }
    tzset()
    named = zone
  }

  /// The IANA name of its zone; nil for the machine's own zone where that has no such name.
  package var zone: String? {
    guard let named else { return Self.machineZone }
    return Self.isName(named) ? named : nil
  }

  /// Whether the text can be an IANA time zone, and so leads nowhere else on the disk.
  private static func isName(_ text: String) -> Bool {
    text.wholeMatch(of: /[A-Za-z0-9_+-]{1,32}(\/[A-Za-z0-9_+-]{1,32}){0,2}/) != nil
  }

  /// What /etc/localtime links to (localtime(5)).
  private static var machineZone: String? {
    // Safe: the string that realpath returns is ours, and copied before it is freed.
    guard let path = unsafe realpath("/etc/localtime", nil) else { return nil }
    defer { unsafe free(path) }
    let target = unsafe String(cString: path)
    guard target.hasPrefix(folder + "/") else { return nil }
    let name = String(target.dropFirst(folder.count + 1))
    return isName(name) ? name : nil
  }

  /// How many seconds the clock is ahead of UTC at an instant, given in seconds since
  /// 1970-01-01T00:00:00Z; 0 where the C library has no answer.
  package func offsetSeconds(at second: Int64) -> Int64 {
    var time = time_t(second)
    var local = unsafe tm()
    // Safe: both live during the call.
    guard unsafe localtime_r(&time, &local) != nil else { return 0 }
    return Int64(unsafe local.tm_gmtoff)
  }
}
