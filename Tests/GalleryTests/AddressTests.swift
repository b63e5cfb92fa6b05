import GiftDomain
import Testing

@testable import Gallery

struct AddressTests {
  private static let root = "/0123/"
  private static let site = Site.served(root: root)

  private static func pages() throws -> [Page] {
    let gift = try GiftID("rose")
    let (one, two) = (try VersionNumber(1), try VersionNumber(2))
    let comparison = GiftFocus.Comparison(version: two, position: .middle)
    return [
      .overview(.all),
      .overview(
        GiftFilter(
          text: "a&b=c d+é%#?/\"<", standing: .rotation, category: try Category("flowers"),
          tag: try Tag("new-year"), locale: try LocaleTag("zh-Hant-TW"))),
      .gift(gift, .standard),
      .gift(gift, GiftFocus(version: one, frame: 45, ground: .chequered, comparison: nil)),
      .gift(gift, GiftFocus(version: one, frame: nil, ground: nil, comparison: comparison)),
      .rotation(try RotationName("spring")), .boundary(SampleCatalogue.now),
    ]
  }

  @Test func `every page is what its address asks for`() throws {
    for page in try Self.pages() {
      let address = try #require(Self.site.address(of: page, at: nil)).text
      #expect(address.hasPrefix(Self.root))
      #expect(
        GalleryRequest(target: address.dropFirst(Self.root.count))
          == .page(page, at: nil, in: language(page)))
    }
  }

  /// The language that a page has in its own address.
  private func language(_ page: Page) -> LocaleTag? {
    if case .overview(let filter) = page { filter.locale } else { nil }
  }

  @Test func `the language of names is part of every address`() throws {
    let arabic = try LocaleTag("ar")
    for page in try Self.pages() where page != .overview(.all) {
      let address = try #require(Self.site.address(of: page, at: nil, in: arabic)).text
      #expect(
        GalleryRequest(target: address.dropFirst(Self.root.count))
          == .page(page, at: nil, in: language(page) ?? arabic))
    }
  }

  @Test func `blanks around a search are left out`() {
    let rose = GiftFilter(text: "rose", standing: nil, category: nil, tag: nil, locale: nil)
    #expect(GalleryRequest(target: "?q=+rose%20") == .page(.overview(rose), at: nil, in: nil))
  }

  @Test func `an instant is part of every address but that of a boundary`() throws {
    for page in try Self.pages() {
      let address = try #require(Self.site.address(of: page, at: SampleCatalogue.now)).text
      let isBoundary = if case .boundary = page { true } else { false }
      #expect(
        GalleryRequest(target: address.dropFirst(Self.root.count))
          == .page(page, at: isBoundary ? nil : SampleCatalogue.now.rfc3339, in: language(page)))
    }
  }

  @Test func `every drawing and picture is what its address asks for`() throws {
    let (one, two) = (try SampleCatalogue.digest(1), try SampleCatalogue.digest(2))
    let drawings: [Drawing] =
      Ground.allCases.map { .motion(one, $0) } + [.frame(one, 0), .frame(one, 89)]
      + DrawnPosition.offered.flatMap { [.still(one, $0), .difference(one, two, $0)] }
    for drawing in drawings {
      #expect(GalleryRequest(target: drawing.path) == .drawing(drawing))
    }
    #expect(GalleryRequest(target: "pictures/\(one.hex).webp") == .picture(one))
    for file in SharedFile.allCases {
      #expect(GalleryRequest(target: file.rawValue) == .shared(file))
    }
  }

  @Test(arguments: [
    "gifts", "gifts/", "gifts/Rose", "gifts/rose/", "gifts/../rose", "gifts/rose?frame=-1",
    "gifts/rose?version=0", "gifts/rose?ground=pink", "gifts/rose?with=2&position=1001",
    "?status=dead", "?category=A+B", "?tag=%", "?tag=%zz", "?q=%ff", "?locale=x",
    "changes/now", "rotations/A", "pictures/1.webp", "pictures/../gallery.css", "drawings/x.png",
    "drawings/\(String(repeating: "a", count: 64))-frame--1.png", "etc/passwd", "//", "/",
  ])
  func `what no page links to is not found`(target: String) {
    #expect(GalleryRequest(target: target) == nil)
  }

  @Test func `what is too long is not found`() {
    let long = String(repeating: "a", count: GalleryRequest.maxBytes + 1)
    #expect(GalleryRequest(target: long) == nil)
    #expect(GalleryRequest(target: "?q=\(long)") == nil)
    #expect(GalleryRequest(target: "?" + String(repeating: "q=a&", count: 17)) == nil)
    #expect(GalleryRequest(target: "?q=\(long.dropLast())") != nil)
  }

  @Test func `empty fields of a form are left out`() {
    #expect(
      GalleryRequest(target: "?q=&status=&category=&tag=&locale=&at=")
        == .page(.overview(.all), at: nil, in: nil))
  }

  @Test(arguments: [
    ("ar", TextDirection.rightToLeft), ("ar-Latn", .leftToRight), ("he-IL", .rightToLeft),
    ("az-Arab", .rightToLeft), ("en", .leftToRight), ("zh-Hant", .leftToRight),
    ("pa-Arab-PK", .rightToLeft), ("de-1996", .leftToRight), ("ur", .rightToLeft),
  ])
  func `a language is written in its direction`(tag: String, direction: TextDirection) throws {
    #expect(try LocaleTag(tag).direction == direction)
  }
}
