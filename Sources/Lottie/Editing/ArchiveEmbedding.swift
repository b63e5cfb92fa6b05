/// Puts what an archive holds of an animation's images and fonts into the animation.
///
/// What the archive does not hold stays as it is, for the check to report.
package struct ArchiveEmbedding {
  /// A value that names a file.
  private enum Place {
    case image(ImageEmbedding.Place)
    /// `fPath` of an entry in the list of fonts.
    case font(path: NodeID, font: NodeID)
  }

  private let json: JSONDocument
  private let places: [(name: String, place: Place)]
  private let kinds: [String: Place]

  /// Nil for bytes that are not an animation, or name no file.
  package init?(_ bytes: [UInt8], limits: JSONLimits) {
    // The check reports better what cannot be read.
    guard let json = try? JSONDocument(reading: bytes, limits: limits),
      json.kind(of: .root) == .object
    else { return nil }
    self.json = json
    let images = ImageEmbedding.images(json).map { ($0.image.name, Place.image($0)) }
    places = images + Self.fonts(json)
    kinds = Dictionary(places, uniquingKeysWith: { first, _ in first })
    guard !places.isEmpty else { return nil }
  }

  /// The files that it names, each once: for an image `u` and `p` joined, for a font its `fPath`.
  package var names: [String] {
    var seen: Set<String> = []
    return places.map(\.name).filter { seen.insert($0).inserted }
  }

  /// Whether a file is an image, or a font, where the animation names one.
  package func takes(_ file: [UInt8], for name: String) -> Bool {
    kinds[name].flatMap { Self.mediaType(of: file, $0) } != nil
  }

  /// The animation with those of these files embedded that are images or fonts, and their names.
  ///
  /// Nil if it would have more bytes than `maxBytes`.
  package func embedding(
    _ files: [String: [UInt8]], maxBytes: Int
  ) -> (bytes: [UInt8], names: [String])? {
    var splices: [Splice] = []
    var names: [String] = []
    var count = json.bytes.count
    for (name, place) in places {
      guard let file = files[name], let type = Self.mediaType(of: file, place) else { continue }
      // Before encoding: many places may name one large file.
      count += Base64.encodedCount(file.count)
      guard count <= maxBytes else { return nil }
      switch place {
      case .image(let place): splices += ImageEmbedding.splices(json, place, type, file)
      case .font(let path, let font): splices += fontSplices(path, font, type, file)
      }
      if !names.contains(name) { names.append(name) }
    }
    return (json.bytes.spliced(splices.inOrder()), names)
  }

  private static func fonts(_ json: JSONDocument) -> [(String, Place)] {
    guard let list = json.member("fonts", of: .root).flatMap({ json.member("list", of: $0) })
    else { return [] }
    return json.elements(of: list).compactMap { font in
      guard let path = json.member("fPath", of: font), let name = json.text(of: path),
        !name.isEmpty, !DataURI.isDataURI(Array(name.utf8))
      else { return nil }
      return (name, .font(path: path, font: font))
    }
  }

  private static func mediaType(of file: [UInt8], _ place: Place) -> String? {
    switch place {
    case .image:
      guard let header = ImageHeader(file), header.width > 0, header.height > 0 else { return nil }
      return "image/" + header.format.rawValue
    case .font: return fontTypes.first { file.starts(with: $0.signature) }?.mediaType
    }
  }

  /// First bytes of font files (OpenType 1.9, "Organization of an OpenType font"; WOFF 1 and 2).
  ///
  /// Their types are those of RFC 8081.
  private static let fontTypes: [(signature: [UInt8], mediaType: String)] = [
    ([0, 1, 0, 0], "font/ttf"), (Array("true".utf8), "font/ttf"), (Array("OTTO".utf8), "font/otf"),
    (Array("wOFF".utf8), "font/woff"), (Array("wOF2".utf8), "font/woff2"),
  ]

  /// lottie-web loads a font from its path if its `origin` is 3.
  private func fontSplices(
    _ path: NodeID, _ font: NodeID, _ type: String, _ file: [UInt8]
  ) -> [Splice] {
    let uri = Splice(json.range(of: path), DataURI.quoted(type, file))
    guard let origin = json.member("origin", of: font) else {
      return [uri, Splice(at: json.range(of: path).upperBound, ",\"origin\":3")]
    }
    return [uri, Splice(json.range(of: origin), Array("3".utf8))]
  }
}
