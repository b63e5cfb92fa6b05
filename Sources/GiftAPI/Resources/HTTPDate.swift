import GiftDomain

extension Timestamp {
  /// The second of an IMF-fixdate such as `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 §5.6.7); nil
  /// for all else.
  ///
  /// The two obsolete forms, which no client has sent for decades, make no condition.
  static func second(ofHTTPDate text: String) -> Int64? {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 6, text.utf8.count == 29,
      let month = httpMonths.firstIndex(of: String(parts[2]))
    else { return nil }
    let number = month + 1
    let date = "\(parts[3])-\(number < 10 ? "0" : "")\(number)-\(parts[1])T\(parts[4])Z"
    do {
      let instant = try Timestamp(rfc3339: date)
      // The weekday has to be right, too.
      return instant.httpDate == text ? instant.wholeSeconds : nil
    } catch {
      return nil
    }
  }
}
