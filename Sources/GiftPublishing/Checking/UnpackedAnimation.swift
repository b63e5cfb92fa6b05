package import Compression
import Lottie

/// The JSON of an animation, unpacked byte for byte.
///
/// The file may be the JSON itself, its gzip as in a `.tgs` sticker, or a `.lottie` archive
/// (dotLottie 1.0 and 2.0), whose images and fonts are put into the JSON.
package struct UnpackedAnimation: Sendable {
  /// The unpacked bytes, which should be JSON.
  package private(set) var bytes: [UInt8]
  /// Its name in the archive, such as `a/rose.json`; nil outside an archive.
  package let entry: String?
  /// The images and fonts of the archive that are in the bytes, by their names in the animation.
  package private(set) var embedded: [String] = []
  /// The entries of the archive that are not kept: themes and state machines.
  package private(set) var themes: [String] = []
  /// See `themes`.
  package private(set) var stateMachines: [String] = []

  /// Its name in messages, for the packed `file`: `gift.lottie (a/rose.json)`.
  package func name(in file: String) -> String { file + (entry.map { " (\($0))" } ?? "") }

  /// Bytes of a `manifest.json`.
  private static let maxManifestBytes = 65_536
  /// The folders of animations in dotLottie 2.0 and 1.0.
  private static let animationFolders = ["a/", "animations/"]
  /// The folders of images and fonts.
  private static let fileFolders = ["i/", "images/", "f/", "fonts/"]
  private static let themeFolders = ["t/", "themes/"]
  private static let stateFolders = ["s/", "states/"]

  /// The file and the animation in it that a name such as `gifts.lottie#rose` means; other names
  /// are those of files, with no animation.
  package static func parts(of name: String) -> (file: String, animation: String?) {
    let mark = name.indices.first { index in
      name[index] == "#" && name[..<index].lowercased().hasSuffix(".lottie")
    }
    guard let mark, mark < name.index(before: name.endIndex) else { return (name, nil) }
    return (String(name[..<mark]), String(name[name.index(after: mark)...]))
  }

  /// Unpacks a file by its first bytes; anything but gzip and ZIP is used as it is.
  ///
  /// `limit` is the most bytes of the JSON, and `chosen` the id of the animation in an archive that
  /// has several. Throws `UnpackingFault`.
  package init(
    _ file: [UInt8], choosing chosen: String? = nil, limit: Int
  ) throws(UnpackingFault) {
    switch file.prefix(2) {
    case [0x50, 0x4B]: try self.init(archive: file, chosen, limit: limit)
    case _ where chosen != nil: throw .noArchive
    case [0x1F, 0x8B]:
      do {
        self.init(bytes: try gunzip(file, limit: limit), entry: nil)
      } catch {
        throw .gzip(error)
      }
    default: self.init(bytes: file, entry: nil)
    }
  }

  private init(bytes: [UInt8], entry: String?) { (self.bytes, self.entry) = (bytes, entry) }

  private init(
    archive file: [UInt8], _ chosen: String?, limit: Int
  ) throws(UnpackingFault) {
    let archive: ZipArchive
    do {
      archive = try ZipArchive(file)
    } catch {
      throw .archive(error, entry: nil)
    }
    let manifest = try Self.bytes(of: "manifest.json", in: archive, Self.maxManifestBytes)
    guard let manifest else { throw .manifestMissing }
    let listed = try ListedAnimations(manifest)
    guard let first = listed.ids.first else { throw .noAnimation }
    let id = chosen ?? first
    guard listed.ids.contains(id) else { throw .notListed(id, listed) }
    guard chosen != nil || listed.ids.count == 1 else { throw .severalAnimations(listed) }
    let names = Self.animationFolders.map { "\($0)\(id).json" }
    let name = names.first(where: archive.names.contains) ?? names[0]
    guard let bytes = try Self.bytes(of: name, in: archive, limit) else {
      throw .animationMissing(name)
    }
    self.init(bytes: bytes, entry: name)
    themes = Self.stems(in: Self.themeFolders, archive)
    stateMachines = Self.stems(in: Self.stateFolders, archive)
    try embedFiles(of: archive, limit)
  }

  /// The names of the entries in these folders, without folder and extension.
  private static func stems(in folders: [String], _ archive: ZipArchive) -> [String] {
    archive.names.sorted().compactMap { name in
      guard let folder = folders.first(where: name.hasPrefix), name != folder else { return nil }
      let file = name.dropFirst(folder.count)
      return String(file.prefix { $0 != "." })
    }
  }

  /// Puts the files that the animation names, and the archive has, into the animation.
  ///
  /// Makers write the folder with and without a slash before it, the other version's folder, or
  /// none; what counts then is the file's own name.
  private mutating func embedFiles(of archive: ZipArchive, _ limit: Int) throws(UnpackingFault) {
    var limits = JSONLimits()
    limits.maxBytes = limit
    guard let embedding = ArchiveEmbedding(bytes, limits: limits) else { return }
    let entries = Set(archive.names)
    var files: [String: [UInt8]] = [:]
    // Many names may lead to one entry.
    var read: [String: [UInt8]] = [:]
    var rest = limit - bytes.count
    for name in embedding.names {
      let path = String(name.drop { $0 == "/" })
      let file = path.split(separator: "/").last.map(String.init) ?? path
      let places = [path] + Self.fileFolders.map { $0 + file }
      guard let entry = places.first(where: entries.contains) else { continue }
      if read[entry] == nil {
        let found = try Self.bytes(of: entry, in: archive, max(rest, 0)) ?? []
        // Sounds and the like are not embedded, and the check says that they are missing.
        read[entry] = embedding.takes(found, for: name) ? found : []
        rest -= read[entry]?.count ?? 0
      }
      files[name] = read[entry]
    }
    guard let (bytes, names) = embedding.embedding(files, maxBytes: limit) else {
      throw .archive(.unreadable(.tooLarge(limit: limit)), entry: entry)
    }
    (self.bytes, embedded) = (bytes, names)
  }

  private static func bytes(
    of name: String, in archive: ZipArchive, _ limit: Int
  ) throws(UnpackingFault) -> [UInt8]? {
    do {
      return try archive.bytes(of: name, limit: limit)
    } catch {
      throw .archive(error, entry: name)
    }
  }

}

/// The animations that the manifest of an archive lists: `{"animations": [{"id": …}]}`.
package struct ListedAnimations: Hashable, Sendable {
  /// Their ids, in the order of the manifest.
  package let ids: [String]
  /// The one that plays first, `initial` or `activeAnimationId`; nil if the manifest names none.
  package let first: String?

  /// A list from its parts.
  package init(ids: [String], first: String?) { (self.ids, self.first) = (ids, first) }

  fileprivate init(_ manifest: [UInt8]) throws(UnpackingFault) {
    let json: JSONDocument
    do {
      json = try JSONDocument(reading: manifest)
    } catch {
      throw .manifestUnreadable
    }
    guard json.kind(of: .root) == .object,
      let list = json.member(named: "animations", of: .root)
    else { throw .manifestUnreadable }
    var ids: [String] = []
    for animation in json.elements(of: list) {
      guard let id = json.member("id", of: animation), let text = json.text(of: id) else {
        throw .manifestUnreadable
      }
      ids.append(text)
    }
    let initial = json.member("initial", of: .root)
      .flatMap { json.member(named: "animation", of: $0) }
    let first = initial ?? json.member(named: "activeAnimationId", of: .root)
    self.init(ids: ids, first: first.flatMap(json.text))
  }
}

/// Why an animation cannot be unpacked.
package enum UnpackingFault: Error, Hashable, Sendable {
  /// The gzip data cannot be unpacked.
  case gzip(InflationFault)
  /// The archive, or that entry of it, cannot be read.
  case archive(ZipFault, entry: String?)
  /// The archive has no `manifest.json`.
  case manifestMissing
  /// The manifest is not JSON, or has no list of animations with ids.
  case manifestUnreadable
  /// The manifest lists no animation.
  case noAnimation
  /// The manifest lists these, and none was chosen.
  case severalAnimations(ListedAnimations)
  /// The manifest lists these, and not the one that was chosen.
  case notListed(String, ListedAnimations)
  /// An animation in it was chosen, and it holds only one.
  case noArchive
  /// The manifest lists an animation that is missing.
  case animationMissing(String)
}
