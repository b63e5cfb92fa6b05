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

  /// A body whose codings were made before, in buffers.
  init(identity: ByteBuffer, gzip: ByteBuffer?, brotli: ByteBuffer?) {
    self.identity = identity
    self.gzip = gzip
    self.brotli = brotli
  }

  /// A body whose codings were made before.
  init(identity: [UInt8], gzip: [UInt8]?, brotli: [UInt8]?) {
    self.identity = ByteBuffer(bytes: identity)
    self.gzip = gzip.map { ByteBuffer(bytes: $0) }
    self.brotli = brotli.map { ByteBuffer(bytes: $0) }
  }

  /// A document, coded as far as that takes milliseconds; brotli takes a second a megabyte, and
  /// comes later.
  init(document: [UInt8]) {
    let coded = document.count < Self.leastCoded ? nil : Compression.gzip(document)
    self.init(
      identity: document, gzip: coded.flatMap { $0.count < document.count ? $0 : nil }, brotli: nil)
  }

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
