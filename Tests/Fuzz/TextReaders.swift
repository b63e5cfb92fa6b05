import GiftDomain
import NIOCore

@testable import Delivery
@testable import GiftAPI
@testable import Postgres

/// Reads any text as each of the values that are written as text: what is read is written again as
/// a text with the same value.
func readText(_ text: String) {
  if let instant = attempt({ try Timestamp(rfc3339: text) }) {
    precondition(attempt { try Timestamp(rfc3339: instant.rfc3339) } == instant, instant.rfc3339)
    _ = instant.httpDate
  }
  if let local = attempt({ try LocalTime(text) }) {
    precondition(attempt { try LocalTime(local.text) } == local, local.text)
    for step in [Int64.min, -1, 1, .max] {
      _ = local.advanced(byMonths: step)
      _ = local.advanced(bySeconds: step)
    }
  }
  for type in texts { type.read(text) }
  if let place = attempt({ try PlaceSpec(text) }) { _ = place.number }
  if let version = attempt({ try AppVersion(text) }) {
    precondition(attempt { try AppVersion(version.text) } == version, version.text)
  }
  _ = attempt { try ClientKind(text) }
  if let token = CatalogueToken(text) {
    precondition(CatalogueToken(token.description) == token, token.description)
  }
  _ = EntityTagList(text)
}

private var texts: [any TextCodable.Type] {
  [
    GiftID.self, Category.self, Tag.self, PlacementName.self, RotationName.self, LocaleTag.self,
    GiftName.self, Remark.self, Actor.self, SegmentName.self, Region.self, PlatformRule.self,
    SHA256Digest.self, DigestMark.self,
  ]
}

extension TextCodable {
  fileprivate static func read(_ text: String) {
    guard let read = attempt({ try Self(text) }) else { return }
    precondition(attempt { try Self(read.text).text } == read.text, "\(Self.self) \(read.text)")
  }
}

/// Reads any bytes as the head of a request, and as what its fields hold.
func readHead(_ input: [UInt8]) {
  let buffer = ByteBuffer(bytes: input)
  if case .head(let head) = RequestHeadParser.parse(buffer, HeadLimits()) {
    precondition(head.byteCount <= input.count, "longer than what was read")
  }
  if !input.isEmpty { _ = attempt { try Route(input.span) } }
  _ = QueryValues(input.span)
  var accepted = AcceptEncoding()
  accepted.read(input.span)
  _ = accepted.choice { _ in true }
}

/// Reads any bytes as a value in PostgreSQL's binary format.
func readWire(_ input: [UInt8]) {
  let bytes = input.span
  _ = WireReader.anyInteger(bytes)
  _ = WireReader.double(bytes)
  _ = WireReader.bool(bytes)
  _ = WireReader.timestamp(bytes)
  _ = WireReader.jsonb(bytes)
  let counts = [
    WireReader.array(bytes, WireReader.anyInteger)?.count,
    WireReader.array(bytes, WireReader.text)?.count,
    WireReader.array(bytes, WireReader.timestamp)?.count,
  ]
  precondition(counts.allSatisfy { $0.map { $0 <= input.count } ?? true }, "more than there are")
}
