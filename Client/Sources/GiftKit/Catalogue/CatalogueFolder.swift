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
    let categories: [CategoryRecord]
    let choose: PlacementChoice
    let placement: String
    let withdrawn: String?
    let clockLower: TimeInterval?
    let clockUpper: TimeInterval?
  }

  private enum Reading {
    case saved(Saved)
    /// There were bytes, but not those that were written.
    case damaged
    /// Nothing could be read; another process may have removed it after it was listed.
    case unreadable
  }

  private let files: WholeFiles

  /// - Throws: `cacheUnusable` if the folder can neither be found nor made.
  init(_ folder: URL) throws(GiftClientError) {
    files = try WholeFiles(folder, fileLimit: ClientLimits.savedCatalogueBytes)
  }

  /// The newest catalogue whose file is whole, of the history that a server confirmed last; damaged
  /// files are removed.
  func load() -> Saved? {
    // While another process replaces the only file, a listing may hold neither of the two.
    for listing in 1...ClientLimits.catalogueListings {
      search: for token in tokens() {
        switch read(token) {
        case .saved(let saved): return saved
        case .damaged: files.remove(token.description)
        // What took its place may be newer than the rest of this list.
        case .unreadable: if listing < ClientLimits.catalogueListings { break search }
        }
      }
    }
    return nil
  }

  /// Saves a catalogue, and removes those that it outdates: the one that it replaces, older ones of
  /// its history and, if it came by a reset, all others.
  ///
  /// - Parameters:
  ///   - saved: what is saved.
  ///   - old: what this process saved before; nil: nothing.
  ///   - isReset: whether it replaces a catalogue of another history.
  /// - Throws: `cacheUnusable`.
  func save(
    _ saved: Saved, replacing old: CatalogueToken?, isReset: Bool = false
  ) throws(GiftClientError) {
    let new = saved.catalogue.token
    // Another process may have saved it; to write it again would open a gap.
    if case .saved = read(new) {} else { try write(saved) }
    confirm(new, at: saved.confirmedAt)
    for token in tokens() where token != new {
      let isOutdated = token.history == new.history ? new.isNewer(than: token) : isReset
      if token == old || isOutdated { files.remove(token.description) }
    }
    files.removeAbandoned()
  }

  /// Removes all catalogues, because the server has none any more.
  func removeAll() {
    for token in tokens() { files.remove(token.description) }
  }

  /// Notes that a server has confirmed a catalogue that is saved.
  func confirm(_ token: CatalogueToken, at wall: Date) {
    files.date(token.description, wall)
  }

  private func write(_ saved: Saved) throws(GiftClientError) {
    let catalogue = saved.catalogue
    let record = Record(
      asOf: Timestamps.text(catalogue.asOf), until: catalogue.until.map(Timestamps.text),
      token: catalogue.token.description, gifts: catalogue.gifts.map(GiftRecord.init),
      categories: catalogue.head.categories.map(CategoryRecord.init),
      choose: catalogue.head.choice, placement: catalogue.head.placement.name,
      withdrawn: catalogue.head.withdrawn, clockLower: saved.clockLower,
      clockUpper: saved.clockUpper)
    let name = catalogue.token.description
    let json: Data
    do {
      json = try JSONEncoder().encode(record)
    } catch {
      throw .cacheUnusable(path: files.folder.path, reason: "\(error)")
    }
    let digest = AssetDigest(of: json)
    try files.write(Data((digest.hex + "\n").utf8) + json, as: name)
  }

  /// The tokens of all files: those of the history that was confirmed last come first, and in each
  /// history the newest.
  private func tokens() -> [CatalogueToken] {
    let dated = files.names().compactMap { name in
      CatalogueToken(name).flatMap { token in files.find(name).map { (token, $0.modified) } }
    }
    let confirmed = Dictionary(dated.map { ($0.0.history, $0.1) }, uniquingKeysWith: max)
    return dated.map(\.0).sorted { left, right in
      let (leftDate, rightDate) = (confirmed[left.history], confirmed[right.history])
      guard let leftDate, let rightDate, leftDate != rightDate else {
        return left.isNewer(than: right)
      }
      return leftDate > rightDate
    }
  }

  private func read(_ token: CatalogueToken) -> Reading {
    let name = token.description
    guard let data = files.read(name), let file = files.find(name) else { return .unreadable }
    do {
      let saved = try parse(data, confirmedAt: file.modified)
      return saved.catalogue.token == token ? .saved(saved) : .damaged
    } catch {
      return .damaged
    }
  }

  private func parse(_ data: Data, confirmedAt: Date) throws -> Saved {
    guard data.count > 65, data[64] == UInt8(ascii: "\n"),
      let digest = AssetDigest(hex: String(decoding: data[0..<64], as: UTF8.self)),
      digest.isOf(data.dropFirst(65))
    else { throw GiftClientError.badResponse("it is not what was written") }
    let record = try decodeJSON(Record.self, from: data.dropFirst(65))
    guard let token = CatalogueToken(record.token), let asOf = Timestamps.instant(record.asOf),
      let placement = Placement(record.placement)
    else { throw GiftClientError.badResponse("it is not a catalogue") }
    let head = CatalogueHead(
      placement: placement, choice: record.choose,
      categories: try CategoryRecord.categories(record.categories),
      withdrawn: record.withdrawn)
    return Saved(
      catalogue: try HeldCatalogue(
        token: token, asOf: asOf, until: record.until.flatMap(Timestamps.instant), head: head,
        gifts: try record.gifts.map { record throws(GiftClientError) in try record.gift() }),
      confirmedAt: confirmedAt, clockLower: record.clockLower, clockUpper: record.clockUpper)
  }
}

// The same off the actors, because files may be slow.
extension CatalogueFolder {
  /// What `load` returns.
  func loaded() async -> Saved? { load() }

  /// Does what `save` does.
  func keep(
    _ saved: Saved, replacing old: CatalogueToken?, isReset: Bool
  ) async throws(GiftClientError) {
    try save(saved, replacing: old, isReset: isReset)
  }
}
