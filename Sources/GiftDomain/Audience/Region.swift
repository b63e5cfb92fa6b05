/// A country or territory by its code of two capital letters, such as `DE`.
package struct Region: Hashable, Sendable, TextCodable {
  /// Both letters; a number, because requests compare many.
  private let code: UInt16

  /// Throws `DomainError.malformed` for anything but two letters; small ones become capitals.
  package init(_ text: String) throws(DomainError) {
    // Before they become capitals: ß becomes two of them.
    guard text.utf8.count == 2,
      text.utf8.allSatisfy({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) })
    else { throw .malformed(.region, text: text) }
    code = text.utf8.reduce(0) { $0 << 8 | UInt16($1 & 0xDF) }
  }

  /// Throws `DomainError.malformed` for a code that no country or territory has, too.
  package init(assigned text: String) throws(DomainError) {
    try self.init(text)
    guard isAssigned else { throw .malformed(.region, text: text) }
  }

  /// The letters.
  package var text: String {
    String(decoding: [UInt8(code >> 8), UInt8(truncatingIfNeeded: code)], as: UTF8.self)
  }

  /// Alphabetical order.
  package static func < (left: Region, right: Region) -> Bool { left.code < right.code }

  /// Whether a country or territory has this code.
  package var isAssigned: Bool { Self.assigned.contains(text[...]) }

  /// The codes of ISO 3166-1 alpha-2 that are officially assigned (ISO Online Browsing Platform,
  /// 249 codes), and XK, which users may assign, for Kosovo, as the Unicode CLDR and phones do.
  private static let assigned = Set(
    """
    AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ \
    BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM \
    DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS \
    GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN \
    KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ \
    MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM \
    PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV \
    SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI \
    VN VU WF WS XK YE YT ZA ZM ZW
    """.split(separator: " "))
}
