import Hashing

/// The SHA-256 digest of `bytes`: 32 bytes.
package func sha256(_ bytes: [UInt8]) -> [UInt8] { SHA256.hash(bytes) }
