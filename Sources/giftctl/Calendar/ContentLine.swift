/// One line of an iCalendar file (RFC 5545 §3.1): a property and its value.
struct ContentLine: Hashable {
  /// The most octets of a line, without its end (§3.1).
  static let maxOctets = 75

  /// The line before it is folded.
  let unfolded: String

  /// A property whose value is written as it is.
  init(_ name: String, _ value: String) { unfolded = "\(name):\(value)" }

  /// A property whose value is text.
  init(_ name: String, text: String) { self.init(name, Self.escaped(text)) }

  /// The line with its ends: a long one continues after a line break and a blank, and no
  /// character is torn.
  var folded: String {
    var text = ""
    var octets = 0
    for scalar in unfolded.unicodeScalars {
      let count = UTF8.width(scalar)
      if octets + count > Self.maxOctets {
        text += "\r\n "
        octets = 1
      }
      text.unicodeScalars.append(scalar)
      octets += count
    }
    return text + "\r\n"
  }

  /// A value of type TEXT (§3.3.11): backslashes, semicolons, commas and line breaks are escaped,
  /// and other control characters, which it cannot hold, are left out.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    var previous: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\", ";", ",": escaped += "\\\(scalar)"
      case "\n": escaped += previous == "\r" ? "" : "\\n"
      case "\r": escaped += "\\n"
      case "\t": escaped += "\t"
      case "\0"..."\u{1F}", "\u{7F}": break
      default: escaped.unicodeScalars.append(scalar)
      }
      previous = scalar
    }
    return escaped
  }
}
