import GiftDomain
import Testing

struct NumberTests {
  @Test(arguments: [
    (0.0, "0 %"), (1e-9, "less than 1 %"), (0.374, "37 %"), (0.999, "more than 99 %"), (1, "100 %"),
  ])
  func `a share is written in whole per cent, and not as 0 or 100 for what is near`(
    share: Double, text: String
  ) {
    #expect(percent(share) == text)
  }

  @Test(
    arguments: [(0, 1), (0x1p53 + 2, 1), (.infinity, 1), (.nan, 1), (1, -1), (1, .max)]
      as [(Double, Int64)])
  func `an animation has frames that can be counted`(frames: Double, milliseconds: Int64) {
    #expect(throws: DomainError.self) {
      try AnimationFacts(
        width: 1, height: 1, frameRateHz: 1, frameCount: frames, durationMs: milliseconds)
    }
  }

  @Test(arguments: [0, 1, 10, 10_000_000] as [Int64])
  func `a price is a number of coins`(coins: Int64) throws {
    #expect(try Price(coins: coins).coins == coins)
  }

  @Test(arguments: [-1, 10_000_001, .min, .max] as [Int64])
  func `a price below nothing or above ten million is refused`(coins: Int64) {
    #expect(throws: DomainError.outOfRange(.price, value: coins, allowed: 0...10_000_000)) {
      try Price(coins: coins)
    }
  }

  @Test(arguments: [-1_000_000, -1, 0, 1_000_000] as [Int64])
  func `an order is a place`(place: Int64) throws {
    #expect(try Order(place).value == place)
  }

  @Test(arguments: [-1_000_001, 1_000_001, .min, .max] as [Int64])
  func `an order beyond a million is refused`(place: Int64) {
    let range: ClosedRange<Int64> = -1_000_000...1_000_000
    #expect(throws: DomainError.outOfRange(.order, value: place, allowed: range)) {
      try Order(place)
    }
  }

  @Test func `places are sorted as numbers`() throws {
    #expect(try Order(-2) < Order(-1))
    #expect(try Order(9) < Order(10))
    #expect(try Order.zero == Order(0))
  }

  @Test(arguments: [0, -1, 1_000_001, .min, .max] as [Int64])
  func `versions begin at 1 and end at a million`(number: Int64) {
    #expect(throws: DomainError.outOfRange(.version, value: number, allowed: 1...1_000_000)) {
      try VersionNumber(number)
    }
  }

  @Test func `the next version is one more, until the last`() throws {
    #expect(try VersionNumber.first.next() == VersionNumber(2))
    #expect(try VersionNumber(9) < VersionNumber(10))
    #expect(try VersionNumber(12).description == "12")
    let last = try VersionNumber(1_000_000)
    #expect(throws: DomainError.outOfRange(.version, value: 1_000_001, allowed: 1...1_000_000)) {
      try last.next()
    }
  }

  @Test(arguments: [-1, .min, .max] as [Int64])
  func `a change that cannot have been made is refused`(number: Int64) {
    let range: ClosedRange<Int64> = 0...(.max - 1)
    #expect(throws: DomainError.outOfRange(.change, value: number, allowed: range)) {
      try ChangeNumber(number)
    }
  }

  @Test func `before the first change lies the empty catalogue, and nothing before it`() throws {
    #expect(ChangeNumber.zero.previous == .zero)
    #expect(try ChangeNumber.zero.next == ChangeNumber(1))
    #expect(try ChangeNumber(1).previous == .zero)
    #expect(try ChangeNumber(.max - 1).next.value == .max)
    #expect(try ChangeNumber(9) < ChangeNumber(10))
    #expect(try ChangeNumber(42).description == "42")
  }

  @Test(arguments: [0, -1, .min, 67_108_865, .max] as [Int64])
  func `an animation of a size that no database holds is refused`(byteCount: Int64) throws {
    let digest = try SHA256Digest(bytes: [UInt8](repeating: 1, count: SHA256Digest.byteCount))
    let facts = try AnimationFacts(
      width: 1, height: 1, frameRateHz: 1, frameCount: 1, durationMs: 1)
    let error = DomainError.outOfRange(
      .animationBytes, value: byteCount, allowed: 1...67_108_864)
    #expect(throws: error) {
      try AnimationCandidate(
        asset: digest, byteCount: byteCount, facts: facts, playback: .once, chosen: .none)
    }
    #expect(throws: error) {
      try AnimationVersion(
        gift: GiftID("rose"), number: .first, asset: digest, byteCount: byteCount, facts: facts,
        playback: .once, since: ChangeNumber(1), pictures: nil)
    }
  }

  @Test(arguments: [0, 2_147_483_648, .max] as [Int64])
  func `an animation with a side that no player holds is refused`(side: Int64) {
    for (width, height) in [(side, 1), (1, side)] {
      #expect(throws: DomainError.self) {
        try AnimationFacts(
          width: width, height: height, frameRateHz: 1, frameCount: 1, durationMs: 1)
      }
    }
  }

  @Test func `a token is the change, its history and the last boundary in microseconds`() throws {
    let position = CataloguePosition(
      change: try ChangeNumber(42), history: try DigestMark("9f3a61c2d0b1"),
      boundary: try Timestamp(rfc3339: "2026-12-01T10:00:00Z"))
    #expect(position.description == "42-9f3a61c2d0b1-1796119200000000")
  }
}
