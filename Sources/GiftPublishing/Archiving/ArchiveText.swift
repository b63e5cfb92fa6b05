import FoundationEssentials
package import GiftDomain
package import GiftStore
import Hashing

/// Why the text of an archive cannot be read.
package enum ArchiveTextFault: Error, Hashable, Sendable {
  /// An archive, or a row of it, lacks a required member.
  case memberMissing(String)
  /// Written by a program with another format.
  case otherFormat(String)
  /// A value breaks its rule.
  case invalid(DomainError)
  /// Damaged, edited by hand, or with rows that this program would not write: encoding its contents
  /// gives another text.
  case altered
}

/// An archive as text, and back.
package enum ArchiveText {
  /// The name of the format.
  package static let format = "gift-catalogue-archive-8"

  /// The most bytes of an archive, 512 MiB: a hundred thousand changes take about 100 MB.
  package static let maxBytes = 536_870_912

  /// One line of JSON with sorted keys, so that equal archives are equal bytes; its last member is
  /// the SHA-256 of all bytes before its comma.
  ///
  /// Throws what the encoder throws, which for these rows is nothing.
  package static func encode(_ archive: Archive) throws -> [UInt8] {
    let document = ArchiveDocument(format: format, archive: archive)
    let text = Array(try canonicalJSON(document).dropLast())
    let digest = try SHA256Digest(bytes: SHA256.hash(text))
    return text + Array(",\"sha256\":\"\(digest.hex)\"}\n".utf8)
  }

  /// The format named by a text that may be an archive, even of another version; nil if none is
  /// named.
  package static func format(of text: [UInt8]) -> String? {
    // For any other text, the reason does not matter.
    (try? JSONDecoder().decode(FormatDocument.self, from: Data(text)))?.format
  }

  /// Throws `PublishingError.archive` for text that is not an archive.
  package static func decode(_ text: [UInt8]) throws(PublishingError) -> Archive {
    if let named = format(of: text), named != format { throw .archive(.otherFormat(named)) }
    do {
      let archive = try JSONDecoder().decode(ArchiveDocument.self, from: Data(text)).archive
      // Only one text is equal to the encoding of its contents.
      let line = text.last == UInt8(ascii: "\n") ? text.dropLast() : text[...]
      guard try encode(archive).dropLast() == line else {
        throw PublishingError.archive(.altered)
      }
      return archive
    } catch let error as PublishingError {
      throw error
    } catch let error as DomainError {
      throw .archive(.invalid(error))
    } catch DecodingError.keyNotFound(let key, _) {
      throw .archive(.memberMissing(key.stringValue))
    } catch {
      throw .archive(.altered)
    }
  }
}

private struct ArchiveDocument: Codable {
  let format: String
  let archive: Archive
}

private struct FormatDocument: Decodable {
  let format: String
}
