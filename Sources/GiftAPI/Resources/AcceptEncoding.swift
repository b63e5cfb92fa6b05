import Delivery
import GiftDomain

/// A client's `Accept-Encoding` (RFC 9110 §12.5.3).
struct AcceptEncoding: Sendable {
  /// The given weights in thousandths.
  private var weights = PerCoding<Int>()
  private var others: Int?
  private var isSilent = true

  /// Reads one of the field's lines, without allocations.
  ///
  /// Malformed members and unknown codings are ignored.
  mutating func read(_ line: Span<UInt8>) {
    isSilent = false
    var start = 0
    while let member = line.nextMember(&start, before: UInt8(ascii: ",")) {
      read(member: line.extracting(member))
    }
  }

  /// The coding of the response, of those available; nil if the client accepts none of them.
  ///
  /// The default is identity. Of equal weights, the first in `ContentCoding.allCases` wins.
  func choice(among isAvailable: (ContentCoding) -> Bool) -> ContentCoding? {
    guard !isSilent else { return .identity }
    var best: ContentCoding?
    var bestWeight = 0
    for coding in ContentCoding.allCases where isAvailable(coding) {
      let weight = doubleWeight(of: coding)
      if weight > bestWeight { (best, bestWeight) = (coding, weight) }
    }
    return best
  }

  /// Twice the weight, so that codings accepted without being named rank after all named ones.
  private func doubleWeight(of coding: ContentCoding) -> Int {
    let named = weights[coding] ?? others
    return coding == .identity ? named.map { 2 * $0 } ?? 1 : 2 * (named ?? 0)
  }

  private mutating func read(member: Span<UInt8>) {
    var end = 0
    guard let name = member.nextMember(&end, before: UInt8(ascii: ";")) else { return }
    var weight = 1_000
    if end <= member.count {
      guard let named = Self.weight(member, member.trimmed(end..<member.count)) else { return }
      weight = named
    }
    if member.equals(name, "*") {
      others = weight
    } else if member.equals(name, lowercased: "x-gzip") {
      weights[.gzip] = weight
    } else {
      for coding in ContentCoding.allCases where member.equals(name, lowercased: coding.rawValue) {
        weights[coding] = weight
      }
    }
  }

  /// `q=0.5` in thousandths (RFC 9110 §12.4.2).
  private static func weight(_ line: Span<UInt8>, _ range: Range<Int>) -> Int? {
    guard (3...7).contains(range.count), line[range.lowerBound] | 0x20 == UInt8(ascii: "q"),
      line[range.lowerBound + 1] == UInt8(ascii: "=")
    else { return nil }
    let whole = line[range.lowerBound + 2]
    guard whole == UInt8(ascii: "0") || whole == UInt8(ascii: "1") else { return nil }
    var weight = Int(whole - UInt8(ascii: "0")) * 1_000
    guard range.count > 3 else { return weight }
    guard line[range.lowerBound + 3] == UInt8(ascii: ".") else { return nil }
    var unit = 100
    for index in (range.lowerBound + 4)..<range.upperBound {
      let digit = line[index]
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      weight += Int(digit - UInt8(ascii: "0")) * unit
      unit /= 10
    }
    return weight <= 1_000 ? weight : nil
  }
}
