import Foundation

#if canImport(CryptoKit)
  import CryptoKit
#else
  import Crypto
#endif

/// The SHA-256 of an asset's bytes, before any content coding.
public struct AssetDigest: Sendable, Hashable, CustomStringConvertible {
  /// 64 lower-case hexadecimal digits.
  public let hex: String
  /// The same as `hex`.
  public var description: String { hex }

  /// Takes a digest from its text; nil unless it has 64 lower-case hexadecimal digits.
  public init?(hex: String) {
    guard hex.utf8.count == 64,
      hex.utf8.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) })
    else { return nil }
    self.hex = hex
  }

  /// The digest of these bytes.
  init(of data: Data) {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    for byte in SHA256.hash(data: data) {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    hex = String(decoding: text, as: UTF8.self)
  }
}
