import FoundationEssentials
package import GiftDomain
package import GiftStore

/// Why the text of an archive cannot be read.
package enum ArchiveTextFault: Error, Hashable, Sendable {
  /// Not the JSON of an archive; says where.
  case unreadable(String)
  /// Made by a program that writes another format.
  case otherFormat(String)
  /// A value breaks its rule.
  case invalid(DomainError)
  /// A member that this program would not write: what it means would be lost. Its JSON pointer.
  case unknownMember(String)
}

/// An archive as text, and back.
package enum ArchiveText {
  /// The name of the format.
  package static let format = "gift-catalogue-archive-3"

  /// The most bytes of an archive that was edited by hand, or laid out anew.
  private static let maxEditedBytes = 32 << 20

  /// One line of JSON with sorted keys: equal archives are equal bytes.
  ///
  /// Throws what the encoder throws, which for these rows is nothing.
  package static func encode(_ archive: Archive) throws -> [UInt8] {
    Array(try JSONCoding.encoder.encode(ArchiveDocument(format: format, archive: archive)))
      + [UInt8(ascii: "\n")]
  }

  /// Throws `PublishingError.archive` for text that is no archive.
  package static func decode(_ text: [UInt8]) throws(PublishingError) -> Archive {
    let data = Data(text)
    do {
      // An archive of another format may look different in everything but its name.
      let named = try JSONDecoder().decode(FormatDocument.self, from: data)
      guard named.format == format else {
        throw PublishingError.archive(.otherFormat(named.format))
      }
      let document = try JSONDecoder().decode(ArchiveDocument.self, from: data)
      try refuseUnknownMembers(of: data, read: document)
      return document.archive
    } catch let error as PublishingError {
      throw error
    } catch let error as DomainError {
      throw .archive(.invalid(error))
    } catch let error as DecodingError {
      throw .archive(.unreadable(error.place))
    } catch {
      throw .archive(.unreadable("not JSON"))
    }
  }

  /// What is written is what was read, to the byte, unless somebody has edited it by hand.
  private static func refuseUnknownMembers(of data: Data, read: ArchiveDocument) throws {
    let written = try JSONCoding.encoder.encode(read)
    guard !data.starts(with: written) else { return }
    guard data.count <= maxEditedBytes else {
      throw PublishingError.archive(
        .unreadable("it is not as it was written, and too large to be looked through"))
    }
    let decoder = JSONDecoder()
    let found = try decoder.decode(JSONTree.self, from: data)
      .unknownMember(beside: try decoder.decode(JSONTree.self, from: written))
    if let found { throw PublishingError.archive(.unknownMember(found)) }
  }
}

/// JSON of any shape, for what its members are called.
private enum JSONTree: Decodable {
  case object([String: JSONTree])
  case list([JSONTree])
  case null, scalar

  init(from decoder: any Decoder) throws {
    // Each attempt but the last says only that it is another kind of value.
    if let members = try? [String: JSONTree](from: decoder) {
      self = .object(members)
      // As above.
    } else if let elements = try? [JSONTree](from: decoder) {
      self = .list(elements)
    } else {
      self = try decoder.singleValueContainer().decodeNil() ? .null : .scalar
    }
  }

  /// The JSON pointer of the first member, by name, that `known` has not; null is no member.
  func unknownMember(beside known: JSONTree?) -> String? {
    switch (self, known) {
    case (.object(let members), .object(let known)):
      for (name, value) in members.sorted(by: { $0.key < $1.key }) {
        let step = "/" + name.escapedInPointer
        guard let other = known[name] else {
          if case .null = value { continue }
          return step
        }
        if let rest = value.unknownMember(beside: other) { return step + rest }
      }
      return nil
    case (.list(let elements), .list(let known)):
      for (index, value) in elements.enumerated() {
        let other = known.indices.contains(index) ? known[index] : nil
        if let rest = value.unknownMember(beside: other) { return "/\(index)" + rest }
      }
      return nil
    default: return nil
    }
  }
}

extension String {
  /// One step of a JSON pointer (RFC 6901).
  fileprivate var escapedInPointer: String {
    replacing("~", with: "~0").replacing("/", with: "~1")
  }
}

private struct ArchiveDocument: Codable {
  let format: String
  let archive: Archive
}

private struct FormatDocument: Decodable {
  let format: String
}

extension DecodingError {
  /// Where, and what was expected, without the decoder's own prose.
  fileprivate var place: String {
    switch self {
    case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
      "\(Self.path(context)) is not \(Self.words(for: type))"
    case .keyNotFound(let key, let context):
      "\(Self.path(context)) has no \"\(key.stringValue)\""
    case .dataCorrupted(let context):
      // The decoder says the same of text that is no JSON and of a number that does not fit.
      context.codingPath.isEmpty
        ? "it is not JSON, or a number in it is not one that can stand there"
        : "\(Self.path(context)) is unreadable"
    @unknown default: "it is not JSON"
    }
  }

  /// The JSON pointer (RFC 6901) of a place.
  private static func path(_ context: Context) -> String {
    let path = context.codingPath.map { key in
      let name = key.intValue.map(String.init) ?? key.stringValue
      return "/" + name.escapedInPointer
    }
    return path.isEmpty ? "it" : path.joined()
  }

  private static func words(for type: Any.Type) -> String {
    switch type {
    case is String.Type: "a text"
    case is Bool.Type: "true or false"
    case is Int64.Type: "a whole number"
    case is Double.Type: "a number"
    case is [Any].Type: "a list"
    default: "an object"
    }
  }
}
