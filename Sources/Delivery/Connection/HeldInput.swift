import NIOCore

/// The input of a connection.
enum Input {
  /// Received bytes wait for their turn.
  case open(HeldInput)
  /// As `open`, but no more bytes will be read: the client has closed its side, or sent too much.
  case ended(HeldInput)
  /// Input is ignored; this many bytes were discarded.
  case discarded(byteCount: Int, hasEnded: Bool)

  /// The number of waiting bytes.
  var heldBytes: Int {
    switch self {
    case .open(let held), .ended(let held): held.byteCount
    case .discarded: 0
    }
  }

  /// Whether the waiting bytes begin with a HEAD request, valid or not, whose response has no body.
  var beginsWithHEAD: Bool {
    switch self {
    case .open(let held), .ended(let held): held.beginsWithHEAD
    case .discarded: false
    }
  }

  var discardedBytes: Int {
    if case .discarded(let byteCount, _) = self { return byteCount }
    return 0
  }

  var hasEnded: Bool {
    switch self {
    case .open: false
    case .ended: true
    case .discarded(_, let hasEnded): hasEnded
    }
  }

  mutating func append(_ bytes: ByteBuffer, _ limits: ConnectionLimits, _ head: HeadLimits) {
    switch self {
    case .open(var held):
      self = .discarded(byteCount: 0, hasEnded: false)
      let isTooMuch = held.byteCount + bytes.readableBytes > limits.maxHeldBytes
      if !isTooMuch { held.append(bytes, head) }
      self = .open(held)
      if isTooMuch { end() }
    case .ended:
      return
    case .discarded(let byteCount, let hasEnded):
      self = .discarded(byteCount: byteCount + bytes.readableBytes, hasEnded: hasEnded)
    }
  }

  mutating func end() {
    switch self {
    case .open(var held):
      held.isIncomplete = false
      self = .ended(held)
    case .ended: return
    case .discarded(let byteCount, _): self = .discarded(byteCount: byteCount, hasEnded: true)
    }
  }

  /// Ignores all further input; waiting bytes count as discarded.
  mutating func discard() {
    if case .discarded = self { return }
    self = .discarded(byteCount: heldBytes, hasEnded: hasEnded)
  }

  /// Takes the next head from the waiting bytes.
  mutating func parse(_ shared: SharedConnectionState) -> HeldInput.Parsed {
    switch self {
    case .open(var held):
      self = .discarded(byteCount: 0, hasEnded: false)
      defer { self = .open(held) }
      return held.parse(shared)
    case .ended(var held):
      self = .discarded(byteCount: 0, hasEnded: true)
      defer { self = .ended(held) }
      return held.parse(shared)
    case .discarded: return .nothing
    }
  }
}

/// Received bytes that wait for their turn.
struct HeldInput {
  private var bytes: ByteBuffer?
  /// Whether they are known to be an incomplete head, and nothing that could end it has arrived
  /// since, so that heads sent byte by byte are not parsed again and again.
  fileprivate var isIncomplete = false

  enum Parsed {
    /// No byte of a head.
    case nothing
    case incomplete
    case refused(Refusal)
    case head(RequestHead)
  }

  var byteCount: Int { bytes?.readableBytes ?? 0 }

  var beginsWithHEAD: Bool { bytes?.readableBytesView.starts(with: "HEAD ".utf8) ?? false }

  mutating func append(_ more: ByteBuffer, _ limits: HeadLimits) {
    guard bytes?.writeImmutableBuffer(more) != nil else {
      bytes = more
      return
    }
    isIncomplete =
      isIncomplete && byteCount < limits.maxTargetBytes
      && !more.readableBytesView.contains(UInt8(ascii: "\n"))
  }

  /// Takes the next head from the front.
  mutating func parse(_ shared: SharedConnectionState) -> Parsed {
    if isIncomplete { return .incomplete }
    guard var bytes = skippingEmptyLines() else { return .nothing }
    switch shared.parse(bytes) {
    case .incomplete:
      isIncomplete = true
      // Otherwise the rest of a read would keep all of its memory.
      self.bytes = bytes.readerIndex > 0 ? ByteBuffer(bytes: bytes.readableBytesView) : bytes
      return .incomplete
    case .refused(let refusal):
      self.bytes = bytes
      return .refused(refusal)
    case .head(let head):
      bytes.moveReaderIndex(forwardBy: head.byteCount)
      // Release the read buffer: heads share it, and appending would copy all of it.
      self.bytes = bytes.readableBytes > 0 ? bytes.slice() : nil
      return .head(head)
    }
  }

  /// Skips empty lines, which old clients send after a body (RFC 9112 §2.2); nil if no byte of a
  /// head has arrived, or only half of such a line.
  private mutating func skippingEmptyLines() -> ByteBuffer? {
    guard var rest = bytes else { return nil }
    while rest.readableBytes >= 2, rest.getInteger(at: rest.readerIndex) == UInt16(0x0D0A) {
      rest.moveReaderIndex(forwardBy: 2)
    }
    let isHalf = rest.readableBytes == 1 && rest.readableBytesView.first == UInt8(ascii: "\r")
    if rest.readableBytes > 0, !isHalf { return rest }
    bytes = isHalf ? ByteBuffer(bytes: rest.readableBytesView) : nil
    return nil
  }
}
