import Compression
import NIOCore

/// A body in every coding that makes it shorter.
struct CodedBody: Hashable, Sendable {
  /// Shorter than this, a body and its head fit into one packet as they are, and coding them would
  /// save nothing: 1,500 bytes of Ethernet without some 400 of heads.
  static let leastCoded = 1_100

  let identity: ByteBuffer
  let gzip: ByteBuffer?
  var brotli: ByteBuffer?

  subscript(coding: ContentCoding) -> ByteBuffer? {
    switch coding {
    case .brotli: brotli
    case .gzip: gzip
    case .identity: identity
    }
  }

  /// How many bytes all codings have.
  var byteCount: Int {
    identity.readableBytes + (gzip?.readableBytes ?? 0) + (brotli?.readableBytes ?? 0)
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
