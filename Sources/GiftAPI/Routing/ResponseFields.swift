import Delivery
import NIOCore

/// The fields of a response, in their order.
typealias ResponseFields = [(name: String, value: String)]

extension Response {
  /// The methods of every route, as `Allow` lists them.
  static let allowedMethods = "GET, HEAD, OPTIONS"

  /// A response on the public address: scripts of any site may read it, and fields that they could
  /// not read otherwise; after 304 they read those of their cached response.
  ///
  /// `length` is that of the body if it is not all there, as for HEAD.
  convenience init(
    _ status: Status, group: RouteGroup, _ fields: ResponseFields,
    body: ByteBuffer, length: Int? = nil, namesLength: Bool = true
  ) {
    var all = fields + [("Access-Control-Allow-Origin", "*")]
    if status != .notModified {
      all.append(("Access-Control-Expose-Headers", Self.exposedFields(of: status)))
      all.append(("Timing-Allow-Origin", "*"))
      all.append(("X-Content-Type-Options", "nosniff"))
    }
    // Neither of the two has a body (RFC 9110 §15.3.5, §15.4.5).
    if namesLength, status != .noContent, status != .notModified {
      all.append(("Content-Length", String(length ?? body.readableBytes)))
    }
    self.init(status, group: group.number, fields: all, body: body)
  }

  private static func exposedFields(of status: Status) -> String {
    let fields =
      "Date, Age, ETag, Last-Modified, Catalogue-Reset, Deprecation, Sunset, Retry-After, Allow"
    return status.isError ? fields + ", X-Request-Id" : fields
  }

  /// What scripts may send: fields that the server reads, and those that apps' own tools add to
  /// each request, which it ignores; a preflight that refuses these would break the request.
  private static let allowedFields = """
    If-None-Match, If-Modified-Since, Last-Event-ID, X-Request-Id, traceparent, tracestate, \
    baggage, Content-Type, Authorization
    """

  /// The response to OPTIONS, including CORS preflight requests (Fetch Standard).
  static func options(_ group: RouteGroup) -> Response {
    Response(
      .noContent, group: group,
      [
        ("Allow", allowedMethods), ("Access-Control-Allow-Methods", allowedMethods),
        ("Access-Control-Allow-Headers", allowedFields),
        ("Access-Control-Max-Age", String(APILimits.preflightSeconds)),
      ], body: ByteBuffer())
  }
}
