import GiftDomain
import Testing

struct SHA256DigestTests {
  /// FIPS 180-4 of nothing at all.
  private static let hex = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

  static let bad: [String] = [
    "", "e3", "\(hex.dropLast())", "\(hex)0", hex.uppercased(), "\(hex.dropLast())g",
    " \(hex.dropLast())", "\(hex.dropLast())\0", "\(hex.dropLast(2))é", "0x\(hex.dropLast(2))",
    "\(hex.dropLast(3))０",
  ]

  @Test func `hexadecimal digits and bytes are the same digest`() throws {
    let digest = try SHA256Digest(hex: Self.hex)
    #expect(digest.hex == Self.hex)
    #expect(digest.description == Self.hex)
    #expect(digest.bytes.prefix(4) == [0xE3, 0xB0, 0xC4, 0x42])
    #expect(try SHA256Digest(bytes: digest.bytes) == digest)
  }

  @Test func `every byte is written and read back`() throws {
    for first in stride(from: UInt8(0), through: 224, by: 32) {
      let digest = try SHA256Digest(bytes: (0..<32).map { first + $0 })
      #expect(try SHA256Digest(hex: digest.hex) == digest)
    }
  }

  @Test(arguments: bad)
  func `any other text is refused`(text: String) {
    #expect(throws: DomainError.malformed(.digest, text: text)) { try SHA256Digest(hex: text) }
  }

  @Test(arguments: [0, 31, 33])
  func `any other number of bytes is refused`(count: Int) {
    #expect(throws: DomainError.outOfRange(.digest, value: Int64(count), allowed: 32...32)) {
      try SHA256Digest(bytes: [UInt8](repeating: 0, count: count))
    }
  }
}
