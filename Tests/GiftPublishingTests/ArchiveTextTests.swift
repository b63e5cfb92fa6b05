import GiftDomain
import GiftPublishing
import GiftStore
import StoreSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(5)))
struct ArchiveTextTests {
  @Test func `an archive as text is the same archive, and restores the same catalogue`()
    async throws
  {
    let original = try await StoreFixture()
    try await Self.live(original.publisher)
    let archive = try await original.store.archive()
    let text = try archive.text()
    let read = try Archive(text: text)
    #expect(read == archive)
    #expect(try read.text() == text)
    let copy = try await StoreFixture()
    let files = try await original.files(of: archive)
    #expect(try await copy.publisher.restore(read) { files[$0] })
    #expect(try await copy.store.archive().text() == text)
    for change in archive.changes {
      let moment = Moment.change(change.record.number)
      let (ours, theirs) = (
        try await original.store.view(at: moment), try await copy.store.view(at: moment)
      )
      #expect(ours.catalogue == theirs.catalogue)
    }
  }

  @Test(
    arguments: [
      ("", .altered(line: 1)), ("no JSON\n", .altered(line: 1)), ("[]\n", .altered(line: 1)),
      (#"{"format":1}"#, .altered(line: 1)), ("{}\n", .memberMissing("format", line: 1)),
      (
        #"{"format":"gift-catalogue-archive-9"}"# + "\n", .memberMissing("changes", line: 1)
      ),
      (header, .altered(line: 2)), (header + "{}\n", .memberMissing("change", line: 2)),
      (header + #"{"change":{}}"# + "\n", .memberMissing("record", line: 2)),
      (header + #"{"sha256":"00"}"# + "\n", .altered(line: 2)),
    ] as [(String, ArchiveTextFault)])
  func `text that is no archive is refused, and what is missing named`(
    text: String, fault: ArchiveTextFault
  ) throws {
    #expect(Self.fault(of: text) == fault)
  }

  private static let header =
    #"{"assetBytes":0,"assets":0,"changes":1,"format":"gift-catalogue-archive-9"}"# + "\n"

  @Test(
    arguments: [
      #"{"format":"gift-catalogue-archive-1"}"#,
      #"{"format":"gift-catalogue-archive-1","changes":{"pages":3},"gifts":[]}"#,
      #"{"format":"gift-catalogue-archive-1","changes":[],"gifts":[]}"#,
    ])
  func `another program's archive is told by its format`(text: String) {
    #expect(Self.fault(of: text + "\n") == .otherFormat("gift-catalogue-archive-1"))
  }

  @Test(
    arguments: [
      (
        #""actor":"tester""#, #""actor":"\#(String(repeating: "x", count: Actor.maxBytes + 1))""#,
        ValueKind.actor
      ),
      (#""gift":"rose""#, #""gift":"Rose""#, .giftID), (#""en":"Rose""#, #""en":"""#, .giftName),
      (#""price":10"#, #""price":-10"#, .price), (#""asset":""#, #""asset":"F"#, .digest),
      (#""at":"2"#, #""at":"x2"#, .instant), (#""number":1,"#, #""number":-1,"#, .change),
      (#""latestVersion":1"#, #""latestVersion":0"#, .version),
      (#""category":"general""#, #""category":"A B""#, .category),
    ])
  func `a value that breaks its rule is named`(
    found: String, spoilt: String, kind: ValueKind
  ) async throws {
    let fixture = try await StoreFixture()
    try await Self.live(fixture.publisher)
    let text = String(
      decoding: try await fixture.store.archive().text(), as: UTF8.self)
    let range = try #require(text.firstRange(of: found))
    guard
      case .invalid(let error, line: 2...) = Self.fault(
        of: text.replacingCharacters(of: range, with: spoilt))
    else {
      Issue.record("\(spoilt) was not called invalid")
      return
    }
    #expect(error.valueKind == kind)
  }

  @Test func `what is not to the byte what this program writes is refused`() async throws {
    let fixture = try await StoreFixture()
    try await Self.live(fixture.publisher)
    let text = String(
      decoding: try await fixture.store.archive().text(), as: UTF8.self)
    let cases = [
      (#"{"asset":{"#, #"{"note":1,"asset":{"#), (#""actor":"tester""#, #""actor":"testes""#),
      (#""actor":"tester""#, #""actor":"tester","a/b":[]"#), (#""price":10"#, #""price":11"#),
      (#""price":10"#, #""price": 10"#), (#""sha256":""#, #""sha256":"0"#),
      (#""changes":6"#, #""changes":5"#), (#""changes":6"#, #""changes":7"#), ("}\n", "}\n\n"),
    ]
    for (found, spoilt) in cases {
      let range = try #require(text.firstRange(of: found), "\(found)")
      let other = text.replacingCharacters(of: range, with: spoilt)
      guard case .altered = Self.fault(of: other) else {
        Issue.record("\(spoilt): \(String(describing: Self.fault(of: other)))")
        continue
      }
    }
    guard case .altered = Self.fault(of: text + "{}\n") else {
      Issue.record("what follows is read over")
      return
    }
  }

  @Test func `one byte that is another one is found, wherever it is`() async throws {
    let fixture = try await StoreFixture()
    try await Self.live(fixture.publisher)
    let text = try await fixture.store.archive().text()
    for index in text.indices {
      var damaged = text
      damaged[index] ^= 1
      #expect(throws: ArchiveFault.self, "byte \(index)") { try Archive(text: damaged) }
    }
  }

  /// A gift's life, with two animations.
  private static func live(_ publisher: Publisher) async throws {
    let rose = try GiftID("rose")
    let animations = [try Fixtures.bytes("rose.json"), try Fixtures.bytes("crown.json")]
    for bytes in animations {
      _ = try await publisher.add([rose], animation: bytes, patch(), request(.add))
      let end = try Timestamp(rfc3339: "2090-01-01T00:00:00.25Z")
      _ = try await publisher.store.commit(
        [.publish(gift: rose, version: nil, from: nil, until: end, replace: .whole)],
        request(.publish))
    }
    _ = try await publisher.store.commit([.retire(gift: rose, at: nil)], request(.retire))
    _ = try await publisher.store.commit([.rollBack(gift: rose, to: nil)], request(.rollback))
  }

  private static func fault(of text: String) -> ArchiveTextFault? {
    do throws(ArchiveFault) {
      _ = try Archive(text: Array(text.utf8))
      return nil
    } catch {
      guard case .text(let fault) = error else { return nil }
      return fault
    }
  }
}

extension String {
  fileprivate func replacingCharacters(of range: Range<Index>, with text: String) -> String {
    String(self[..<range.lowerBound]) + text + String(self[range.upperBound...])
  }
}
