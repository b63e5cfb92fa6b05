extension JSONFault {
  /// The rule that the fault breaks; all of them are errors.
  package var rule: Rule {
    switch self {
    case .empty: rule("There is nothing to play.", "export the animation again")
    case .gzip: rule("Players read JSON, and this is still packed.", Self.unpack)
    case .zip: rule("Players read JSON, and this is still packed.", Self.unpack)
    case .otherFile:
      rule(
        "Players read the JSON that Bodymovin exports, and nothing else.",
        "export the animation itself, from After Effects with Bodymovin")
    case .encoding: rule("JSON is UTF-8, and players read nothing else.", "save the file as UTF-8")
    case .byteOrderMark:
      rule(
        "Several players read the mark as content.",
        "save the file as UTF-8 without a byte-order mark")
    case .utf8: rule("Players refuse other encodings, or guess.", "save the file as UTF-8")
    case .controlCharacter:
      rule("Strict players refuse raw control characters in strings.", "write it as an escape")
    case .escape:
      rule("Strict players refuse escapes that JSON does not know.", "correct or remove the escape")
    case .surrogate:
      rule(
        "Half a surrogate pair is not a character, and players differ on it.",
        "write both halves or remove it")
    case .number:
      rule(
        "Strict players refuse numbers in other forms.",
        "write it as a JSON number, like -0.5")
    case .literal:
      rule(
        "The only words in JSON are true, false and null.",
        "replace it with true, false, null, a number or a string in quotes")
    case .comment: rule("JSON has no comments, and players refuse them.", "remove the comment")
    case .trailingComma: rule("Strict players refuse a comma before a bracket.", "remove the comma")
    case .unexpected: rule("Players refuse what is not JSON.", Self.again)
    case .unclosed: rule("Part of the file is missing.", Self.again)
    case .trailingData:
      rule(
        "A JSON text is one value, and strict players refuse more.",
        "remove what follows the first value")
    }
  }

  private static let unpack = "supply the JSON, or a .tgs or .lottie of it"
  private static let again = "export or download the file again"

  private func rule(_ reason: String, _ remedy: String) -> Rule {
    Rule("json." + name, breaks: .all, reason: reason, remedy: remedy, source: "RFC 8259")
  }
}

extension JSONLimit {
  /// The rule that going over the limit breaks; all of them are errors.
  package var rule: Rule {
    switch self {
    case .bytes:
      Rule(
        "budget.bytes", breaks: .all, reason: "Every viewer downloads the file.",
        remedy: "make images smaller, drop hidden layers or raise the limit",
        source: "CheckLimits.maxBytes")
    case .depth:
      Rule(
        "json.depth", breaks: .all, reason: "Players that recurse run out of stack.",
        remedy: "flatten the nesting",
        source: "JSONLimits.maxDepth")
    case .nodes:
      Rule(
        "json.nodes", breaks: .all, reason: "Players hold every value in memory.",
        remedy: "simplify paths and keyframes",
        source: "JSONLimits.maxNodes")
    case .stringBytes:
      Rule(
        "json.string-length", breaks: .all,
        reason: "Players hold the string in memory several times.",
        remedy: "shorten it, or make the image in it smaller",
        source: "JSONLimits.maxStringBytes")
    case .digits:
      Rule(
        "json.digits", breaks: .all, reason: "Players copy numbers into fixed-size buffers.",
        remedy: "round the number",
        source: "JSONLimits.maxDigits")
    }
  }
}

extension JSONError {
  /// The first half of a finding's message: what was found.
  package func detail(in bytes: [UInt8]) -> String {
    switch self {
    case .exceeds(let limit, let most, let offset):
      Self.detail(limit, most, found: bytes.count, bytes[min(offset, bytes.count)...])
    case .malformed(let fault, let offset):
      Self.detail(fault, bytes[min(offset, bytes.count)...])
    }
  }

  static func detail(
    _ limit: JSONLimit, _ most: Int, found: Int, _ rest: ArraySlice<UInt8> = []
  ) -> String {
    switch limit {
    case .bytes: "The file has \(found) bytes, and \(most) are allowed"
    case .depth: "Arrays and objects are nested more than \(most) deep"
    case .nodes: "The file holds more than \(most) values and names"
    case .stringBytes: "The string \(SafeText.quoted(rest.dropFirst())) is over \(most) bytes long"
    case .digits: "The number \(SafeText.shown(rest, maxScalars: 24)) is over \(most) digits long"
    }
  }

  private static func detail(_ fault: JSONFault, _ rest: ArraySlice<UInt8>) -> String {
    let word = rest.prefix { $0 > ASCII.space }.prefix(12)
    let here = SafeText.quoted(word.isEmpty ? rest.prefix(1) : word)
    return switch fault {
    case .empty: "The file is empty"
    case .gzip: "This is gzip data, not JSON"
    case .zip: "This is a ZIP archive, not JSON"
    case .otherFile: "This is \(OtherFile(rest)?.name ?? "another file"), not an animation"
    case .encoding: "The text is UTF-16 or UTF-32"
    case .byteOrderMark: "A byte-order mark precedes the text"
    case .utf8: "The text is not UTF-8 here"
    case .controlCharacter: "A string has an unescaped control character"
    case .escape: "\(here) is not an escape that JSON knows"
    case .surrogate: "\(here) is half of a surrogate pair"
    case .number: "A number is not written right at \(here)"
    case .literal: "\(here) is not a literal of JSON"
    case .comment: "\(here) looks like a comment"
    case .trailingComma: "Nothing follows this comma"
    case .unexpected: "\(here) cannot stand here"
    case .unclosed: "The file ends in the middle"
    case .trailingData: "\(here) follows the end of the value"
    }
  }
}
