import Delivery
import GiftDomain
import Logging
import NIOCore

extension Logger {
  /// One line for a response.
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

/// The most characters of a target in a log line: what is longer is no address of ours.
private let maxLoggedTarget = 200

/// A name for a request that has none: 64 random bits in 16 hexadecimal digits.
func randomRequestID() -> String {
  padded(UInt64.random(in: .min ... .max), 16, radix: 16)
}
