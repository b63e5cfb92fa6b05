/// How the bytes of a body are coded on the way (RFC 9110 §8.4.1), best first.
package enum ContentCoding: String, Hashable, Sendable, CaseIterable {
  /// RFC 7932.
  case brotli = "br"
  /// RFC 1952.
  case gzip
  /// As they are.
  case identity
}

/// What a client says of codings in `Accept-Encoding` (RFC 9110 §12.5.3).
package struct AcceptEncoding: Hashable, Sendable {
  /// Weights in thousandths, where they were named.
  private var brotli: Int?
  private var gzip: Int?
  private var identity: Int?
  private var others: Int?
  private var isSilent = true

  /// From the field's lines as one list; nil when there are none.
  ///
  /// Members that cannot be read, and codings that nobody here speaks, say nothing.
  package init(_ list: String?) {
    guard let list else { return }
    isSilent = false
    for member in list.utf8.split(separator: UInt8(ascii: ",")) { read(member) }
  }

  /// The coding to answer with, of those that there are; nil when the client takes none of them.
  ///
  /// Who says nothing gets identity. Of equal weights the first of `ContentCoding.allCases` counts.
  package func choice(among isAvailable: (ContentCoding) -> Bool) -> ContentCoding? {
    guard !isSilent else { return .identity }
    var best: ContentCoding?
    var bestWeight = 0
    for coding in ContentCoding.allCases where isAvailable(coding) {
      let weight = doubleWeight(of: coding)
      if weight > bestWeight { (best, bestWeight) = (coding, weight) }
    }
    return best
  }

  /// Twice the weight, as what is taken without being named comes after all that is.
  private func doubleWeight(of coding: ContentCoding) -> Int {
    switch coding {
    case .brotli: 2 * (brotli ?? others ?? 0)
    case .gzip: 2 * (gzip ?? others ?? 0)
    case .identity: (identity ?? others).map { 2 * $0 } ?? 1
    }
  }

  private mutating func read(_ member: Substring.UTF8View.SubSequence) {
    let parts = member.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
    guard let name = parts.first.map(trimmed), parts.count <= 2 else { return }
    var weight = 1_000
    if parts.count == 2 {
      guard let named = Self.weight(trimmed(parts[1])) else { return }
      weight = named
    }
    if isWord(name, "br") {
      brotli = weight
    } else if isWord(name, "gzip") || isWord(name, "x-gzip") {
      gzip = weight
    } else if isWord(name, "identity") {
      identity = weight
    } else if isWord(name, "*") {
      others = weight
    }
  }

  /// `q=0.5` in thousandths (RFC 9110 §12.4.2).
  private static func weight(_ text: Substring.UTF8View.SubSequence) -> Int? {
    var rest = text
    guard let name = rest.popFirst(), name | 0x20 == UInt8(ascii: "q"),
      rest.popFirst() == UInt8(ascii: "="), let whole = rest.popFirst(),
      whole == UInt8(ascii: "0") || whole == UInt8(ascii: "1")
    else { return nil }
    var weight = Int(whole - UInt8(ascii: "0")) * 1_000
    guard let point = rest.popFirst() else { return weight }
    guard point == UInt8(ascii: "."), rest.count <= 3 else { return nil }
    var unit = 100
    for digit in rest {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      weight += Int(digit - UInt8(ascii: "0")) * unit
      unit /= 10
    }
    return weight <= 1_000 ? weight : nil
  }
}

private func trimmed(_ text: Substring.UTF8View.SubSequence) -> Substring.UTF8View.SubSequence {
  var rest = text
  while let first = rest.first, first == 0x20 || first == 0x09 { rest.removeFirst() }
  while let last = rest.last, last == 0x20 || last == 0x09 { rest.removeLast() }
  return rest
}

/// Whether `text` is `word`, which is in lower case, in whatever case.
private func isWord(_ text: Substring.UTF8View.SubSequence, _ word: String) -> Bool {
  text.count == word.utf8.count
    && zip(text, word.utf8).allSatisfy {
      $0 == $1 || $0 | 0x20 == $1 && (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0)
    }
}
