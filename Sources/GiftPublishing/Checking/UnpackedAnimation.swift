package import Compression
import Lottie

/// The JSON of an animation, unpacked byte for byte.
///
/// The file may be the JSON itself, its gzip as in a `.tgs` sticker, or a `.lottie` archive
/// (dotLottie 1.0 and 2.0).
package struct UnpackedAnimation: Sendable {
  /// The unpacked bytes, which should be JSON.
  package let bytes: [UInt8]
  /// Its name in the archive, such as `a/rose.json`; nil outside an archive.
  package let entry: String?
  /// The number of images beside it in the archive.
  package let imageCount: Int

  /// Its name in messages, for the packed `file`: `gift.lottie (a/rose.json)`.
  package func name(in file: String) -> String { file + (entry.map { " (\($0))" } ?? "") }

  /// Bytes of a `manifest.json`.
  private static let maxManifestBytes = 65_536
  /// The folders of animations in dotLottie 2.0 and 1.0.
  private static let animationFolders = ["a/", "animations/"]
  private static let imageFolders = ["i/", "images/"]

  /// Unpacks a file by its first bytes; anything but gzip and ZIP is used as it is.
  ///
  /// `limit` is the most bytes of the JSON. Throws `UnpackingFault`.
  package init(_ file: [UInt8], limit: Int) throws(UnpackingFault) {
    switch file.prefix(2) {
    case [0x1F, 0x8B]:
      do {
        self.init(bytes: try gunzip(file, limit: limit), entry: nil, imageCount: 0)
      } catch {
        throw .gzip(error)
      }
    case [0x50, 0x4B]: try self.init(archive: file, limit: limit)
    default: self.init(bytes: file, entry: nil, imageCount: 0)
    }
  }

  private init(bytes: [UInt8], entry: String?, imageCount: Int) {
    (self.bytes, self.entry, self.imageCount) = (bytes, entry, imageCount)
  }

  private init(archive file: [UInt8], limit: Int) throws(UnpackingFault) {
    let archive: ZipArchive
    do {
      archive = try ZipArchive(file)
    } catch {
      throw .archive(error, entry: nil)
    }
    let manifest = try Self.bytes(of: "manifest.json", in: archive, Self.maxManifestBytes)
    guard let manifest else { throw .manifestMissing }
    let ids = try Self.animationIDs(manifest)
    let names = ids.map { id in
      let names = Self.animationFolders.map { "\($0)\(id).json" }
      return names.first(where: archive.names.contains) ?? names[0]
    }
    guard let name = names.first else { throw .noAnimation }
    guard names.count == 1 else { throw .severalAnimations(names) }
    guard let bytes = try Self.bytes(of: name, in: archive, limit) else {
      throw .animationMissing(name)
    }
    let images = archive.names.count { name in
      Self.imageFolders.contains { name.hasPrefix($0) && name != $0 }
    }
    self.init(bytes: bytes, entry: name, imageCount: images)
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

  /// The ids of the animations that a manifest lists: `{"animations": [{"id": …}]}`.
  private static func animationIDs(_ manifest: [UInt8]) throws(UnpackingFault) -> [String] {
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
    return ids
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
  /// The manifest lists these, by their names in the archive.
  case severalAnimations([String])
  /// The manifest lists an animation that is missing.
  case animationMissing(String)
}
