import HTTPTypes
import Logging
import NIOCore

/// A problem document (RFC 9457).
///
/// Its type is `about:blank`, so `title` is the status's own phrase
/// (§4.2.1), and `code`, a member of ours, tells clients problems of one status apart.
struct Problem: Hashable, Sendable {
  let status: HTTPResponse.Status
  let code: String
  let detail: String
  var fields: HTTPFields = [:]

  init(
    _ status: HTTPResponse.Status, _ code: String, _ detail: String, fields: HTTPFields = [:]
  ) {
    self.status = status
    self.code = code
    self.detail = detail
    self.fields = fields
  }

  /// The one place where errors become HTTP.
  init(_ error: APIError) {
    switch error {
    case .requestMalformed:
      self.init(.badRequest, "request_malformed", "The request is no HTTP/1.1.")
    case .fieldsTooLarge(let limit):
      self.init(
        .requestHeaderFieldsTooLarge, "fields_too_large",
        "The request's header fields are too many, or have more than \(limit) bytes.")
    case .bodyTooLarge(let limit):
      self.init(
        .contentTooLarge, "body_too_large", "The request's body has more than \(limit) bytes.")
    case .requestTimedOut:
      self.init(.requestTimeout, "request_timed_out", "The request did not arrive in time.")
    case .overloaded(let seconds):
      self.init(
        .serviceUnavailable, "overloaded", "The server has too much to do at the moment.",
        fields: [.retryAfter: String(seconds)])
    case .hostMalformed:
      self.init(
        .badRequest, "request_malformed", "The request must name its host in one field Host.")
    case .targetMalformed:
      self.init(.badRequest, "target_malformed", "The request's target cannot be read.")
    case .targetTooLong(let limit):
      self.init(
        .uriTooLong, "target_too_long", "The request's target has more than \(limit) bytes.")
    case .routeNotFound:
      self.init(.notFound, "route_not_found", "Nothing is at this address.")
    case .methodUnknown:
      self.init(.notImplemented, "method_unknown", "The request's method is not known here.")
    case .methodNotAllowed:
      self.init(
        .methodNotAllowed, "method_not_allowed", "What is at this address can only be read.",
        fields: [.allow: Answer.allowedMethods])
    case .giftNotFound(let gift):
      self.init(
        .notFound, "gift_not_found",
        gift.map { "There is no gift \($0)." } ?? "There is no such gift.")
    case .giftNotLive(let gift, let from):
      self.init(
        .notFound, "gift_not_live", "The gift \(gift) is not live; it is planned from \(from).")
    case .giftRetired(let gift, let instant):
      self.init(.gone, "gift_retired", "The gift \(gift) was retired at \(instant).")
    case .animationNotFound:
      self.init(.notFound, "animation_not_found", "There is no such animation.")
    case .notAcceptable:
      self.init(
        .notAcceptable, "coding_not_acceptable",
        "Accept-Encoding refuses every coding that there is: allow identity, gzip or br.",
        fields: [.vary: "Accept-Encoding"])
    case .store(let error):
      self.init(error)
    }
  }

  static let internalError = Problem(
    .internalServerError, "internal", "The server failed, and has logged why.")
}

extension Problem {
  /// A problem must not outlive its cause in a cache; some statuses may be kept without being
  /// asked to (RFC 9110 §15.1).
  var answer: Answer {
    var fields = fields
    fields[.cacheControl] = "no-store"
    fields[.contentType] = "application/problem+json"
    let document = Document(
      code: code, detail: detail, status: status.code, title: status.reasonPhrase)
    return Answer(status: status, fields: fields, body: ByteBuffer(bytes: jsonBody(document)))
  }

  /// Says why a request failed by our fault or the database's; the client's faults are its own.
  func log(_ error: APIError, to logger: Logger) {
    switch status.kind {
    case .serverError where status == .serviceUnavailable:
      logger.warning("database not available", metadata: ["cause": "\(error)"])
    case .serverError:
      logger.error("request failed", metadata: ["cause": "\(error)"])
    case .clientError, .informational, .successful, .redirection, .invalid:
      break
    }
  }

  private struct Document: Encodable {
    let code: String
    let detail: String
    let status: Int
    let title: String
  }
}
