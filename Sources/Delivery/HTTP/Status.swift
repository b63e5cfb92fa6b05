/// The statuses of responses (RFC 9110 §15), as in status lines.
package enum Status: String, Hashable, Sendable, CaseIterable {
  /// §15.3.1.
  case ok = "200 OK"
  /// §15.3.5.
  case noContent = "204 No Content"
  /// §15.4.5.
  case notModified = "304 Not Modified"
  /// §15.5.1.
  case badRequest = "400 Bad Request"
  /// §15.5.5.
  case notFound = "404 Not Found"
  /// §15.5.6.
  case methodNotAllowed = "405 Method Not Allowed"
  /// §15.5.7.
  case notAcceptable = "406 Not Acceptable"
  /// §15.5.9.
  case requestTimeout = "408 Request Timeout"
  /// §15.5.11.
  case gone = "410 Gone"
  /// §15.5.13.
  case preconditionFailed = "412 Precondition Failed"
  /// §15.5.15.
  case uriTooLong = "414 URI Too Long"
  /// RFC 6585 §5.
  case requestHeaderFieldsTooLarge = "431 Request Header Fields Too Large"
  /// §15.6.1.
  case internalServerError = "500 Internal Server Error"
  /// §15.6.2.
  case notImplemented = "501 Not Implemented"
  /// §15.6.4.
  case serviceUnavailable = "503 Service Unavailable"

  /// The number, 200 to 503.
  package var code: Int { Int(rawValue.prefix(3)) ?? 0 }

  /// The reason phrase.
  package var reason: String { String(rawValue.dropFirst(4)) }

  /// Whether it is an error of the client or server.
  package var isError: Bool { code >= 400 }
}
