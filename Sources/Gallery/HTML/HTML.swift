import GiftDomain

/// A piece of a page, escaped by construction: text can only become a piece by being escaped, and
/// the names of elements and attributes are cases of enums.
///
/// What it writes is HTML (WHATWG, 2026) that an XML parser reads as well.
package struct HTML: Sendable {
  /// The text of the piece, as it is sent.
  package private(set) var source: String

  private init(source: String) { self.source = source }

  /// A piece that shows nothing.
  static let empty = HTML(source: "")

  /// A whole document in English; `root` holds a head and a body.
  static func document(@HTMLBuilder _ root: () -> HTML) -> HTML {
    HTML(source: "<!DOCTYPE html>\n") + HTML(.html, .language("en"), content: root) + HTML("\n")
  }

  /// Text, escaped.
  init(_ text: String) {
    var source = ""
    source.reserveCapacity(text.utf8.count)
    source.appendEscaped(text)
    self.init(source: source)
  }

  /// An element with its attributes and its content.
  init(
    _ element: Element, _ attributes: Attribute..., @HTMLBuilder content: () -> HTML = { .empty }
  ) {
    self.init(element, attributes, content())
  }

  /// An element with a list of attributes.
  init(_ element: Element, _ attributes: [Attribute], _ content: HTML) {
    var source = "<\(element.rawValue)"
    for attribute in attributes {
      let (name, value) = attribute.parts
      source += " \(name)=\""
      source.appendEscaped(value)
      source += "\""
    }
    if element.isVoid {
      source += " />"
    } else {
      source += ">"
      source += content.source
      source += "</\(element.rawValue)>"
    }
    self.init(source: source)
  }

  /// One piece after the other.
  static func + (left: HTML, right: HTML) -> HTML {
    HTML(source: left.source + right.source)
  }

  /// Pieces in order.
  init(_ pieces: [HTML]) {
    self.init(source: pieces.reduce(into: "") { $0 += $1.source })
  }
}

extension String {
  /// Text as content or as an attribute's value between double quotes; what hides or reorders it is
  /// written as a number, and so are control characters, which neither may contain.
  fileprivate mutating func appendEscaped(_ text: String) {
    for scalar in VisibleText.escaped(text, keeping: ["\t", "\n"]).unicodeScalars {
      switch scalar {
      case "&": self += "&amp;"
      case "<": self += "&lt;"
      case ">": self += "&gt;"
      case "\"": self += "&quot;"
      case "'": self += "&#39;"
      default: unicodeScalars.append(scalar)
      }
    }
  }
}

/// Pieces one after the other; texts among them are escaped.
@resultBuilder
enum HTMLBuilder {
  /// A piece.
  static func buildExpression(_ piece: HTML) -> HTML { piece }
  /// A text.
  static func buildExpression(_ text: String) -> HTML { HTML(text) }
  /// A piece that may be missing.
  static func buildExpression(_ piece: HTML?) -> HTML { piece ?? .empty }
  /// Pieces in order.
  static func buildExpression(_ pieces: [HTML]) -> HTML { HTML(pieces) }
  /// All of a block.
  static func buildBlock(_ pieces: HTML...) -> HTML { HTML(pieces) }
  /// An `if` without an `else`.
  static func buildOptional(_ piece: HTML?) -> HTML { piece ?? .empty }
  /// One branch.
  static func buildEither(first piece: HTML) -> HTML { piece }
  /// The other branch.
  static func buildEither(second piece: HTML) -> HTML { piece }
  /// A loop.
  static func buildArray(_ pieces: [HTML]) -> HTML { HTML(pieces) }
}
