import GiftDomain
import Testing

@testable import GiftAPI

struct ConditionTests {
  @Test(
    arguments: [
      (#""a""#, .tags(["a"])),
      (#"W/"a""#, .tags(["W/a"])),
      (#""a", W/"b" ,"c""#, .tags(["a", "W/b", "c"])),
      (#","a",,"b","#, .tags(["a", "b"])),
      (#""a,b""#, .tags(["a,b"])),
      (#""""#, .tags([""])),
      ("*", .any),
      (" * ", .any),
      (nil, nil),
      ("", nil),
      (",", nil),
      ("a", nil),
      (#""a"#, nil),
      (#"w/"a""#, nil),
      (#"W/ "a""#, nil),
      (#""a" "b""#, nil),
      (#""a b""#, nil),
      (#"*, "a""#, nil),
      (#""a", *"#, nil),
    ] as [(String?, EntityTagList?)])
  func `lists of tags may have a star and weak tags, and nothing malformed`(
    list: String?, expected: EntityTagList?
  ) {
    #expect(EntityTagList(list) == expected)
  }

  @Test(
    arguments: [
      (nil, 10, 20), (31_000_000, 10, 20), (29_999_999, 10, 19), (12_000_000, 10, 2),
      (10_000_000, 10, 0), (9_999_999, 9, 0), (1_000_000, 1, 0), (999_999, 0, 0), (1, 0, 0),
      (0, 0, 0), (-5_000_000, 0, 0),
    ] as [(Int64?, Int64, Int64)])
  func `nothing is kept past the next boundary`(
    left: Int64?, seconds: Int64, whileAsking: Int64
  ) throws {
    let now = try Timestamp(rfc3339: "2026-12-01T10:00:00.25Z")
    let boundary = try left.map { try now.advanced(byMicroseconds: $0) }
    #expect(
      Resource.Validity.until(boundary).cacheControl(at: now) == """
        public, max-age=\(seconds), stale-while-revalidate=\(whileAsking), stale-if-error=86400
        """)
  }

  @Test func `equal bodies have equal tags`() {
    #expect(EntityTag(hashing: [1]) == EntityTag(hashing: [1]))
    #expect(EntityTag(hashing: [1]) != EntityTag(hashing: [2]))
    #expect(EntityTag(hashing: Array("abc".utf8)).text == "ba7816bf8f01cfea414140de5dae2223")
  }
}
