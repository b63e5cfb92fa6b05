import GiftDomain
import Testing

@testable import Gallery

struct ShownCatalogueTests {
  @Test func `boundaries come in order, with what viewers see of them`() throws {
    let catalogue = try SampleCatalogue().catalogue
    let coming = catalogue.coming(4)
    #expect(coming.map(\.at) == [1, 3, 5, 8].map(SampleCatalogue.instant))
    #expect(coming[1].sentence(in: nil) == "Rose changes")
    #expect(coming[3].added.map(\.gift) == [try SampleCatalogue.id(8)])
    #expect(coming[3].removed.map(\.gift) == [try SampleCatalogue.id(7)])
  }

  @Test func `the boundary before is before the instant, even on a boundary`() throws {
    let catalogue = try SampleCatalogue().catalogue
    #expect(catalogue.previousBoundary == SampleCatalogue.instant(-2))
    #expect(
      catalogue.at(SampleCatalogue.instant(-2)).previousBoundary == SampleCatalogue.instant(-9))
    #expect(catalogue.at(SampleCatalogue.instant(-9)).previousBoundary == nil)
  }

  @Test(arguments: [
    (GiftFilter.Standing.live, 3), (.scheduled, 4), (.rotation, 3), (.draft, 2), (.retired, 1),
  ])
  func `a status shows the gifts that have it`(
    standing: GiftFilter.Standing, count: Int
  ) throws {
    let catalogue = try SampleCatalogue().catalogue
    let page = try ParsedPage(
      pages(in: .served(root: "/")).overview(catalogue, GiftFilter.all.with(standing)))
    #expect(page.all("article").count == count)
  }

  @Test(arguments: [
    ("ros", 1), ("ROSE", 1), ("玫", 1), ("gift-", 10), ("<script>", 1), ("nothing", 0),
  ])
  func `a search finds ids and names in every language`(text: String, count: Int) throws {
    let filter = GiftFilter(text: text, standing: nil, category: nil, tag: nil, locale: nil)
    let states = try SampleCatalogue().catalogue.states
    #expect(states.filter(filter.matches).count == count)
  }

  @Test func `only the previews on a page are asked for`() throws {
    let catalogue = try SampleCatalogue().catalogue
    let gift = try SampleCatalogue.id(0)
    let own = catalogue.previews(on: .gift(gift, .standard))
    let versions = catalogue.state(of: gift)?.versions ?? []
    #expect(own == Set(versions.compactMap { $0.pictures?.pair?.preview.asset }))
    #expect(own.count == 2)
    let all = catalogue.previews(on: .overview(.all))
    #expect(all.intersection(own).count == 1)
    #expect(catalogue.previews(on: .boundary(SampleCatalogue.instant(3))) == own)
  }

  @Test func `the strip tells what changes from what only stands`() throws {
    let catalogue = try SampleCatalogue().catalogue
    let pages = pages(in: .served(root: "/"))
    let strip = try #require(pages.strip(weeks: 4, from: catalogue.instant))
    let (rows, standing) = strip.rows(of: catalogue)
    // A turn in a day, a window in three, a beginning in five; then the later turns.
    #expect(
      rows.map(\.state.gift.text) == ["gift-7", "gift-0", "gift-3", "gift-8", "gift-9"])
    #expect(standing == 2)
    #expect(rows[1].stretches.map(\.layer) == [.standing, .window, .standing])
  }

  @Test func `a bar is as long as its share of the span`() throws {
    let catalogue = try SampleCatalogue().catalogue
    let strip = try #require(
      pages(in: .served(root: "/")).strip(weeks: 4, from: SampleCatalogue.now))
    let row = try #require(
      strip.rows(of: catalogue).changing.first { $0.state.gift.text == "gift-0" })
    let page = try ParsedPage(strip.bars(row.stretches, named: "Rose"))
    let bar = try #require(page.all("svg").first { $0.attributes["class"] == "bar window" })
    #expect(bar.attributes["width"] == "25%")
  }

  @Test func `no version is drawn as a picture that it does not have`() throws {
    let catalogue = try SampleCatalogue().catalogue
    let state = try #require(catalogue.state(of: try SampleCatalogue.id(2)))
    let page = try ParsedPage(
      pages(in: .served(root: "/")).page(.gift(state.gift, .standard), of: catalogue))
    #expect(page.all("p").contains { $0.text == "Nothing is visible in any frame" })
  }
}
