import GiftDomain
import Testing

@testable import Gallery

struct PageTests {
  private static let root = "/0123/"
  private static let site = Site.served(root: root)

  /// Pages of every kind, with every kind of filter and focus.
  private static func all() throws -> [Page] {
    let catalogue = try SampleCatalogue().catalogue
    let focus = GiftFocus(
      version: try VersionNumber(1), frame: 12, ground: .light,
      comparison: GiftFocus.Comparison(version: try VersionNumber(2), position: .middle))
    let combined = GiftFilter(
      text: "<o", standing: .live, category: try Category("flowers"), tag: nil,
      locale: try LocaleTag("ar"))
    return catalogue.pages(boundaries: 5) + [
      .gift(try SampleCatalogue.id(0), focus), .overview(combined), .boundary(SampleCatalogue.now),
    ]
  }

  private static func served(_ page: Page) throws -> ParsedPage {
    let locale: LocaleTag? = if case .overview(let filter) = page { filter.locale } else { nil }
    return try ParsedPage(
      pages(in: site, locale: locale).page(page, of: SampleCatalogue().catalogue))
  }

  @Test func `every page is well-formed, in one language, with one main part and heading`() throws {
    for page in try Self.all() {
      let parsed = try Self.served(page)
      #expect(parsed.all("html").map { $0.attributes["lang"] } == ["en"])
      #expect(parsed.all("main").count == 1)
      #expect(parsed.all("h1").count == 1)
      #expect(parsed.all("title").contains { !$0.text.isEmpty })
      let names = parsed.parts.compactMap { $0.attributes["id"] }
      #expect(Set(names).count == names.count, "\(page)")
    }
  }

  @Test func `a withdrawn version is marked, and nothing suggests to publish it`() throws {
    for (number, isWithdrawn) in [(5, true), (6, false)] {
      let parsed = try Self.served(.gift(try SampleCatalogue.id(number), .standard))
      #expect(parsed.all("span").contains { $0.text == "withdrawn" } == isWithdrawn)
      let commands = parsed.all("code").map(\.text)
      #expect(commands.contains { $0.hasPrefix("giftctl publish") } != isWithdrawn)
    }
  }

  @Test func `no name becomes an element or a handler`() throws {
    for page in try Self.all() {
      let parsed = try Self.served(page)
      #expect(parsed.all("script").map { $0.attributes["src"] } == [Self.root + "gallery.js"])
      let attributes = Set(parsed.parts.flatMap(\.attributes.keys))
      #expect(attributes.filter { $0.hasPrefix("on") || $0 == "style" } == [])
      #expect(parsed.parts.allSatisfy { Element(rawValue: $0.name) != nil })
    }
  }

  @Test func `every link of every page leads to a page, a picture or a part of this page`() throws {
    for page in try Self.all() {
      let parsed = try Self.served(page)
      let parts = Set(parsed.parts.compactMap { $0.attributes["id"] })
      for address in parsed.addresses {
        let halves = address.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        if address.hasPrefix("#") {
          #expect(parts.contains(String(halves[1])))
        } else {
          #expect(address.hasPrefix(Self.root))
          #expect(
            GalleryRequest(target: halves[0].dropFirst(Self.root.count)) != nil, "\(address)")
        }
      }
    }
  }

  @Test func `headings follow each other in order`() throws {
    for page in try Self.all() {
      let levels = try Self.served(page).parts.map(\.name)
        .filter { $0.hasPrefix("h") }.compactMap { Int($0.dropFirst()) }
      #expect(levels.first == 1, "\(page)")
      for (level, next) in zip(levels, levels.dropFirst()) {
        #expect(next <= level + 1, "\(page): h\(level), h\(next)")
      }
    }
  }

  @Test func `everything that can be used has a name`() throws {
    for page in try Self.all() {
      let parsed = try Self.served(page)
      for image in parsed.all("img") { #expect(image.attributes["alt"] != nil) }
      for part in parsed.all("a") + parsed.all("button") + parsed.all("summary") {
        let text = part.text.trimmingWhitespace
        #expect(!(part.attributes["aria-label"] ?? text).isEmpty, "\(page): \(part)")
      }
      for field in parsed.all("input") + parsed.all("select") {
        let isNamed =
          field.attributes["aria-label"] != nil || field.path.contains("label")
          || field.attributes["type"] == "hidden"
        #expect(isNamed, "\(page): \(field)")
      }
    }
  }

  @Test func `a name has the language and direction of its locale`() throws {
    let parsed = try Self.served(.gift(try SampleCatalogue.id(0), .standard))
    let directions = parsed.all("bdi").map { [$0.attributes["lang"], $0.attributes["dir"]] }
    #expect(directions.contains(["ar", "rtl"]))
    #expect(directions.contains(["zh", "ltr"]))
  }

  @Test func `in a folder, every link leads to a file that is there`() throws {
    let catalogue = try SampleCatalogue().catalogue
    let all = catalogue.pages(boundaries: 5)
    let drawings = Set(catalogue.largeDrawings(lightPreviews: []))
    let names = Set(all.map(FolderContents.fileName))
    #expect(names.count == all.count)
    let files = names.union(drawings.map(\.path)).union(SharedFile.allCases.map(\.rawValue))
      .union(
        catalogue.states.flatMap(\.versions).compactMap(\.pictures?.pair).flatMap(\.all)
          .map { "pictures/\($0.asset.hex).webp" })
    let site = Site.folder(FolderContents(pages: Set(all), drawings: drawings))
    var unused = Set(drawings.map(\.path))
    for page in all {
      let parsed = try ParsedPage(pages(in: site).page(page, of: catalogue))
      unused.subtract(parsed.addresses)
      for address in parsed.addresses where !address.hasPrefix("#") {
        #expect(files.contains(String(address.prefix { $0 != "#" })), "\(page): \(address)")
      }
      #expect(
        parsed.all("meta").contains { $0.attributes["content"] == ContentPolicy.text })
    }
    #expect(unused.isEmpty)
  }

  @Test func `a page on now asks for itself again after the next boundary`() throws {
    let catalogue = try SampleCatalogue().catalogue
    let now = try ParsedPage(pages(in: Self.site).overview(catalogue, .all))
    // The rotation's first turn begins in a day.
    #expect(now.all("body").map { $0.attributes["data-refresh-after"] } == ["86402"])
    let then = try ParsedPage(
      pages(in: Self.site, at: SampleCatalogue.now).overview(catalogue, .all))
    #expect(then.all("body").map { $0.attributes["data-refresh-after"] } == [nil])
  }

  @Test func `from any page at another instant, one gets back to now`() throws {
    let catalogue = try SampleCatalogue(days: 2).catalogue
    let all = pages(in: Self.site, at: SampleCatalogue.instant(2))
    for page in try Self.all() {
      let back = try #require(
        try ParsedPage(all.page(page, of: catalogue)).all("a").first { $0.text == "Back to now" })
      let address = try #require(back.attributes["href"])
      guard case .page(let target, nil, _) = GalleryRequest(target: address.dropFirst(6)) else {
        Issue.record("\(page): \(address)")
        continue
      }
      if case .boundary = target { Issue.record("\(page): \(address)") }
    }
  }

  @Test func `a page in a language links to pages in the same`() throws {
    let arabic = try LocaleTag("ar")
    let catalogue = try SampleCatalogue().catalogue
    let all = pages(in: Self.site, locale: arabic)
    for page in [Page.gift(try SampleCatalogue.id(0), .standard), .boundary(catalogue.instant)] {
      for link in try ParsedPage(all.page(page, of: catalogue)).all("a") {
        let address = try #require(link.attributes["href"])
        guard !address.hasPrefix("#") else { continue }
        #expect(address.contains("locale=ar"), "\(page): \(address)")
      }
    }
  }

  @Test func `a folder says of which instant it is, in times that stay true`() throws {
    let catalogue = try SampleCatalogue().catalogue
    let all = catalogue.pages(boundaries: 5)
    let site = Site.folder(FolderContents(pages: Set(all), drawings: []))
    for page in all {
      let parsed = try ParsedPage(pages(in: site).page(page, of: catalogue))
      let times = parsed.all("time").filter { $0.text.contains(" 2026 ") }
      #expect(times.count >= 2, "\(page)")
      for part in parsed.all("p") + parsed.all("span") + parsed.all("time") {
        #expect(part.text.firstMatch(of: /^(Next, )?in \d| left$| ago$/) == nil, "\(part.text)")
      }
    }
  }

  @Test func `no animation is loaded where motion is unwelcome`() throws {
    let parsed = try Self.served(.gift(try SampleCatalogue.id(0), .standard))
    #expect(parsed.all("img").allSatisfy { $0.attributes["src"]?.contains("drawings/") == false })
    #expect(
      parsed.all("source").map { $0.attributes["media"] }
        == ["(prefers-reduced-motion: no-preference)"])
  }
}

extension String {
  fileprivate var trimmingWhitespace: String { filter { !$0.isWhitespace } }
}
