import GiftDomain
import Testing

@testable import GiftPublishing

struct ManifestTests {
  @Test(arguments: BadManifest.all)
  func `text that is no manifest is refused with its place`(_ manifest: BadManifest) throws {
    #expect(Self.faults(of: Array(manifest.text.utf8)).contains(manifest.fault))
  }

  @Test func `a manifest tells all of its faults, in their order, up to a limit`() throws {
    let gifts = (0..<600).map { #"{"id":"gift-\#($0)","price":"ten","Name":1}"# }
    let faults = Self.faults(of: Array("{\"gifts\":[\(gifts.joined(separator: ",\n"))]}".utf8))
    #expect(faults.count == Manifest.maxFaults)
    #expect(faults.map { $0.place?.line } == (1...500).flatMap { [$0, $0] })
    #expect(faults[2].place?.gift == "gift-1")
    for (place, fault) in faults.enumerated() {
      switch fault {
      case .otherKind(_, .wholeNumber): #expect(place % 2 == 0)
      case .memberUnknown: #expect(place % 2 == 1)
      default: Issue.record("\(fault)")
      }
    }
  }

  @Test func `a byte-order mark before a manifest is read over`() throws {
    let text = [0xEF, 0xBB, 0xBF] + Array(#"{"gifts":[{"id":"rose"}]}"#.utf8)
    #expect(try Manifest(text: text).gifts.map(\.id) == ["rose"])
  }

  @Test func `names are trimmed and put in normal form C, and counted`() throws {
    let names = #""de":"  Ros\u00e9","en":"Rose","fr":"Rose\u0301","nl":"\u00a0Roos\n""#
    let text = "{\"gifts\":[{\"id\":\"rose\",\"names\":{\(names)}}]}"
    let manifest = try Manifest(text: Array(text.utf8))
    let read = manifest.gifts[0].definition.names.mapValues { Array($0.utf8) }
    let wanted = ["de": "Ros\u{E9}", "en": "Rose", "fr": "Ros\u{E9}", "nl": "Roos"]
    #expect(read == wanted.mapValues { Array($0.utf8) })
    #expect(manifest.faults.isEmpty && manifest.tidied == 3)
  }

  @Test func `text that is not UTF-8 is refused with its place`() throws {
    let text =
      Array(#"{"gifts":[{"id":"rose","names":{"en":"Ros"#.utf8) + [0xE9]
      + Array(#""}}]}"#.utf8)
    let place = ManifestPlace(gift: nil, pointer: "", line: 1, column: 42)
    #expect(Self.faults(of: text) == [.noJSON(place, what: "The text is not UTF-8 here")])
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

  @Test func `a manifest has its limits`() throws {
    let most = (0..<Manifest.maxGifts).map { #"{"id":"gift-\#($0)"}"# }
    let fits = "{\"gifts\":[\(most.joined(separator: ","))]}"
    #expect(try Manifest(text: Array(fits.utf8)).gifts.count == Manifest.maxGifts)
    let over = "{\"gifts\":[\((most + [#"{"id":"one-more"}"#]).joined(separator: ","))]}"
    #expect(Self.faults(of: Array(over.utf8)) == [.tooManyGifts(Manifest.maxGifts + 1)])
    let large = [UInt8](repeating: UInt8(ascii: " "), count: Manifest.maxBytes + 1)
    #expect(Self.faults(of: large) == [.tooLarge(bytes: Manifest.maxBytes + 1)])
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

  private static func faults(of text: [UInt8]) -> [ManifestFault] {
    do throws(PublishingError) {
      return try Manifest(text: text).faults
    } catch {
      guard case .manifest(let fault) = error else { return [] }
      return [fault]
    }
  }
}
