import Lottie
import Testing

struct JSONSuiteTests {
  static let folder = Material.sharedFolder("json-test-suite")
  static let names = Material.names(in: folder, suffix: ".json")

  private static func jsonCodes(_ name: String) throws -> [String] {
    let folder = try #require(Self.folder)
    let report = Lottie.check(try Material.bytes("\(folder)/\(name)"))
    return report.findings.map(\.code).filter { $0.hasPrefix("json.") }
  }

  @Test(arguments: names.filter { $0.hasPrefix("y_") })
  func `what must be accepted is accepted as JSON`(name: String) throws {
    #expect(try Self.jsonCodes(name) == [])
  }

  @Test(arguments: names.filter { $0.hasPrefix("n_") })
  func `what must be refused is refused with one code of JSON`(name: String) throws {
    #expect(try Self.jsonCodes(name).count == 1)
  }

  /// Numbers beyond Double and deep nesting are JSON; half surrogate pairs, other encodings than
  /// UTF-8, byte-order marks and numbers of over 128 digits are not taken.
  @Test(arguments: names.filter { $0.hasPrefix("i_") })
  func `what may be either gets what is written down here`(name: String) throws {
    let expected: [String]
    switch name {
    case "i_number_huge_exp.json": expected = ["json.digits"]
    case "i_structure_UTF-8_BOM_empty_object.json": expected = ["json.byte-order-mark"]
    case let name where name.hasPrefix("i_number") || name.hasPrefix("i_structure"): expected = []
    case "i_string_UTF-16LE_with_BOM.json", "i_string_utf16BE_no_BOM.json",
      "i_string_utf16LE_no_BOM.json":
      expected = ["json.encoding"]
    case "i_string_UTF-8_invalid_sequence.json", "i_string_UTF8_surrogate_U+D800.json",
      "i_string_invalid_utf-8.json", "i_string_iso_latin_1.json",
      "i_string_lone_utf8_continuation_byte.json", "i_string_not_in_unicode_range.json",
      "i_string_truncated-utf-8.json":
      expected = ["json.utf8"]
    case let name where name.contains("overlong"): expected = ["json.utf8"]
    default: expected = ["json.surrogate"]
    }
    #expect(try Self.jsonCodes(name) == expected)
  }
}
