import Foundation
import FoundationXML

@testable import Gallery

/// A page as a strict XML parser reads it: every element with its attributes, and all text.
final class ParsedPage: NSObject, XMLParserDelegate {
  struct Part {
    let name: String
    let attributes: [String: String]
    /// The elements around it, the outermost first.
    let path: [String]
    var text = ""
  }

  private(set) var parts: [Part] = []
  private var open: [Int] = []

  /// Throws `NotWellFormed` with the parser's place.
  init(_ html: HTML) throws {
    super.init()
    let parser = XMLParser(data: Data(html.source.utf8))
    parser.delegate = self
    guard parser.parse() else {
      throw NotWellFormed(line: parser.lineNumber, column: parser.columnNumber)
    }
  }

  struct NotWellFormed: Error {
    let line: Int
    let column: Int
  }

  func all(_ name: String) -> [Part] { parts.filter { $0.name == name } }

  /// All that leads to, or loads, something.
  var addresses: [String] {
    parts.flatMap { part in
      ["href", "src", "srcset", "action"].compactMap { part.attributes[$0] }
    }
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    parts.append(Part(name: name, attributes: attributes, path: open.map { parts[$0].name }))
    open.append(parts.count - 1)
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    open.removeLast()
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    for index in open { parts[index].text += text }
  }
}
