import NIOCore
import NIOHTTP1

/// Tells the turnstile when the slow path's answers begin and end, and says in them when that was
/// and whether the connection goes on.
final class AnswerWatch: ChannelOutboundHandler, RemovableChannelHandler {
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  private let turnstile: Turnstile

  init(_ turnstile: Turnstile) {
    self.turnstile = turnstile
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch Self.unwrapOutboundIn(data) {
    case .head(var head):
      let closes = head.headers[canonicalForm: "connection"].contains("close")
      if let option = turnstile.answerBegins(closes: closes) {
        head.headers.replaceOrAdd(name: "Connection", value: option.rawValue)
      }
      head.headers.replaceOrAdd(name: "Date", value: turnstile.date)
      context.write(Self.wrapOutboundOut(.head(head)), promise: promise)
    case .body:
      context.write(data, promise: promise)
    case .end:
      context.write(data, promise: promise)
      turnstile.answerEnds()
    }
  }
}
