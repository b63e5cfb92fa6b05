import Delivery
import GiftDomain
import Logging
import NIOCore

extension Logger {
  /// Logs one line for a response.
  func log(_ record: AccessRecord) {
    notice(
      "request",
      metadata: [
        "bytes": "\(record.head?.method == .head ? 0 : record.response.body.readableBytes)",
        "method": "\(record.head?.methodName ?? "-")", "request": "\(record.requestID)",
        "status": "\(record.response.status.code)",
        "target": "\(record.head.map { String($0.target.prefix(maxLoggedTarget)) } ?? "-")",
      ])
  }
}

/// The most characters of a target in a log line; no route is longer.
private let maxLoggedTarget = 200

/// An id for a request without one: 64 random bits in 16 hexadecimal digits.
func randomRequestID() -> String {
  padded(UInt64.random(in: .min ... .max), 16, radix: 16)
}
