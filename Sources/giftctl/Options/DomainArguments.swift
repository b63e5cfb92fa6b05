import ArgumentParser
import GiftDomain

// Values of the domain as arguments; what breaks a rule is a sentence and exit 64.

/// A gift's id on the command line.
struct GiftArgument: ParsableArguments {
  @Argument(help: ArgumentHelp("The gift, such as rose.", valueName: "id"))
  var id: String

  /// Throws `CommandError.invalid` for text that is no gift id.
  func gift() throws(CommandError) -> GiftID {
    let text = id
    return try valid { () throws(DomainError) in try GiftID(text) }
  }
}

/// One gift or several on the command line.
struct GiftArguments: ParsableArguments {
  /// The most gifts of one edit.
  static let limit = 10_000

  @Argument(help: ArgumentHelp("The gift, such as rose, or several.", valueName: "id"))
  var ids: [String]

  /// Throws `CommandError.invalid` for text that is no gift id, `usage` for too many of them.
  func gifts() throws(CommandError) -> [GiftID] { try Self.gifts(ids) }

  /// The same for the ids of an option.
  static func gifts(_ ids: [String]) throws(CommandError) -> [GiftID] {
    guard ids.count <= limit else {
      throw .usage("\(grouped(ids.count)) gifts are more than the \(grouped(limit)) of an edit.")
    }
    return try ids.map { text throws(CommandError) in
      try valid { () throws(DomainError) in try GiftID(text) }
    }
  }
}

/// A value that follows the domain's rules.
func valid<Value>(_ build: () throws(DomainError) -> Value) throws(CommandError) -> Value {
  do {
    return try build()
  } catch {
    throw .invalid(error)
  }
}

/// `en=Rose`: a locale and a name.
struct NameArgument: ExpressibleByArgument, Hashable {
  /// The text before the first `=`.
  let locale: String
  /// The text behind it.
  let name: String

  init?(argument: String) {
    guard let separator = argument.firstIndex(of: "=") else { return nil }
    locale = String(argument[..<separator])
    name = String(argument[argument.index(after: separator)...])
  }
}
