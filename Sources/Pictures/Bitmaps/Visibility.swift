internal import Glibc

/// Whether a byte is not 0.
func hasOtherThanZero(_ bytes: [UInt8]) -> Bool {
  guard let first = bytes.first, first == 0 else { return !bytes.isEmpty }
  // Safe: the first byte is 0, and each of the others is compared with the one before it.
  return unsafe bytes.withUnsafeBytes { bytes in
    guard let start = bytes.baseAddress else { return false }
    return unsafe memcmp(start, start + 1, bytes.count - 1) != 0
  }
}
