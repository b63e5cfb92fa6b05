import Hashing
import Testing

struct SHA256Tests {
  /// Test vectors of FIPS 180-4 and of the NIST example values.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func `the digest is the one that the standard gives`(text: String, digest: String) {
    #expect(hex(sha256(Array(text.utf8))) == digest)
  }

  @Test func `a million bytes have the digest that the standard gives`() {
    let digest = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    #expect(hex(sha256([UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000))) == digest)
  }

  @Test func `a span has the digest of the array it is part of`() {
    let bytes = Array("xabcx".utf8)
    #expect(sha256(bytes.span.extracting(1..<4)) == sha256(Array("abc".utf8)))
  }

  private func hex(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef")
    return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }
}
