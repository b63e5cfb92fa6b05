// Hashing owns digests, through OpenSSL. It must not know what is hashed.

internal import CLibCrypto

/// SHA-256 (FIPS 180-4) of bytes that arrive piece by piece, by OpenSSL, which uses the
/// processor's instructions for it.
@safe package struct SHA256: ~Copyable {
  /// The digest of `bytes`: 32 bytes.
  package static func hash(_ bytes: [UInt8]) -> [UInt8] { hash(bytes.span) }

  /// The digest of `bytes`: 32 bytes.
  package static func hash(_ bytes: Span<UInt8>) -> [UInt8] {
    var digest = SHA256()
    digest.update(bytes)
    return digest.finalized()
  }

  private let context: OpaquePointer

  /// The digest of nothing yet.
  package init() {
    // Safe: the context is ours until deinit frees it.
    guard let context = unsafe EVP_MD_CTX_new(),
      unsafe EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1
    else { preconditionFailure("OpenSSL has no memory, or no SHA-256") }
    unsafe self.context = context
  }

  deinit { unsafe EVP_MD_CTX_free(context) }

  /// Adds the next bytes.
  package mutating func update(_ bytes: Span<UInt8>) {
    // Safe: the bytes live during the call, which reads as many as there are.
    let isDone = unsafe bytes.withUnsafeBytes { bytes in
      unsafe EVP_DigestUpdate(context, bytes.baseAddress, bytes.count) == 1
    }
    precondition(isDone, "OpenSSL cannot hash")
  }

  /// The digest of all bytes: 32 bytes.
  package consuming func finalized() -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 32)
    // Safe: a digest of SHA-256 has 32 bytes.
    let isDone = unsafe digest.withUnsafeMutableBufferPointer { digest in
      unsafe EVP_DigestFinal_ex(context, digest.baseAddress, nil) == 1
    }
    precondition(isDone, "OpenSSL cannot hash")
    return digest
  }
}
