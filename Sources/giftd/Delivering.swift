import Delivery
import GiftAPI
import GiftDomain
import HTTPTypes
import NIOCore

extension Delivery {
  /// How both ports deliver: refusals are the API's problem documents, the date is the system's.
  init(
    limits: DeliveryLimits, counters: DeliveryCounters, events: EventFeed,
    ready: @escaping ReadyAnswers
  ) {
    self.init(
      limits: limits, counters: counters, events: events,
      date: { currentTime().httpDate },
      refusals: { ReadyAnswer(Answer(refusing: APIError($0))) }, ready: ready)
  }
}

extension APIError {
  /// What the API says of it.
  fileprivate init(_ refusal: Refusal) {
    switch refusal {
    case .malformed: self = .requestMalformed
    case .hostMalformed: self = .hostMalformed
    case .methodUnknown: self = .methodUnknown
    case .targetMalformed: self = .targetMalformed
    case .targetTooLong(let limit): self = .targetTooLong(limit: limit)
    case .fieldsTooLarge(let limit): self = .fieldsTooLarge(limit: limit)
    case .bodyTooLarge(let limit): self = .bodyTooLarge(limit: limit)
    case .timedOut: self = .requestTimedOut
    case .overloaded(let seconds): self = .overloaded(retryAfterSeconds: seconds)
    }
  }
}
