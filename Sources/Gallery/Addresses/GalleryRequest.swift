package import GiftDomain

/// What a request below the root asks for: the opposite of `Site.address`.
package enum GalleryRequest: Hashable, Sendable {
  /// A page, at the instant that a text names, nil for now, with names in a language, nil for
  /// English.
  case page(Page, at: String?, in: LocaleTag?)
  /// A stored picture.
  case picture(SHA256Digest)
  /// A larger drawing.
  case drawing(Drawing)
  /// A shared file.
  case shared(SharedFile)

  /// The most bytes of a path and of a query's value.
  package static let maxBytes = 256

  /// The request for a target (RFC 9112 §3.2) without the root; nil for one that no page links to.
  ///
  /// Of a field that occurs twice, the first counts; an empty one is ignored, since forms send all
  /// of theirs.
  package init?(target: some StringProtocol) {
    let halves = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard let path = halves.first.map({ String($0) }), path.utf8.count <= Self.maxBytes,
      let fields = QueryFields(halves.count > 1 ? halves[1] : "")
    else { return nil }
    if let shared = SharedFile(rawValue: path) {
      self = .shared(shared)
      return
    }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    do {
      if parts.count == 2, parts[0] == "pictures" || parts[0] == "drawings" {
        guard let file = try Self.file(folder: parts[0], name: parts[1]) else { return nil }
        self = file
      } else {
        guard let page = try Self.page(parts, fields) else { return nil }
        self = .page(page, at: fields["at"], in: try fields.locale)
      }
    } catch {
      return nil
    }
  }

  private static func page(_ parts: [String], _ fields: QueryFields) throws -> Page? {
    switch (parts.count, parts[0]) {
    case (1, ""): .overview(try GiftFilter(fields))
    case (2, "gifts"): .gift(try GiftID(parts[1]), try GiftFocus(fields))
    case (2, "rotations"): .rotation(try RotationName(parts[1]))
    case (2, "changes"):
      try Int64(parts[1]).map { .boundary(try Timestamp(microseconds: $0)) }
    default: nil
    }
  }

  private static func file(folder: String, name: String) throws -> GalleryRequest? {
    guard let dot = name.lastIndex(of: ".") else { return nil }
    let words = name[..<dot].split(separator: "-", omittingEmptySubsequences: false)
      .map(String.init)
    switch (folder, String(name[dot...]), words.count) {
    case ("pictures", ".webp", 1): return .picture(try SHA256Digest(hex: words[0]))
    case ("drawings", ".webp", 2):
      return try Ground(rawValue: words[1])
        .map { .drawing(.motion(try SHA256Digest(hex: words[0]), $0)) }
    case ("drawings", ".png", 3) where words[1] == "frame":
      guard let frame = Int64(words[2]), frame >= 0 else { return nil }
      return .drawing(.frame(try SHA256Digest(hex: words[0]), frame))
    case ("drawings", ".png", 3) where words[1] == "at":
      return try Int64(words[2]).flatMap(DrawnPosition.init)
        .map { .drawing(.still(try SHA256Digest(hex: words[0]), $0)) }
    case ("drawings", ".png", 4) where words[2] == "at":
      return try Int64(words[3]).flatMap(DrawnPosition.init).map {
        .drawing(
          .difference(try SHA256Digest(hex: words[0]), try SHA256Digest(hex: words[1]), $0))
      }
    default: return nil
    }
  }
}

/// The fields of a query that are not empty.
private struct QueryFields {
  private let values: [String: String]

  /// The most fields of a form.
  private static let maxFields = 16

  /// Reads what a form sends (WHATWG URL §5.1); nil for what is not UTF-8 or too long.
  init?(_ query: some StringProtocol) {
    var values: [String: String] = [:]
    let fields = query.split(separator: "&")
    guard fields.count <= Self.maxFields else { return nil }
    for field in fields {
      let halves = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = Self.decoded(halves[0]),
        let value = Self.decoded(halves.count > 1 ? halves[1] : ""),
        value.utf8.count <= GalleryRequest.maxBytes
      else { return nil }
      if !value.isEmpty, values[name] == nil { values[name] = value }
    }
    self.values = values
  }

  private static func decoded(_ text: some StringProtocol) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        let digits = String(decoding: rest.prefix(2), as: UTF8.self)
        guard digits.utf8.count == 2,
          digits.allSatisfy(\.isHexDigit), let value = UInt8(digits, radix: 16)
        else { return nil }
        rest = rest.dropFirst(2)
        bytes.append(value)
      default: bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }

  subscript(name: String) -> String? { values[name] }

  /// The language of names.
  var locale: LocaleTag? {
    get throws { try values["locale"].map { text throws in try LocaleTag(text) } }
  }
}

extension GiftFilter {
  fileprivate init(_ fields: QueryFields) throws {
    self.init(
      // A phone's keyboard ends every word with a blank.
      text: (fields["q"] ?? "").trimmed,
      standing: try fields["status"].map { text throws in
        guard let standing = Standing(rawValue: text) else { throw UnknownWord() }
        return standing
      },
      category: try fields["category"].map { text throws in try Category(text) },
      tag: try fields["tag"].map { text throws in try Tag(text) },
      locale: try fields.locale)
  }
}

extension GiftFocus {
  fileprivate init(_ fields: QueryFields) throws {
    let number = { (name: String) throws -> Int64? in
      guard let text = fields[name] else { return nil }
      guard let number = Int64(text), number >= 0 else { throw UnknownWord() }
      return number
    }
    let ground = try fields["ground"].map { text throws in
      guard let ground = Ground(rawValue: text) else { throw UnknownWord() }
      return ground
    }
    let position = try number("position").map(DrawnPosition.init) ?? .middle
    guard let position else { throw UnknownWord() }
    self.init(
      version: try number("version").map { number throws in try VersionNumber(number) },
      frame: try number("frame"), ground: ground,
      comparison: try number("with").map { number throws in
        Comparison(version: try VersionNumber(number), position: position)
      })
  }
}

extension String {
  fileprivate var trimmed: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }),
      let last = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[first...last])
  }
}

/// A field has a value that no page offers.
private struct UnknownWord: Error {}
