import GiftDomain
import GiftPublishing
import Testing

struct ManifestTests {
  @Test(arguments: BadManifest.all)
  func `text that is no manifest is refused with its place`(_ manifest: BadManifest) throws {
    #expect(Self.fault(of: Array(manifest.text.utf8)) == manifest.fault)
  }

  @Test func `a member that is null is left out, and a whole number may be written as any`() throws
  {
    let members = #""names":null,"price":1e1,"order":-2.0,"tags":null,"streakable":false"#
    let text = "{\"gifts\":[{\"id\":\"rose\",\(members)}]}"
    let entry = try #require(try Manifest(text: Array(text.utf8)).gifts.first)
    #expect(entry.definition.names.isEmpty)
    #expect(entry.definition.tags == nil)
    #expect(entry.definition.price == 10)
    #expect(entry.definition.order == -2)
    #expect(entry.definition.streakable == false)
  }

  @Test func `a gift stands in a manifest once`() throws {
    let text = #"{"gifts":[{"id":"rose"},{"id":"heart"},{"id":"rose"}]}"#
    #expect(Self.fault(of: Array(text.utf8)) == .giftRepeated("rose"))
  }

  @Test func `a manifest has its limits`() throws {
    let most = (0..<Manifest.maxGifts).map { #"{"id":"gift-\#($0)"}"# }
    let fits = "{\"gifts\":[\(most.joined(separator: ","))]}"
    #expect(try Manifest(text: Array(fits.utf8)).gifts.count == Manifest.maxGifts)
    let over = "{\"gifts\":[\((most + [#"{"id":"one-more"}"#]).joined(separator: ","))]}"
    #expect(Self.fault(of: Array(over.utf8)) == .tooManyGifts(Manifest.maxGifts + 1))
    let large = [UInt8](repeating: UInt8(ascii: " "), count: Manifest.maxBytes + 1)
    #expect(Self.fault(of: large) == .tooLarge(bytes: Manifest.maxBytes + 1))
  }

  @Test func `a manifest that is written is read as it was`() throws {
    let manifest = try Fixtures.manifest()
    for text in [try manifest.line(), try manifest.text()] {
      let read = try Manifest(text: text)
      #expect(try read.line() == manifest.line())
      #expect(text.last == UInt8(ascii: "\n"))
    }
    #expect(try manifest.line().dropLast().contains(UInt8(ascii: "\n")) == false)
  }

  private static func fault(of text: [UInt8]) -> ManifestFault? {
    do throws(PublishingError) {
      _ = try Manifest(text: text)
      return nil
    } catch {
      guard case .manifest(let fault) = error else { return nil }
      return fault
    }
  }
}
