import Compression
package import GiftDomain
package import GiftStore

extension AssetCodings {
  /// The most bytes of all codings of one import, 1 GiB: they are in memory until all are stored.
  ///
  /// Animations whose codings would exceed it are stored without, and served uncompressed.
  package static let maxBytesTogether = 1_073_741_824

  /// The codings of `bytes` that are shorter than the bytes.
  ///
  /// Takes about half a second per megabyte. `gzipped` are the gzipped bytes, if already computed.
  package init(compressing bytes: [UInt8], gzipped: [UInt8]? = nil) {
    self = [.gzip: gzipped ?? gzip(bytes), .brotli: brotli(bytes)]
      // Codings are verified against the bytes, because clients get nothing else.
      .filter { coding, coded in
        coded.count < bytes.count && coding.decoded(coded, byteCount: bytes.count) == bytes
      }
  }

  /// Animations processed at the same time: enough to keep every core busy.
  private static let madeAtOnce = 32

  /// The codings of many animations, made on all cores.
  ///
  /// It ends early if `make` returns nil for one, or if the codings exceed `maxBytes` together;
  /// animations missing in the result have none.
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
