/// The limits of the reader; each is inclusive.
package struct JSONLimits: Sendable, Hashable {
  /// Bytes of the whole text: 64 MiB; at most 4,294,967,295, because the index has 32-bit offsets.
  package var maxBytes = 67_108_864
  /// The nesting depth of arrays and objects; below 30 in the corpus of public files.
  package var maxDepth = 512
  /// Values and keys together.
  package var maxNodes = 4_000_000
  /// Bytes between the quotes of one string; embedded images are the long ones.
  package var maxStringBytes = 16_777_216
  /// Characters of one number; Bodymovin writes at most 24.
  package var maxDigits = 128

  /// The largest text that the index can address, in bytes.
  static let addressableBytes = Int(UInt32.max)

  /// The default limits.
  package init() {}
}
