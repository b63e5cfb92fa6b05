import FoundationEssentials
package import GiftDomain
package import GiftStore
import Hashing

/// Why the text of an archive cannot be read.
package enum ArchiveTextFault: Error, Hashable, Sendable {
  /// Not the JSON of an archive; says where.
  case unreadable(String)
  /// Made by a program that writes another format.
  case otherFormat(String)
  /// A value breaks its rule.
  case invalid(DomainError)
  /// Damaged, edited by hand, or with rows that this program would not write: it is not the text of
  /// what it says.
  case altered
}

/// An archive as text, and back.
package enum ArchiveText {
  /// The name of the format.
  package static let format = "gift-catalogue-archive-4"

  /// The most bytes of an archive, 512 MiB: a hundred thousand changes take about 100 MB.
  package static let maxBytes = 536_870_912

  /// One line of JSON with sorted keys, so that equal archives are equal bytes; its last member is
  /// the SHA-256 of all bytes before its comma.
  ///
  /// Throws what the encoder throws, which for these rows is nothing.
  package static func encode(_ archive: Archive) throws -> [UInt8] {
    let document = ArchiveDocument(format: format, archive: archive)
    let text = Array(try JSONCoding.encoder.encode(document).dropLast())
    let digest = try SHA256Digest(bytes: sha256(text))
    return text + Array(",\"sha256\":\"\(digest.hex)\"}\n".utf8)
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
      let archive = try JSONDecoder().decode(ArchiveDocument.self, from: data).archive
      // Of every text but one, what is written is not what was read.
      let line = text.last == UInt8(ascii: "\n") ? text.dropLast() : text[...]
      guard try encode(archive).dropLast() == line else {
        throw PublishingError.archive(.altered)
      }
      return archive
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
