/// A request that the fallback has to answer.
struct FallbackRequest: Sendable {
  let head: RequestHead
  /// Where it counts, which was acquired for it.
  let limit: ConcurrencyLimit
  /// Takes the response back to the connection, if that is still there.
  let reply: @Sendable (Response) -> Void

  /// Makes the response.
  ///
  /// The request counts as long as that takes, also when its client has left meanwhile: what is
  /// limited is the work.
  func run(_ responder: Responder) async {
    let response = await responder.respond(head)
    limit.release()
    reply(response)
  }
}
