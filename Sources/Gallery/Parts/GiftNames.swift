import GiftDomain

extension Definition {
  /// The name in a language, else that of the fallback; with its language.
  func name(in wanted: LocaleTag?) -> (locale: LocaleTag, name: GiftName) {
    if let wanted, let name = names.byLocale[wanted] { return (wanted, name) }
    return (names.fallback, names.preferred)
  }
}

extension LocaleTag {
  /// Languages that are written from right to left, unless a script says otherwise.
  private static let rightToLeftLanguages: Set<Substring> = [
    "ar", "arc", "ckb", "dv", "fa", "he", "iw", "ji", "ks", "ku", "nqo", "ps", "sd", "syr", "ug",
    "ur", "yi",
  ]
  /// Scripts (ISO 15924) that are written from right to left.
  private static let rightToLeftScripts: Set<Substring> = [
    "Adlm", "Arab", "Aran", "Hebr", "Mand", "Nkoo", "Rohg", "Samr", "Syrc", "Thaa",
  ]

  /// The direction in which it is written.
  var direction: TextDirection {
    let subtags = text.split(separator: "-").dropFirst()
    // The script is the only subtag of four letters (RFC 5646 §2.1).
    if let script = subtags.first(where: { $0.count == 4 && $0.allSatisfy(\.isLetter) }) {
      return Self.rightToLeftScripts.contains(script) ? .rightToLeft : .leftToRight
    }
    // Kurdish and Kashmiri have both; without a script, where they are read most decides.
    return Self.rightToLeftLanguages.contains(language) ? .rightToLeft : .leftToRight
  }
}

extension PageContext {
  /// A gift's name in the page's language, isolated from the text around it.
  func name(_ definition: Definition, in locale: LocaleTag? = nil) -> HTML {
    let shown = definition.name(in: locale ?? self.locale)
    return name(shown.name, in: shown.locale)
  }

  /// A name with its language and direction.
  func name(_ name: GiftName, in locale: LocaleTag) -> HTML {
    HTML(.bdi, .language(locale.text), .direction(locale.direction)) { name.text }
  }

  /// The name as plain text, for alternatives of pictures.
  func plainName(_ state: GiftState) -> String {
    state.definition?.name(in: locale).name.text ?? state.gift.text
  }
}
