package import GiftDomain

/// The compressed forms of an animation's bytes that are shorter than the bytes themselves.
package typealias AssetCodings = [ContentCoding: [UInt8]]

extension AssetCodings {
  /// The total size of all codings in bytes.
  package var byteCount: Int { values.reduce(0) { $0 + $1.count } }
}
