import Hashing
import Testing

struct SHA256Tests {
  /// Messages and digests of FIPS 180-2, appendix B, and the digest of nothing.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      String(repeating: "a", count: 1_000_000),
      "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    ),
  ])
  func `a digest is that of the standard, at once and piece by piece`(
    _ message: String, _ digest: String
  ) {
    let bytes = Array(message.utf8)
    #expect(Self.hex(SHA256.hash(bytes)) == digest)
    var inPieces = SHA256()
    for start in stride(from: 0, to: bytes.count, by: 999) {
      inPieces.update(bytes.span.extracting(start..<min(start + 999, bytes.count)))
    }
    let pieced = inPieces.finalized()
    #expect(Self.hex(pieced) == digest)
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
