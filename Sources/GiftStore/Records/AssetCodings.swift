package import GiftDomain

/// The compressed forms of an animation's bytes, each of which decodes to them and is shorter: one
/// that is missing would not be shorter.
package typealias AssetCodings = [ContentCoding: [UInt8]]

extension AssetCodings {
  /// How many bytes all of them have.
  package var byteCount: Int { values.reduce(0) { $0 + $1.count } }
}
