import NIOCore
import Synchronization

/// What the connections of one event loop share, without locks.
final class LoopShare {
  let counts: LoopCounts
  private let dateNow: @Sendable () -> String
  private var dateLine = ByteBuffer()
  private var dateEnds = NIODeadline.uptimeNanoseconds(0)
  private var scratch = ByteBuffer()

  init(counts: LoopCounts, date: @escaping @Sendable () -> String) {
    self.counts = counts
    dateNow = date
  }

  /// The field `Date` and its CRLF, made at most once a second.
  func date(at now: NIODeadline) -> ByteBuffer {
    if now >= dateEnds {
      dateLine = ByteBuffer(string: "Date: \(dateNow())\r\n")
      dateEnds = now + .seconds(1)
    }
    return dateLine
  }

  /// The whole head of an answer, in room that is used again as soon as it has been written.
  func head(
    of answer: ReadyAnswer, connection: ConnectionOption?, at now: NIODeadline
  ) -> ByteBuffer {
    scratch.clear()
    scratch.writeImmutableBuffer(answer.head)
    scratch.writeImmutableBuffer(date(at: now))
    switch connection {
    case .close: scratch.writeStaticString("Connection: close\r\n\r\n")
    case .keepAlive: scratch.writeStaticString("Connection: keep-alive\r\n\r\n")
    case nil: scratch.writeStaticString("\r\n")
    }
    return scratch
  }
}

/// What an answer says about its connection (RFC 9112 §9.3); nothing where HTTP/1.1 goes on.
enum ConnectionOption: String {
  case close
  case keepAlive = "keep-alive"
}

/// The share of each event loop, made when its first connection comes.
final class LoopShares: Sendable {
  private let shares = Mutex<[ObjectIdentifier: NIOLoopBound<LoopShare>]>([:])
  private let counters: DeliveryCounters
  private let dateNow: @Sendable () -> String

  init(counters: DeliveryCounters, date: @escaping @Sendable () -> String) {
    self.counters = counters
    dateNow = date
  }

  /// To be called on the loop.
  func share(of loop: any EventLoop) -> LoopShare {
    let share = shares.withLock { shares in
      let key = ObjectIdentifier(loop)
      if let share = shares[key] { return share }
      let share = NIOLoopBound(
        LoopShare(counts: counters.addLoop(), date: dateNow), eventLoop: loop)
      shares[key] = share
      return share
    }
    return share.value
  }
}
