import GiftDomain
import GiftPublishing
import GiftStore
import StoreSupport
import Support
import Testing

/// Archives whose digests hold and whose numbers are the worst there are: they are refused or could
/// be restored, and end no process.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct ForgedArchiveTests {
  @Test(
    arguments: [
      "0", "-1", "1000001", "4294967295", "9223372036854775807", "-9223372036854775808",
      "99999999999999999999",
    ])
  func `an extreme number anywhere in an archive is refused or restored`(
    forgery: String
  ) async throws {
    let text = try await Self.text()
    let copy = try await StoreFixture()
    let places = text.ranges(of: /-?[0-9]+(?=[,\]}])/)
    var (refused, restored) = (0, 0)
    for place in places {
      do {
        let archive = try Archive(text: text.forged(place, forgery)).proven()
        _ = try await copy.publisher.restore(archive, isDryRun: true) { _ in [1] }
        restored += 1
      } catch is PublishingError {
        refused += 1
      } catch is ArchiveFault {
        refused += 1
      } catch is DomainError {
        refused += 1
      }
    }
    #expect(places.count >= 50)
    #expect(refused > 0 && refused + restored == places.count)
  }

  @Test func `animations that are together longer than a number counts are refused`() async throws {
    let text = try await Self.text()
    let forged = text.replacing(/"byteCount":[0-9]+/, with: #""byteCount":9223372036854775807"#)
    let fault = DomainError.outOfRange(
      .animationBytes, value: .max, allowed: AnimationVersion.byteCounts)
    #expect(throws: ArchiveFault.text(.invalid(fault, line: 2))) {
      try Archive(text: forged.withDigest)
    }
  }

  @Test func `an asset that is listed twice, or that no row names, is refused`() async throws {
    let text = try await Self.text()
    // One that is not empty asks for no files.
    let copy = try await StoreFixture()
    _ = try await copy.publisher.add(
      [GiftID("star")], animation: try Fixtures.bytes("rose.json"), patch(), request(.add))
    let assets = text.split(separator: "\n").filter { $0.contains(#""asset":"#) }
    let line = try #require(assets.first) + "\n"
    let digest = try #require(line.firstMatch(of: /"digest":"([0-9a-f]{64})","is/)).output.1
    let bytes = try #require(line.firstMatch(of: /"byteCount":([0-9]+)/)).output.1
    let other = String(repeating: "7", count: 64)
    let cases: [(Substring, ArchiveFault)] = [
      (line, .assetDiffers(try SHA256Digest(String(digest)))),
      (line.replacing(digest, with: other), .assetUnnamed(try SHA256Digest(other))),
    ]
    for (more, fault) in cases {
      let forged = try text.replacing(line, with: line + more, maxReplacements: 1)
        .counting("assets", 1).counting("assetBytes", try #require(Int64(bytes)))
      await #expect(throws: StoreError.archiveBroken(fault)) {
        try await copy.store.restore(archiveBytes(forged.withDigest)) { _, _ in nil }
      }
    }
  }

  @Test func `a header that counts other bytes, or a line of two kinds, is refused`() async throws {
    let text = try await Self.text()
    let last = text.count { $0 == "\n" } + 1
    let cases = [
      (try text.counting("assetBytes", 1), last), (try text.counting("assets", -1), 4),
      (text.replacing(#"{"change":"#, with: #"{"announcement":{},"change":"#), 5),
    ]
    for (forged, line) in cases {
      #expect(throws: ArchiveFault.text(.altered(line: line))) {
        try Archive(text: forged.withDigest)
      }
    }
  }

  /// Two gifts, one with two versions, that take turns, which were announced: without its digest.
  private static func text() async throws -> String {
    let fixture = try await StoreFixture()
    let gifts = [try GiftID("lily"), try GiftID("rose")]
    for (gift, files) in zip(gifts, [["heart.json"], ["rose.json", "crown.json"]]) {
      for file in files {
        _ = try await fixture.publisher.add(
          [gift], animation: try Fixtures.bytes(file), patch(), request(.add))
      }
    }
    let until = try Timestamp(rfc3339: "2090-01-01T00:00:00.25Z")
    _ = try await fixture.store.commit(
      [
        .publish(gift: gifts[0], version: nil, from: nil, until: until, replace: .nothing),
        .addRotation(rotation: try RotationName("daily"), shape: try shape(gifts)),
      ], request(.rotation))
    let text = String(decoding: try await fixture.store.archive().text(), as: UTF8.self)
    return String(text[..<(try #require(text.ranges(of: "{\"sha256\"").last).lowerBound)])
  }

  private static func shape(_ gifts: [GiftID]) throws -> RotationShape {
    RotationShape(
      zone: .utc, first: try LocalTime("2089-01-01 10:00"), cadence: try Cadence(1, .day),
      stay: try Stay(6, .hour), lineup: gifts.map { LineupSpec(gift: $0, version: .first) },
      perTurn: 1, turnCount: 100, until: nil)
  }
}

extension String {
  /// The text with another number at a place, and a digest that holds.
  fileprivate func forged(_ place: Range<Index>, _ number: String) -> [UInt8] {
    var copy = self
    copy.replaceSubrange(place, with: number)
    return copy.withDigest
  }

  /// The text with another number in its header.
  fileprivate func counting(_ member: String, _ more: Int64) throws -> String {
    let range = try #require(firstRange(of: "\"\(member)\":"))
    let digits = self[range.upperBound...].prefix { $0.isNumber }
    let count = try #require(Int64(digits)) + more
    return replacingCharacters(in: digits.startIndex..<digits.endIndex, with: "\(count)")
  }

  private func replacingCharacters(in range: Range<Index>, with text: String) -> String {
    var copy = self
    copy.replaceSubrange(range, with: text)
    return copy
  }

  fileprivate var withDigest: [UInt8] {
    let digest = sha256(Array(utf8)).map { padded($0, 2, radix: 16) }.joined()
    return Array("\(self){\"sha256\":\"\(digest)\"}\n".utf8)
  }
}
