/// The statuses that responses have (RFC 9110 §15).
package enum Status: Int, Hashable, Sendable, CaseIterable {
  /// §15.3.1.
  case ok = 200
  /// §15.3.5.
  case noContent = 204
  /// §15.4.5.
  case notModified = 304
  /// §15.5.1.
  case badRequest = 400
  /// §15.5.5.
  case notFound = 404
  /// §15.5.6.
  case methodNotAllowed = 405
  /// §15.5.7.
  case notAcceptable = 406
  /// §15.5.9.
  case requestTimeout = 408
  /// §15.5.11.
  case gone = 410
  /// §15.5.13.
  case preconditionFailed = 412
  /// §15.5.15.
  case uriTooLong = 414
  /// RFC 6585 §5.
  case requestHeaderFieldsTooLarge = 431
  /// §15.6.1.
  case internalServerError = 500
  /// §15.6.2.
  case notImplemented = 501
  /// §15.6.4.
  case serviceUnavailable = 503

  /// What stands after the number.
  package var reason: String {
    switch self {
    case .ok: "OK"
    case .noContent: "No Content"
    case .notModified: "Not Modified"
    case .badRequest: "Bad Request"
    case .notFound: "Not Found"
    case .methodNotAllowed: "Method Not Allowed"
    case .notAcceptable: "Not Acceptable"
    case .requestTimeout: "Request Timeout"
    case .gone: "Gone"
    case .preconditionFailed: "Precondition Failed"
    case .uriTooLong: "URI Too Long"
    case .requestHeaderFieldsTooLarge: "Request Header Fields Too Large"
    case .internalServerError: "Internal Server Error"
    case .notImplemented: "Not Implemented"
    case .serviceUnavailable: "Service Unavailable"
    }
  }

  /// Whether the request is not answered with what it asks for.
  package var isError: Bool { rawValue >= 400 }
}
