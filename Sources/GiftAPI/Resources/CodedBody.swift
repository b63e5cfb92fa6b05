import Compression
import GiftDomain
import NIOCore

/// A body with every coding that makes it shorter.
struct CodedBody: Sendable {
  /// Shorter than this, a body and its head fit into one packet as they are, and coding them would
  /// save nothing: 1,500 bytes of Ethernet without some 400 of heads.
  static let leastCoded = 1_100

  private var bodies = PerCoding<ByteBuffer>()
  private var deferred: DeferredBody?

  /// A body, with its gzip if that is shorter.
  init(identity: ByteBuffer, gzip: ByteBuffer?) {
    bodies[.identity] = identity
    bodies[.gzip] = gzip
  }

  /// A long body that hardly anybody requests without coding: kept in gzip.
  init(gzip: ByteBuffer, deferred identity: DeferredBody) {
    bodies[.gzip] = gzip
    deferred = identity
  }

  /// A body in each available coding, identity included.
  init(_ bodies: [ContentCoding: ByteBuffer]) {
    for (coding, body) in bodies { self.bodies[coding] = body }
  }

  /// The body without coding, which takes milliseconds if it is deferred.
  var identity: ByteBuffer { bodies[.identity] ?? deferred?.bytes ?? ByteBuffer() }

  /// The length of the body without coding.
  var identityByteCount: Int { bodies[.identity]?.readableBytes ?? deferred?.byteCount ?? 0 }

  /// The body in a coding, unless it is deferred.
  subscript(coding: ContentCoding) -> ByteBuffer? {
    get { bodies[coding] }
    set { bodies[coding] = newValue }
  }

  /// Whether clients can get it in a coding.
  func has(_ coding: ContentCoding) -> Bool { coding == .identity || bodies[coding] != nil }

  /// The size of all codings in bytes, deferred or not.
  var byteCount: Int { readyByteCount + (deferred?.byteCount ?? 0) }

  /// The size of all codings that are in memory now, in bytes.
  var heldByteCount: Int { readyByteCount + (deferred?.heldByteCount ?? 0) }

  private var readyByteCount: Int {
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
