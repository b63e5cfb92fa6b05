import Testing

@testable import giftctl

struct ContentLineTests {
  @Test(arguments: [
    "", "short", String(repeating: "a", count: 66), String(repeating: "a", count: 67),
    String(repeating: "a", count: 1_000), String(repeating: "ü", count: 200),
    String(repeating: "文", count: 200), String(repeating: "🎁", count: 200),
    "a" + String(repeating: "👩‍👩‍👧‍👦", count: 50), String(repeating: "e\u{301}", count: 100),
  ])
  func `a line is folded at 75 octets, and unfolds to what it was`(value: String) {
    let line = ContentLine("SUMMARY", value)
    #expect(line.folded.hasSuffix("\r\n"))
    let parts = Array(line.folded.utf8).split(separator: UInt8(ascii: "\n"))
    for part in parts {
      #expect(part.last == UInt8(ascii: "\r"))
      #expect(part.count - 1 <= ContentLine.maxOctets)
      // No part holds half a character.
      #expect(String(validating: part, as: UTF8.self) != nil)
    }
    #expect(parts.dropFirst().allSatisfy { $0.first == UInt8(ascii: " ") })
    let unfolded = parts.enumerated().flatMap {
      $0 == 0 ? $1.dropLast() : $1.dropFirst().dropLast()
    }
    #expect(unfolded == Array("SUMMARY:\(value)".utf8))
  }

  @Test func `a line of 75 octets is whole, one of 76 is not`() {
    let whole = String(repeating: "a", count: 75 - "SUMMARY:".count)
    #expect(ContentLine("SUMMARY", whole).folded == "SUMMARY:\(whole)\r\n")
    #expect(ContentLine("SUMMARY", whole + "b").folded == "SUMMARY:\(whole)\r\n b\r\n")
  }

  @Test(arguments: [
    ("plain text: \"quoted\"", "plain text: \"quoted\""), ("a,b;c", "a\\,b\\;c"),
    ("back\\slash", "back\\\\slash"), ("one\ntwo", "one\\ntwo"), ("one\r\ntwo", "one\\ntwo"),
    ("one\rtwo", "one\\ntwo"), ("\n\n", "\\n\\n"), ("tab\there", "tab\there"),
    ("bell\u{7}, nul\0, delete\u{7F}", "bell\\, nul\\, delete"), ("Größe 🎁", "Größe 🎁"),
    ("\\n", "\\\\n"),
  ])
  func `text is escaped, so that no value ends a line or a list`(text: String, escaped: String) {
    #expect(ContentLine("SUMMARY", text: text).unfolded == "SUMMARY:\(escaped)")
  }
}
