import Foundation

/// The files of one folder, each of bounded size, and written whole or not at all.
///
/// They are written under another name and then renamed, so several processes may share the folder
/// without locks. Whatever else has the name of a file is removed: to read a pipe would block, and
/// to read a huge file would take all memory.
struct WholeFiles: Sendable {
  let folder: URL
  /// The most bytes of one file.
  private let fileLimit: Int
  /// A name that no file has, in front of files that are being written.
  private static let temporaryPrefix = "writing-"
  /// Seconds after which a file that is being written was left by a process that died.
  private static let abandoned: TimeInterval = 3600

  /// - Throws: `cacheUnusable` if the folder can neither be found nor made.
  init(_ folder: URL, fileLimit: Int) throws(GiftClientError) {
    self.folder = folder
    self.fileLimit = fileLimit
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw unusable(error.localizedDescription)
    }
  }

  /// The names of all files, in no order.
  func names() -> [String] {
    // A folder that cannot be listed holds nothing that could be read or removed.
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
  }

  /// A file's bytes and the time that it carries; nil if there is none that may be read.
  func find(_ name: String) -> (bytes: Int, modified: Date)? {
    // It is not there, or another process has just removed it. Links are not followed.
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: url(name).path)
    else { return nil }
    guard attributes[.type] as? FileAttributeType == .typeRegular,
      let bytes = (attributes[.size] as? NSNumber)?.intValue, bytes <= fileLimit,
      let modified = attributes[.modificationDate] as? Date
    else {
      remove(name)
      return nil
    }
    return (bytes, modified)
  }

  /// A file's content; nil if there is none, or it cannot be read.
  func read(_ name: String) -> Data? {
    guard find(name) != nil else { return nil }
    // Another process may have removed it since.
    return try? Data(contentsOf: url(name))
  }

  /// Writes a file in the place of any that has its name.
  ///
  /// - Throws: `cacheUnusable`.
  func write(_ data: Data, as name: String) throws(GiftClientError) {
    guard data.count <= fileLimit else { throw unusable("\(name) has \(data.count) bytes") }
    let temporary = Self.temporaryPrefix + UUID().uuidString
    do {
      try data.write(to: url(temporary))
      // `moveItem` replaces nothing.
      remove(name)
      try FileManager.default.moveItem(at: url(temporary), to: url(name))
    } catch {
      remove(temporary)
      // Another process has just written it.
      if find(name) != nil { return }
      throw unusable(error.localizedDescription)
    }
  }

  /// Sets the time that a file carries.
  func date(_ name: String, _ instant: Date) {
    // Without it the file only looks older than it is.
    try? FileManager.default.setAttributes(
      [.modificationDate: instant], ofItemAtPath: url(name).path)
  }

  /// Removes a file, or leaves that to whoever removed it first.
  func remove(_ name: String) {
    // One that cannot be removed is found unusable again at the next reading.
    try? FileManager.default.removeItem(at: url(name))
  }

  /// Whether a file of this name is, or was, being written.
  static func isTemporary(_ name: String) -> Bool { name.hasPrefix(temporaryPrefix) }

  /// Removes files that processes were writing when they died.
  func removeAbandoned() {
    guard names().contains(where: Self.isTemporary) else { return }
    // One more of them tells the time by the clock that dates them.
    let newcomer = Self.temporaryPrefix + UUID().uuidString
    // On a disk that is full there may be none; the newest of the others then has to do.
    _ = FileManager.default.createFile(atPath: url(newcomer).path, contents: nil)
    let files = names().filter(Self.isTemporary).compactMap { name in
      find(name).map { (name: name, modified: $0.modified) }
    }
    remove(newcomer)
    let newest = files.map(\.modified).max() ?? .distantPast
    for file in files where newest.timeIntervalSince(file.modified) > Self.abandoned {
      remove(file.name)
    }
  }

  private func url(_ name: String) -> URL {
    folder.appendingPathComponent(name, isDirectory: false)
  }

  private func unusable(_ reason: String) -> GiftClientError {
    .cacheUnusable(path: folder.path, reason: reason)
  }
}
