import GiftPublishing
import Testing

struct ManifestTests {
  @Test(
    arguments: [
      ("", nil), ("[]", "/ is no"), ("{}", #"/ has no "gifts""#),
      (#"{"gifts":{}}"#, "/gifts is no"), (#"{"gifts":[{}]}"#, #"/gifts/0 has no "id""#),
      (#"{"gifts":[{"id":null}]}"#, "/gifts/0/id is null"),
      (#"{"gifts":[{"id":"rose","price":"ten"}]}"#, "/gifts/0/price is no"),
      (#"{"gifts":[{"id":"rose","names":["Rose"]}]}"#, "/gifts/0/names is no"),
    ] as [(String, String?)])
  func `text that is no manifest is refused with its place`(text: String, place: String?) throws {
    let fault = try #require(Self.fault(of: Array(text.utf8)))
    guard case .unreadable(let found) = fault else {
      Issue.record("\(fault) is another fault")
      return
    }
    #expect(!found.isEmpty)
    if let place { #expect(found.hasPrefix(place)) }
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
