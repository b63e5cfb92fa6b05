/// The parts of a `langtag` (RFC 5646 §2.1), read from left to right.
struct LanguageSubtags {
  /// The tag in the case that §2.1.1 recommends.
  var canonical: String { parts.joined(separator: "-") }

  private var parts: [String] = []
  private var rest: ArraySlice<Substring>

  init?(_ subtags: [Substring]) {
    guard subtags.allSatisfy({ (1...8).contains($0.utf8.count) && $0.utf8.allSatisfy(isAlnum) })
    else { return nil }
    rest = subtags[...]
    guard takeLanguage() else { return nil }
    takeScriptAndRegion()
    guard takeVariants(), takeExtensions(), takePrivateUse(), rest.isEmpty else { return nil }
  }

  private mutating func takeLanguage() -> Bool {
    guard let language = next(where: { $0.allSatisfy(isAlpha) && (2...8).contains($0.count) })
    else { return false }
    parts.append(language)
    guard language.utf8.count <= 3 else { return true }
    for _ in 0..<3 {
      guard let extlang = next(where: { $0.count == 3 && $0.allSatisfy(isAlpha) }) else { break }
      parts.append(extlang)
    }
    return true
  }

  private mutating func takeScriptAndRegion() {
    if let script = next(where: { $0.count == 4 && $0.allSatisfy(isAlpha) }) {
      parts.append(script.prefix(1).uppercased() + script.dropFirst())
    }
    if let region = next(where: {
      $0.count == 2 && $0.allSatisfy(isAlpha) || $0.count == 3 && $0.allSatisfy(isDigit)
    }) {
      parts.append(region.uppercased())
    }
  }

  private mutating func takeVariants() -> Bool {
    var seen: Set<String> = []
    while let variant = next(where: {
      $0.count >= 5 || $0.count == 4 && $0.first.map(isDigit) == true
    }) {
      guard seen.insert(variant).inserted else { return false }
      parts.append(variant)
    }
    return true
  }

  private mutating func takeExtensions() -> Bool {
    var seen: Set<String> = []
    while let singleton = next(where: { $0.count == 1 && !$0.elementsEqual("x".utf8) }) {
      guard seen.insert(singleton).inserted,
        let first = next(where: { $0.count >= 2 })
      else { return false }
      parts += [singleton, first]
      while let more = next(where: { $0.count >= 2 }) { parts.append(more) }
    }
    return true
  }

  private mutating func takePrivateUse() -> Bool {
    guard next(where: { $0.elementsEqual("x".utf8) }) != nil else { return true }
    guard !rest.isEmpty else { return false }
    parts += ["x"] + rest.map { $0.lowercased() }
    rest = []
    return true
  }

  /// The next subtag in lower case, if it fits.
  private mutating func next(where fits: (String.UTF8View) -> Bool) -> String? {
    guard let subtag = rest.first?.lowercased(), fits(subtag.utf8) else { return nil }
    rest.removeFirst()
    return subtag
  }
}

private func isAlpha(_ byte: UInt8) -> Bool {
  (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) && byte & 0x40 != 0
}

private func isDigit(_ byte: UInt8) -> Bool {
  (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
}

private func isAlnum(_ byte: UInt8) -> Bool { isAlpha(byte) || isDigit(byte) }
