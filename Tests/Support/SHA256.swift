import struct Crypto.SHA256

/// The SHA-256 digest of `bytes`: 32 bytes.
package func sha256(_ bytes: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: bytes)) }
