package import Delivery
package import HTTPTypes
import Hummingbird
package import NIOCore

/// A whole answer, before it is written to a connection.
package struct Answer: Hashable, Sendable {
  /// The status.
  package var status: HTTPResponse.Status
  /// The header fields; `Content-Length` is among them where there may be a body.
  package var fields: HTTPFields
  /// The body; empty for HEAD.
  package var body: ByteBuffer

  /// The methods of every route, as `Allow` lists them.
  static let allowedMethods = "GET, HEAD, OPTIONS"

  /// What OPTIONS answers on a port that no script of a site reads.
  static let methods = Answer(
    status: .noContent, fields: [.allow: allowedMethods], body: ByteBuffer())

  /// What OPTIONS answers, CORS preflight requests (Fetch Standard) among it.
  static let options = Answer(
    status: .noContent,
    fields: [
      .allow: allowedMethods, .accessControlAllowMethods: allowedMethods,
      .accessControlAllowHeaders: "If-None-Match, If-Modified-Since, Last-Event-ID",
      .accessControlMaxAge: String(APILimits.preflightSeconds),
    ],
    body: ByteBuffer())

  /// Lets scripts of every site read the answer, and the fields that they could not read otherwise;
  /// behind 304 they read those of the answer that they have.
  mutating func allowEveryOrigin() {
    fields[.accessControlAllowOrigin] = "*"
    guard status != .notModified else { return }
    fields[.accessControlExposeHeaders] =
      "ETag, Last-Modified, Deprecation, Sunset, Retry-After, Allow"
  }

  /// Adds the length, unless it is known already, and leaves the body out where the method or the
  /// status has none (RFC 9110 §9.3.2, §15.3.5, §15.4.5).
  mutating func complete(for method: HTTPRequest.Method) {
    if status != .notModified { fields[.xContentTypeOptions] = "nosniff" }
    guard status != .noContent, status != .notModified else { return }
    if fields[.contentLength] == nil { fields[.contentLength] = String(body.readableBytes) }
    if method == .head { body = ByteBuffer() }
  }

  /// As Hummingbird wants it.
  var response: Response {
    var response = Response(
      status: status, headers: fields, body: ResponseBody(byteBuffer: body))
    // Hummingbird adds the length of every body, also where there is none.
    response.headers[.contentLength] = fields[.contentLength]
    return response
  }
}

extension Answer {
  /// The answer to a request that cannot even be read, after which its connection must be closed:
  /// nobody knows where the next one would begin.
  package init(refusing error: APIError) {
    self = Problem(error).answer
    allowEveryOrigin()
    complete(for: .get)
    fields[.connection] = "close"
  }
}

extension ReadyAnswer {
  /// The bytes that Hummingbird would write; `Connection` is for the delivery to say.
  package init(_ answer: Answer) {
    self.init(
      status: answer.status.code, reason: answer.status.reasonPhrase,
      fields: answer.fields.filter { $0.name != .connection }
        .map { (name: $0.name.rawName, value: $0.value) },
      body: answer.body)
  }
}

extension HTTPField.Name {
  /// RFC 9745.
  static let deprecation = named("Deprecation")
  /// RFC 8594.
  static let sunset = named("Sunset")
  /// nginx, `ngx_http_proxy_module`.
  static let accelBuffering = named("X-Accel-Buffering")
  /// RFC 9110 §7.2; the library takes the first one for the authority and leaves the others.
  static let host = named("Host")

  private static func named(_ text: String) -> HTTPField.Name {
    guard let name = HTTPField.Name(text) else { preconditionFailure("\(text) is no field name") }
    return name
  }
}
