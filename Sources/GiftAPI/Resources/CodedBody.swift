import Compression
import GiftDomain
import NIOCore

/// A body in every coding that makes it shorter.
struct CodedBody: Sendable {
  /// Shorter than this, a body and its head fit into one packet as they are, and coding them would
  /// save nothing: 1,500 bytes of Ethernet without some 400 of heads.
  static let leastCoded = 1_100

  private var bodies = PerCoding<ByteBuffer>()

  /// A body as it is, and in gzip if that is shorter.
  init(identity: ByteBuffer, gzip: ByteBuffer?) {
    bodies[.identity] = identity
    bodies[.gzip] = gzip
  }

  /// In each coding that there is, identity among them.
  init(_ bodies: [ContentCoding: ByteBuffer]) {
    for (coding, body) in bodies { self.bodies[coding] = body }
  }

  /// As it is.
  var identity: ByteBuffer { bodies[.identity] ?? ByteBuffer() }

  subscript(coding: ContentCoding) -> ByteBuffer? {
    get { bodies[coding] }
    set { bodies[coding] = newValue }
  }

  /// How many bytes all codings have.
  var byteCount: Int {
    ContentCoding.allCases.reduce(0) { $0 + (bodies[$1]?.readableBytes ?? 0) }
  }
}

extension CodedBody {
  /// A document, coded as far as that takes milliseconds; brotli takes a second a megabyte, and
  /// comes later.
  init(document: [UInt8]) {
    let coded = document.count < Self.leastCoded ? document : Compression.gzip(document)
    self.init(
      identity: ByteBuffer(bytes: document),
      gzip: coded.count < document.count ? ByteBuffer(bytes: coded) : nil)
  }
}
