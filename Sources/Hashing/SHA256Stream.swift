internal import CLibCrypto

/// The SHA-256 of bytes that come in parts.
@safe package final class SHA256Stream {
  private let context: OpaquePointer

  /// Of nothing yet.
  package init() {
    // Safe: libcrypto gives null only when memory has run out, which ends every Swift program.
    guard let context = unsafe EVP_MD_CTX_new() else {
      preconditionFailure("libcrypto has no memory")
    }
    unsafe self.context = context
    _ = unsafe EVP_DigestInit_ex(context, EVP_sha256(), nil)
  }

  deinit {
    // Safe: freed once, and nobody else has it.
    unsafe EVP_MD_CTX_free(context)
  }

  /// Adds bytes behind those that were added before.
  package func add(_ bytes: Span<UInt8>) {
    // Safe: libcrypto reads `count` bytes at the address during the call, none for an empty span.
    unsafe bytes.withUnsafeBufferPointer { input in
      _ = unsafe EVP_DigestUpdate(context, input.baseAddress, input.count)
    }
  }

  /// The digest of all bytes: 32 bytes; the stream is of no use afterwards.
  package func finish() -> [UInt8] {
    // Safe: libcrypto writes exactly 32 bytes to a buffer that has room for them.
    unsafe [UInt8](unsafeUninitializedCapacity: sha256ByteCount) { digest, count in
      _ = unsafe EVP_DigestFinal_ex(context, digest.baseAddress, nil)
      count = sha256ByteCount
    }
  }
}
