import Compression
import GiftDomain
import NIOCore

/// A body with every coding that makes it shorter.
struct CodedBody: Sendable {
  /// Shorter than this, a body and its head fit into one packet as they are, and coding them would
  /// save nothing: 1,500 bytes of Ethernet without some 400 of heads.
  static let leastCoded = 1_100

  private var bodies = PerCoding<ByteBuffer>()

  /// A body, with its gzip if that is shorter.
  init(identity: ByteBuffer, gzip: ByteBuffer?) {
    bodies[.identity] = identity
    bodies[.gzip] = gzip
  }

  /// A body in each available coding, identity included.
  init(_ bodies: [ContentCoding: ByteBuffer]) {
    for (coding, body) in bodies { self.bodies[coding] = body }
  }

  /// The body without coding.
  var identity: ByteBuffer { bodies[.identity] ?? ByteBuffer() }

  subscript(coding: ContentCoding) -> ByteBuffer? {
    get { bodies[coding] }
    set { bodies[coding] = newValue }
  }

  /// The size of all codings in bytes.
  var byteCount: Int {
    ContentCoding.allCases.reduce(0) { $0 + (bodies[$1]?.readableBytes ?? 0) }
  }
}

extension CodedBody {
  /// A document with the codings that take only milliseconds; brotli takes a second per megabyte,
  /// and is added later.
  init(document: [UInt8]) {
    let coded = document.count < Self.leastCoded ? document : Compression.gzip(document)
    self.init(
      identity: ByteBuffer(bytes: document),
      gzip: coded.count < document.count ? ByteBuffer(bytes: coded) : nil)
  }
}
