import Compression
import GiftDomain
import NIOCore

/// A body with every coding that makes it shorter.
struct CodedBody: Sendable {
  /// Shorter than this, a body and its head fit into one packet as they are, and coding them would
  /// save nothing: 1,500 bytes of Ethernet without some 400 of heads.
  static let leastCoded = 1_100

  private var bodies = PerCoding<ByteBuffer>()
  private var later: LaterCodings?

  /// A body, with its gzip if that is shorter.
  init(identity: ByteBuffer, gzip: ByteBuffer?) {
    bodies[.identity] = identity
    bodies[.gzip] = gzip
  }

  /// A body whose other codings are made later; also that without coding, if that is nil.
  init(identity: ByteBuffer?, gzip: ByteBuffer, later: LaterCodings) {
    bodies[.identity] = identity
    bodies[.gzip] = gzip
    self.later = later
  }

  /// A body in each available coding, identity included.
  init(_ bodies: [ContentCoding: ByteBuffer]) {
    for (coding, body) in bodies { self.bodies[coding] = body }
  }

  /// The body without coding, which takes milliseconds if it was not made.
  var identity: ByteBuffer { bodies[.identity] ?? later?.plain ?? ByteBuffer() }

  /// The length of the body without coding.
  var identityByteCount: Int { bodies[.identity]?.readableBytes ?? later?.byteCount ?? 0 }

  /// The body in a coding, if it is made.
  subscript(coding: ContentCoding) -> ByteBuffer? { bodies[coding] ?? later?[coding] }

  /// The length of the body in a coding that clients can get.
  func byteCount(in coding: ContentCoding) -> Int {
    self[coding]?.readableBytes ?? identityByteCount
  }

  /// Whether clients can get it in a coding.
  func has(_ coding: ContentCoding) -> Bool { coding == .identity || self[coding] != nil }

  /// Whether it may still get brotli.
  var awaitsBrotli: Bool { later?.awaitsBrotli == true }

  /// Codes it with brotli, if it may still get that.
  func codeWithBrotli() {
    guard let later, let gzip = bodies[.gzip], later.awaitsBrotli else { return }
    later.codeWithBrotli(against: gzip)
  }

  /// Ends the wait for brotli, whether it was made or not.
  func settle() { later?.settle() }

  /// The size of all codings that are in memory, in bytes.
  var byteCount: Int {
    ContentCoding.allCases.reduce(0) { $0 + (self[$1]?.readableBytes ?? 0) }
  }

  /// The most that `byteCount` can become.
  var maxByteCount: Int {
    guard let later else { return byteCount }
    let gzip = bodies[.gzip]?.readableBytes ?? 0
    let mayHaveBrotli = awaitsBrotli || has(.brotli)
    return later.byteCount + (mayHaveBrotli ? 2 * gzip : gzip)
  }
}

extension CodedBody {
  /// A document with the codings that take only milliseconds; brotli takes half a second per
  /// megabyte, and is added later.
  init(document: [UInt8]) {
    let coded = document.count < Self.leastCoded ? document : Compression.gzip(document)
    self.init(
      identity: ByteBuffer(bytes: document),
      gzip: coded.count < document.count ? ByteBuffer(bytes: coded) : nil)
  }
}
