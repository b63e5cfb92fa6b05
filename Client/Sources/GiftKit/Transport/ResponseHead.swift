import Foundation

/// Status and fields of a response.
struct ResponseHead: Sendable {
  let status: Int
  /// By lower-case name; of a field that was sent twice, the values with a comma between.
  let fields: [String: String]

  /// Whether it only says that another one follows.
  var isInterim: Bool { (100..<200).contains(status) }

  /// The server's clock when it wrote the response.
  var date: Date? { fields["date"].flatMap(Timestamps.httpDate) }

  /// For how many seconds caches on the way may have kept the response; 0 without `Age`
  /// (RFC 9111 §5.1), which is a whole number, rounded down.
  var age: TimeInterval {
    fields["age"].map { (seconds($0[...]) ?? ClientLimits.wait) + 1 } ?? 0
  }

  /// Seconds for which the response is current, within `ClientLimits.wait`; nil if it does not say.
  var maxAge: TimeInterval? {
    let directives = (fields["cache-control"] ?? "").split(separator: ",")
    for directive in directives {
      let text = directive.trimmingCharacters(in: .whitespaces).lowercased()
      guard text.hasPrefix("max-age=") else { continue }
      return seconds(text.dropFirst("max-age=".count))
    }
    return nil
  }

  /// Seconds to wait before the next request, within `ClientLimits.wait`; nil if it does not say.
  var retryAfter: TimeInterval? {
    guard let text = fields["retry-after"] else { return nil }
    if let seconds = seconds(text[...]) { return seconds }
    // The other form is an instant by the server's clock (RFC 9110 §10.2.3).
    guard let instant = Timestamps.httpDate(text), let date else { return nil }
    // Both are rounded down to the second.
    return min(max(0, instant.timeIntervalSince(date)) + 1, ClientLimits.wait)
  }

  /// Whether the body is a problem document (RFC 9457), as every error of the server is.
  private var isProblem: Bool {
    (fields["content-type"] ?? "").lowercased().hasPrefix("application/problem+json")
  }

  /// Whether the catalogue is said to belong to another history (a boolean of RFC 9651).
  var isMarkedReset: Bool { fields["catalogue-reset"] == "?1" }

  /// What a status other than 200 means for the path that was requested.
  func failure(path: String) -> GiftClientError? {
    switch status {
    case 200: nil
    case 300..<400: .badResponse("status \(status); redirects are not followed")
    // Anything else that has this status, such as a proxy or a hotel's page, does not know.
    case 404 where !isProblem, 410 where !isProblem:
      .badResponse("status \(status), which the server itself did not send")
    case 404, 410: .notFound(path)
    case 408, 429, 500...: .unavailable(retryAfter: retryAfter)
    default: .badResponse("status \(status)")
    }
  }

  private func seconds(_ digits: Substring) -> TimeInterval? {
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    // More digits than a number has mean longer than the limit.
    return min(Double(Int(digits) ?? .max), ClientLimits.wait)
  }
}
