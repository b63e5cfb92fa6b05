import Compression
package import GiftDomain

/// The compressed forms of an animation's bytes that are shorter than the bytes themselves.
package typealias AssetCodings = [ContentCoding: [UInt8]]

extension AssetCodings {
  /// The total size of all codings in bytes.
  package var byteCount: Int { values.reduce(0) { $0 + $1.count } }
}

extension ContentCoding {
  /// The decoded bytes of `coded`; nil unless there are `byteCount` of them.
  package func decoded(_ coded: [UInt8], byteCount: Int) -> [UInt8]? {
    switch self {
    case .brotli: unbrotli(coded, byteCount: byteCount)
    case .gzip: gunzip(coded, byteCount: byteCount)
    case .identity: coded
    }
  }
}
