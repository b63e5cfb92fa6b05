/// An image that an asset expects to find outside the animation.
package struct ExternalImage: Sendable, Hashable {
  /// The JSON pointer of the asset.
  package let pointer: String
  /// `u` and `p` joined: a path relative to the image folder, with slashes.
  package let name: String

  /// The most bytes of a name.
  package static let longestName = 1_024

  /// The part of the name after its last slash.
  package var fileName: String { String(name.split(separator: "/").last ?? "") }

  /// Why no file of that name may be looked up; nil if it may.
  var nameFault: ImageFault? {
    let text = Array(name.utf8)
    let hasControls = text.contains { $0 < ASCII.space || $0 == 0x7F }
    guard !text.isEmpty, text.last != ASCII.slash, text.count <= Self.longestName, !hasControls
    else { return .name }
    if Self.hasScheme(text) || text.starts(with: [ASCII.slash, ASCII.slash]) { return .remote }
    let climbs = text.split(separator: ASCII.slash).contains { $0.elementsEqual("..".utf8) }
    if text.first == ASCII.slash || text.contains(ASCII.backslash) || climbs { return .outside }
    return fileName == "." ? .name : nil
  }

  /// Whether the text begins with a scheme and a colon (RFC 3986, section 3.1), or with a drive.
  private static func hasScheme(_ text: [UInt8]) -> Bool {
    let head = text.prefix(while: ASCII.isOfScheme)
    return !head.isEmpty && head.count < text.count && text[head.count] == ASCII.colon
  }
}
