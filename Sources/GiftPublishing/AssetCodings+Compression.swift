import Compression
package import GiftDomain
package import GiftStore

extension AssetCodings {
  /// The most bytes that the codings of one import have together, 1 GiB: they are in memory until
  /// all is stored.
  ///
  /// Animations whose codings would be more are stored without, and served as they are.
  package static let maxBytesTogether = 1_073_741_824

  /// What is kept of `bytes` for clients that take them compressed: whatever is shorter.
  ///
  /// Takes about a second a megabyte. `gzipped` is what gzip makes of the bytes, where that was
  /// found out already.
  package init(compressing bytes: [UInt8], gzipped: [UInt8]? = nil) {
    self = [.gzip: gzipped ?? gzip(bytes), .brotli: brotli(bytes), .zstd: zstd(bytes)]
      // What is kept is held against the bytes: clients have nothing else.
      .filter { coding, coded in
        coded.count < bytes.count && coding.decoded(coded, byteCount: bytes.count) == bytes
      }
  }

  /// Animations in work at the same time: enough for every core to have some.
  private static let madeAtOnce = 32

  /// The codings of many animations, made on all cores.
  ///
  /// It ends early when `make` gives nil for one, or when the codings have more than `maxBytes`
  /// together; what is not in the answer has none.
  @concurrent package static func made(
    of digests: [SHA256Digest], maxBytes: Int = maxBytesTogether,
    make: @escaping @Sendable (SHA256Digest) -> AssetCodings?, progress: @Sendable (Int) -> Void
  ) async -> [SHA256Digest: AssetCodings] {
    await withTaskGroup(of: (SHA256Digest, AssetCodings?).self) { group in
      var made: [SHA256Digest: AssetCodings] = [:]
      var byteCount = 0
      var waiting = digests[...]
      func begin() {
        guard let digest = waiting.popFirst() else { return }
        group.addTask { (digest, make(digest)) }
      }
      for _ in 0..<madeAtOnce { begin() }
      for await (digest, codings) in group {
        guard let codings, byteCount + codings.byteCount <= maxBytes else {
          waiting = []
          continue
        }
        byteCount += codings.byteCount
        made[digest] = codings
        progress(made.count)
        begin()
      }
      return made
    }
  }
}

extension ContentCoding {
  /// The bytes that `coded` was made of; nil unless they are `byteCount`.
  func decoded(_ coded: [UInt8], byteCount: Int) -> [UInt8]? {
    switch self {
    case .brotli: unbrotli(coded, byteCount: byteCount)
    case .zstd: unzstd(coded, byteCount: byteCount)
    case .gzip: gunzip(coded, byteCount: byteCount)
    case .identity: coded
    }
  }
}
