import Crypto
import Foundation

/// The last good catalogue in a folder, one file per token.
///
/// The name carries the token, so processes that share the folder cannot overwrite a newer
/// catalogue with an older one: each adds its own file, and then removes those that are older.
struct CatalogueFolder: Sendable {
  /// What is known about a catalogue when a client starts.
  struct Saved: Sendable, Equatable {
    let catalogue: HeldCatalogue
    /// By the wall clock.
    let confirmedAt: Date
    /// Bounds of the server's time minus the wall clock's, in seconds; nil if unknown.
    let clockLower: TimeInterval?
    let clockUpper: TimeInterval?
  }

  /// A file's content, preceded by the SHA-256 of its JSON and a line feed.
  private struct Record: Codable {
    let asOf: String
    let until: String?
    let token: String
    let gifts: [GiftRecord]
    let clockLower: TimeInterval?
    let clockUpper: TimeInterval?
  }

  private let folder: URL
  private static let temporaryPrefix = "writing-"

  /// - Throws: `cacheUnusable` if the folder can neither be found nor made.
  init(_ folder: URL) throws(GiftClientError) {
    self.folder = folder
    try makeFolder(folder)
  }

  /// The newest catalogue whose file is whole; damaged files are removed.
  func load() -> Saved? {
    for (token, file) in files().sorted(by: { $0.token.isNewer(than: $1.token) }) {
      if let saved = read(file), saved.catalogue.token == token { return saved }
      removeFile(file)
    }
    return nil
  }

  /// Writes a catalogue, and removes the others that are older, or all others after a reset.
  ///
  /// - Throws: `cacheUnusable`.
  func save(_ saved: Saved, isReset: Bool) throws(GiftClientError) {
    let catalogue = saved.catalogue
    let record = Record(
      asOf: Timestamps.text(catalogue.asOf), until: catalogue.until.map(Timestamps.text),
      token: catalogue.token.description, gifts: catalogue.gifts.map(GiftRecord.init),
      clockLower: saved.clockLower, clockUpper: saved.clockUpper)
    let json: Data
    do {
      json = try JSONEncoder().encode(record)
    } catch {
      throw .cacheUnusable(path: folder.path, reason: "\(error)")
    }
    let digest = AssetDigest(bytes: SHA256.hash(data: json))
    try writeWhole(
      Data((digest.hex + "\n").utf8) + json, to: url(catalogue.token),
      temporaryPrefix: Self.temporaryPrefix)
    confirm(catalogue.token, at: saved.confirmedAt)
    for (token, file) in files() where token != catalogue.token {
      if isReset || catalogue.token.isNewer(than: token) { removeFile(file) }
    }
    removeAbandoned(before: saved.confirmedAt.addingTimeInterval(-3600))
  }

  /// Removes files that processes were writing when they died.
  private func removeAbandoned(before instant: Date) {
    // A folder that cannot be listed holds nothing that could be removed.
    let urls = try? FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: [.contentModificationDateKey])
    for url in urls ?? [] where url.lastPathComponent.hasPrefix(Self.temporaryPrefix) {
      // Gone meanwhile: then it has no date.
      let values = try? url.resourceValues(forKeys: [.contentModificationDateKey])
      if let date = values?.contentModificationDate, date < instant { removeFile(url) }
    }
  }

  /// Notes that a server has confirmed a catalogue that is saved.
  func confirm(_ token: CatalogueToken, at wall: Date) {
    // Without it the catalogue only looks older than it is.
    try? FileManager.default.setAttributes(
      [.modificationDate: wall], ofItemAtPath: url(token).path)
  }

  private func files() -> [(token: CatalogueToken, file: URL)] {
    // A folder that cannot be listed holds no catalogue; the server has one.
    let urls = try? FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    return (urls ?? []).compactMap { url in
      CatalogueToken(url.lastPathComponent).map { ($0, url) }
    }
  }

  private func read(_ file: URL) -> Saved? {
    do {
      return try parse(try Data(contentsOf: file), of: file)
    } catch {
      // A file that cannot be read, or is not what was written, counts as missing.
      return nil
    }
  }

  private func parse(_ data: Data, of file: URL) throws -> Saved {
    guard data.count > 65, data[64] == UInt8(ascii: "\n"),
      let digest = AssetDigest(hex: String(decoding: data[0..<64], as: UTF8.self)),
      digest.isOf(data.dropFirst(65))
    else { throw GiftClientError.badResponse("it is not what was written") }
    let record = try decodeJSON(Record.self, from: data.dropFirst(65))
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    guard let token = CatalogueToken(record.token), let asOf = Timestamps.instant(record.asOf),
      let confirmedAt = attributes[.modificationDate] as? Date
    else { throw GiftClientError.badResponse("it is not a catalogue") }
    return Saved(
      catalogue: try HeldCatalogue(
        token: token, asOf: asOf, until: record.until.flatMap(Timestamps.instant),
        gifts: try record.gifts.map { record throws(GiftClientError) in try record.gift() }),
      confirmedAt: confirmedAt, clockLower: record.clockLower, clockUpper: record.clockUpper)
  }

  private func url(_ token: CatalogueToken) -> URL {
    folder.appendingPathComponent(token.description, isDirectory: false)
  }
}
