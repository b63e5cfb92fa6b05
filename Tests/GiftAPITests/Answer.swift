import GiftStore
import HTTPTypes
import NIOCore
import Testing

@testable import Delivery
@testable import GiftAPI

/// What a client gets for one request, without a connection between.
struct Answer: Hashable, Sendable {
  let status: HTTPResponse.Status
  var fields: HTTPFields
  var body: ByteBuffer

  var text: String { String(buffer: body) }

  /// The seconds of `max-age`; nil without one.
  var maxAge: Int? {
    fields[.cacheControl]?.split(separator: "max-age=").last
      .flatMap { Int($0.prefix { $0.isNumber }) }
  }

  /// The same without the field that is missing in the second of a change.
  var undated: Answer {
    var answer = self
    answer.fields[.lastModified] = nil
    return answer
  }

  fileprivate init(_ response: Response, to method: HTTPRequest.Method) {
    status = HTTPResponse.Status(code: response.status.code)
    fields = [:]
    for line in String(decoding: response.head, as: UTF8.self).split(separator: "\r\n").dropFirst()
    {
      guard let colon = line.firstIndex(of: ":"), let name = HTTPField.Name(String(line[..<colon]))
      else { continue }
      fields.append(
        HTTPField(name: name, value: String(line[line.index(after: colon)...].drop { $0 == " " })))
    }
    body = method == .head ? ByteBuffer() : response.body
  }
}

extension GiftAPI {
  /// Reads what was edited, now, as the first request does.
  func refresh() async throws(StoreError) {
    try await follower.refresh()
  }

  /// The answer to a request with such a head; fields `Host` are `hosts`.
  func answer(
    _ target: String, _ method: HTTPRequest.Method = .get, _ fields: HTTPFields = [:],
    hosts: [String] = ["gifts"]
  ) async -> Answer {
    let lines =
      ["\(method.rawValue) \(target) HTTP/1.1"] + hosts.map { "Host: \($0)" }
      + fields.map { "\($0.name.rawName): \($0.value)" } + ["", ""]
    let bytes = ByteBuffer(string: lines.joined(separator: "\r\n"))
    return Answer(await response(to: bytes), to: method)
  }

  private func response(to bytes: ByteBuffer) async -> Response {
    switch RequestHeadParser.parse(bytes, HeadLimits()) {
    case .incomplete: return responder.refuse(.timedOut)
    case .refused(let refusal): return responder.refuse(refusal)
    case .head(let head):
      switch responder.makeRouter()(head) {
      case .ready(let response), .events(let response): return response
      case .fallback: return await responder.respond(head)
      }
    }
  }
}

/// The head of a request that the parser takes.
func parsedHead(_ text: String) throws -> RequestHead {
  guard case .head(let head) = RequestHeadParser.parse(ByteBuffer(string: text), HeadLimits())
  else {
    Issue.record("\(text) is refused")
    throw CancellationError()
  }
  return head
}

extension Routing {
  /// Whether the loop answers by itself.
  var isReady: Bool {
    if case .ready = self { true } else { false }
  }
}
