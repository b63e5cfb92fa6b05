import GiftAPI
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Answers a head that cannot be read with a problem document.
///
/// Hummingbird answers it with a bare 400, behind the answers to what came before it, and closes
/// the connection; this puts the document in the place of that 400.
final class RefusedHead: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  /// The fields of Hummingbird's 400; no answer of ours is without a type.
  private static let bareFields: HTTPFields = [.connection: "close", .contentLength: "0"]

  private let requestLine = RequestLine()
  private var refusal: Answer?

  func handlerAdded(context: ChannelHandlerContext) {
    do {
      try context.pipeline.syncOperations.addHandler(requestLine, position: .first)
    } catch {
      context.fireErrorCaught(error)
    }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if case .end = Self.unwrapInboundIn(data) { requestLine.begin() }
    context.fireChannelRead(data)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    if let error = error as? HTTPParserError { refusal = Answer(refusing: reason(error)) }
    context.fireErrorCaught(error)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard let refusal, case .head(let head) = Self.unwrapOutboundIn(data),
      head.status == .badRequest, head.headerFields == Self.bareFields
    else {
      context.write(data, promise: promise)
      return
    }
    let document = HTTPResponse(status: refusal.status, headerFields: refusal.fields)
    context.write(Self.wrapOutboundOut(.head(document)), promise: promise)
    context.write(Self.wrapOutboundOut(.body(refusal.body)), promise: nil)
  }

  private func reason(_ error: HTTPParserError) -> APIError {
    guard case .headerOverflow = error else { return .requestMalformed }
    return requestLine.byteCount > ServingLimits.maxHeaderFieldBytes
      ? .targetTooLong(limit: APILimits.standard.maxTargetBytes)
      : .fieldsTooLarge(limit: ServingLimits.maxHeaderBytes)
  }
}

/// Counts the bytes of a request's first line: the parser does not tell a target that is too long
/// from fields that are.
private final class RequestLine: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer

  private(set) var byteCount = 0
  private var hasEnded = false

  /// What comes next is another request.
  func begin() {
    byteCount = 0
    hasEnded = false
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if !hasEnded {
      let bytes = Self.unwrapInboundIn(data).readableBytesView
      let end = bytes.firstIndex(of: UInt8(ascii: "\n"))
      byteCount += bytes[..<(end ?? bytes.endIndex)].count
      hasEnded = end != nil
    }
    context.fireChannelRead(data)
  }
}
