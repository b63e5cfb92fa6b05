/// What the connections of a port have in common: how they are answered, and what they may take.
package struct Delivery: Sendable {
  /// What all of them may take.
  package let limits: DeliveryLimits
  let responder: Responder
  /// What is counted on its connections.
  package let counters: DeliveryCounters
  let events: EventFeed
  let date: @Sendable () -> String
  let makeRequestID: @Sendable () -> String
  let accessLog: AccessLog?
  /// Requests that wait for the fallback.
  package let fallbackRequests: ConcurrencyLimit
  /// Clients that listen to events.
  package let eventClients: ConcurrencyLimit

  /// Delivers what `responder` answers, and `events` behind what begins a stream.
  ///
  /// `date` is the time of day as the field `Date` has it (RFC 9110 §5.6.7); `makeRequestID` names
  /// requests that have no name of their own; of `accessLog` there may be none.
  package init(
    limits: DeliveryLimits, responder: Responder, counters: DeliveryCounters,
    events: EventFeed, date: @escaping @Sendable () -> String,
    makeRequestID: @escaping @Sendable () -> String, accessLog: AccessLog?
  ) {
    self.limits = limits
    self.responder = responder
    self.counters = counters
    self.events = events
    self.date = date
    self.makeRequestID = makeRequestID
    self.accessLog = accessLog
    fallbackRequests = ConcurrencyLimit(limit: limits.server.maxFallbackRequests)
    eventClients = ConcurrencyLimit(limit: limits.server.maxEventClients)
  }
}

/// Where responses are logged.
package struct AccessLog: Sendable {
  /// One of so many responses is logged, on each event loop; 1 for all of them.
  let interval: Int
  let write: @Sendable (AccessRecord) -> Void

  /// Hands one of `interval` responses to `write`, on an event loop.
  package init(interval: Int, write: @escaping @Sendable (AccessRecord) -> Void) {
    self.interval = max(1, interval)
    self.write = write
  }
}

/// A request that was answered.
package struct AccessRecord: Sendable {
  /// What was written, but for `Date` and `Connection`.
  package let response: Response
  /// The request; nil for one that could not be read.
  package let head: RequestHead?
  /// What the request is called.
  package let requestID: String
}
