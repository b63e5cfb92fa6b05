// Hashing owns the way to libcrypto's hash functions. It must not know what is hashed.

internal import CLibCrypto

/// Bytes of a SHA-256 digest (FIPS 180-4).
package let sha256ByteCount = 32

/// The SHA-256 digest of `bytes`: 32 bytes.
package func sha256(_ bytes: [UInt8]) -> [UInt8] {
  sha256(bytes.span)
}

/// The SHA-256 digest of `bytes`: 32 bytes.
package func sha256(_ bytes: Span<UInt8>) -> [UInt8] {
  // Safe: libcrypto reads `count` bytes at the address, none for an empty span, and writes exactly
  // 32 to a buffer that has room for them.
  unsafe bytes.withUnsafeBufferPointer { input in
    unsafe [UInt8](unsafeUninitializedCapacity: sha256ByteCount) { digest, count in
      _ = unsafe SHA256(input.baseAddress, input.count, digest.baseAddress)
      count = sha256ByteCount
    }
  }
}
