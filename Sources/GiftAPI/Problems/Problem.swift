import Delivery
package import GiftStore
import NIOCore

/// A problem document (RFC 9457).
///
/// Its type is `about:blank`, so `title` is the status's own phrase (§4.2.1), and `code`, an
/// extension, distinguishes problems with the same status.
package struct Problem: Sendable {
  let status: Status
  let code: String
  /// One sentence for people.
  package let detail: String
  private let fields: ResponseFields

  init(_ status: Status, _ code: String, _ detail: String, _ fields: ResponseFields = []) {
    self.status = status
    self.code = code
    self.detail = detail
    self.fields = fields
  }

  /// Maps errors to HTTP, in this one place.
  package init(_ error: APIError) {
    switch error {
    case .refused(let refusal):
      self.init(refusal)
    case .routeNotFound:
      self.init(.notFound, "route_not_found", "Nothing is at this address.")
    case .methodNotAllowed:
      self.init(
        .methodNotAllowed, "method_not_allowed", "This resource is read-only.",
        [("Allow", Response.allowedMethods)])
    case .placementNotFound:
      self.init(.notFound, "placement_not_found", "There is no such placement.")
    case .parameterMalformed(let parameter):
      self.init(.badRequest, "parameter_malformed", parameter.rule)
    case .giftNotFound(let gift):
      self.init(
        .notFound, "gift_not_found",
        gift.map { "There is no gift \($0)." } ?? "There is no such gift.")
    case .giftRetired(let gift, let instant):
      self.init(.gone, "gift_retired", "The gift \(gift) was retired at \(instant).")
    case .withdrawn:
      self.init(
        .gone, "withdrawn", "This was withdrawn, and no copy of it may be kept (/v1/withdrawn).")
    case .animationNotFound:
      self.init(.notFound, "animation_not_found", "There is no such animation.")
    case .pictureNotFound:
      self.init(.notFound, "picture_not_found", "There is no such picture.")
    case .notAcceptable:
      self.init(
        .notAcceptable, "coding_not_acceptable",
        "Accept-Encoding refuses every coding in which this exists: allow identity.",
        [("Vary", "Accept-Encoding")])
    case .preconditionFailed:
      self.init(
        .preconditionFailed, "precondition_failed",
        "The resource is not as If-Match or If-Unmodified-Since wants it.",
        [("Vary", "Accept-Encoding")])
    case .store(let error):
      self.init(error)
    }
  }

  private init(_ refusal: Refusal) {
    switch refusal {
    case .malformed:
      self.init(refusal.status, "request_malformed", "Malformed HTTP/1.1 request.")
    case .hostMalformed:
      self.init(
        refusal.status, "request_malformed", "The request must name its host in one field Host.")
    case .methodUnknown:
      self.init(refusal.status, "method_unknown", "The request's method is not known here.")
    case .targetMalformed:
      self.init(refusal.status, "target_malformed", "The request's target is not valid.")
    case .targetTooLong(let limit):
      self.init(
        refusal.status, "target_too_long", "The request's target has more than \(limit) bytes.")
    case .fieldsTooLarge(let limit):
      self.init(
        refusal.status, "fields_too_large",
        "The request has too many header fields, or more than \(limit) bytes of them.")
    case .timedOut:
      self.init(refusal.status, "request_timed_out", "The request did not arrive in time.")
    case .overloaded(let seconds):
      self.init(
        refusal.status, "overloaded", "The server has too much to do at the moment.",
        [("Retry-After", String(seconds))])
    }
  }

  static let internalError = Problem(
    .internalServerError, "internal", "The server failed, and has logged why.")

  /// The response on the public address.
  ///
  /// A problem must not outlive its cause in a cache; some statuses are cacheable by default
  /// (RFC 9110 §15.1).
  func response(_ group: RouteGroup) -> Response {
    let document = Document(code: code, detail: detail, status: status.code, title: status.reason)
    return Response(
      status, group: group,
      fields + [("Cache-Control", "no-store"), ("Content-Type", "application/problem+json")],
      body: ByteBuffer(bytes: jsonBody(document)))
  }

  private struct Document: Encodable {
    let code: String
    let detail: String
    let status: Int
    let title: String
  }
}

extension Problem {
  /// The public description of a store failure, without the database's message.
  package init(_ error: StoreError) {
    switch error {
    case .unreachable, .misconfigured, .outcomeUnknown:
      self = .unavailable("database_unreachable", "The database cannot be reached at the moment.")
    case .waitedTooLong:
      self = .unavailable("database_busy", "The database is too busy at the moment.")
    case .notMigrated:
      self = .unavailable("database_not_ready", "The database has no catalogue yet.")
    default: self = .internalError
    }
  }

  private static func unavailable(_ code: String, _ detail: String) -> Problem {
    Problem(
      .serviceUnavailable, code, detail, [("Retry-After", String(APILimits.retryAfterSeconds))])
  }
}

extension StoreError {
  /// Whether the database counts as unreachable.
  var isAbsence: Bool {
    switch self {
    case .unreachable, .misconfigured, .outcomeUnknown, .waitedTooLong: true
    default: false
    }
  }
}
