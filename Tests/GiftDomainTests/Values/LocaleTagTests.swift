import GiftDomain
import Testing

struct LocaleTagTests {
  /// As written, and in the case that RFC 5646 §2.1.1 recommends; some are its appendix A.
  static let good: KeyValuePairs = [
    "en": "en", "DE": "de", "und": "und", "EN-us": "en-US", "zh-hant-TW": "zh-Hant-TW",
    "ZH-CMN-HANS-CN": "zh-cmn-Hans-CN", "zh-yue-HK": "zh-yue-HK", "sr-latn-rs": "sr-Latn-RS",
    "es-419": "es-419", "mn-Cyrl-MN": "mn-Cyrl-MN", "SL-ROZAJ-BISKE": "sl-rozaj-biske",
    "de-ch-1901": "de-CH-1901", "hy-latn-it-arevela": "hy-Latn-IT-arevela", "de-1abc": "de-1abc",
    "en-US-U-CA-Gregory": "en-US-u-ca-gregory", "de-DE-u-co-phonebk": "de-DE-u-co-phonebk",
    "en-a-bbb-b-ccc": "en-a-bbb-b-ccc", "en-0-ab": "en-0-ab", "de-X-AB-1": "de-x-ab-1",
    "qaa-qaaa-qm-x-SOUTHERN": "qaa-Qaaa-QM-x-southern", "en-u-us-x-us": "en-u-us-x-us",
    "zh-aaa-bbb-ccc-Hans": "zh-aaa-bbb-ccc-Hans", "abcd": "abcd", "abcdefgh-DE": "abcdefgh-DE",
  ]

  static let bad = [
    "", "-", "e", "1", "12", "e1", "a-DE", "en-", "-en", "en--US", "en-US-", "en_US", "en US",
    " en", "en\n", "en\0", "abcdefghi", "en-abcdefghi", "x-private", "i-klingon", "de-DE-AT",
    "de-419-DE", "de-Latn-Cyrl", "de-DE-Latn", "zh-aaa-bbb-ccc-ddd", "abcd-aaa", "de-1996-1996",
    "de-ROZAJ-rozaj", "de-u", "de-u-a", "de-x", "de-u-ca-U-co", "de-u-x-a", "de-x-abcdefghi",
    "ñandu", "en-ÜS", "ｅｎ", "\u{212A}o", "e\u{301}n", "en-🇺🇸", "en;DROP", "*", "en-*",
    "en-x-" + String(repeating: "a-", count: 32) + "a", String(repeating: "a", count: 10_000),
  ]

  @Test(arguments: good)
  func `a well-formed tag is written in the recommended case`(text: String, tag: String) throws {
    #expect(try LocaleTag(text).text == tag)
    #expect(try LocaleTag(text).description == tag)
    #expect(try LocaleTag(tag) == LocaleTag(text))
    #expect(try LocaleTag(text.uppercased()) == LocaleTag(text.lowercased()))
  }

  @Test(arguments: bad)
  func `anything else is refused with the text that was given`(text: String) {
    #expect(throws: DomainError.malformed(.localeTag, text: text)) { try LocaleTag(text) }
  }

  @Test func `tags of up to 64 bytes are taken`() throws {
    let longest = "en-x-" + String(repeating: "a-", count: 29) + "a"
    #expect(longest.utf8.count == LocaleTag.maxBytes)
    #expect(try LocaleTag(longest).text == longest)
    let longer = longest + "b"
    #expect(throws: DomainError.malformed(.localeTag, text: longer)) { try LocaleTag(longer) }
  }

  @Test func `tags are sorted by their letters`() throws {
    let sorted = ["ar", "de", "de-AT", "en", "zh-Hans", "zh-Hant"]
    #expect(try sorted.reversed().map(LocaleTag.init).sorted().map(\.text) == sorted)
  }
}
