import ArgumentParser
import GiftDomain
import GiftPublishing

// Values of the domain as arguments; one that breaks a rule gets a sentence and exit 64.

/// A gift's id on the command line.
struct GiftArgument: ParsableArguments {
  @Argument(
    help: .init("The gift, such as rose.", valueName: "id"), completion: Completion.gifts)
  var id: String

  /// Throws `DomainError` for text that is not a gift id.
  func gift() throws(DomainError) -> GiftID { try GiftID(id) }
}

/// One gift or several on the command line.
struct GiftArguments: ParsableArguments {
  /// The most gifts of one edit.
  static let limit = 10_000

  @Argument(
    help: .init("The gift, such as rose, or several.", valueName: "id"),
    completion: Completion.gifts)
  var ids: [String]

  /// Throws `DomainError` for text that is not a gift id, `CommandError.usage` for too many.
  func gifts() throws -> [GiftID] { try Self.gifts(ids) }

  /// The same for the ids of an option.
  static func gifts(_ ids: [String]) throws -> [GiftID] {
    guard ids.count <= limit else {
      throw CommandError.usage(
        "\(grouped(ids.count)) gifts are too many: one edit takes at most \(grouped(limit)).")
    }
    // Lists of files from Windows have a carriage return at the end of each line.
    return try ids.map { try GiftID($0.last == "\r" ? String($0.dropLast()) : $0) }
  }
}

/// `rose`, or `rose@2`: a gift, or one of its versions.
struct VersionArgument: Hashable, Sendable {
  let gift: GiftID
  /// Nil if only the gift is named.
  let number: VersionNumber?

  /// Throws `CommandError.usage` for text that is neither, `DomainError` for an invalid id or
  /// number.
  init(_ text: String) throws {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count > 1 else {
      (gift, number) = (try GiftID(text), nil)
      return
    }
    guard parts.count == 2, let number = Int64(parts[1]) else {
      throw CommandError.usage("\(quoted(text)) is not a version: write it as rose@1.")
    }
    (gift, self.number) = (try GiftID(String(parts[0])), try VersionNumber(number))
  }
}

/// `en=Rose`: a locale and a name.
struct NameArgument: Hashable {
  let locale: String
  let name: String

  /// Throws `UnreadableArgument` for text without an equals sign.
  init(argument: String) throws(UnreadableArgument) {
    guard let separator = argument.firstIndex(of: "=") else {
      throw UnreadableArgument("write the locale, then the name: en=Rose")
    }
    locale = String(argument[..<separator])
    name = String(argument[argument.index(after: separator)...])
  }
}

/// The names of a gift or a category as options.
struct NameOptions: ParsableArguments {
  @Option(
    help: .init(
      "Set the name in a locale, such as en=Rose; can be repeated.", valueName: "locale=name"),
    transform: NameArgument.init)
  var name: [NameArgument] = []

  @Option(help: .init("Remove the name in a locale; can be repeated.", valueName: "locale"))
  var dropName: [String] = []

  @Option(
    help: .init(
      "Set the locale whose name viewers read if their own has none; it cannot be removed. "
        + "[default for a new one: English, or else the first]", valueName: "locale"))
  var fallback: String?

  /// The names to set, after telling how they differ from what was written; throws
  /// `DomainError.repeated` for two in one locale.
  func byLocale() throws(DomainError) -> [String: String] {
    var names: [String: String] = [:]
    for argument in name {
      let written = WrittenName(argument.name)
      guard names.updateValue(written.text, forKey: argument.locale) == nil else {
        throw .repeated(.localeTag, text: argument.locale)
      }
      let name = "giftctl: The name \(quoted(written.text))"
      if written.isTrimmed { Terminal.explain("\(name) was written with white space at an end.") }
      if written.isComposed { Terminal.explain("\(name) was put in Unicode's normal form C.") }
    }
    return names
  }

  /// The locales whose names are removed; throws `DomainError` for text that is not a locale.
  func dropped() throws(DomainError) -> [LocaleTag] {
    try dropName.map { text throws(DomainError) in try LocaleTag(text) }
  }
}
