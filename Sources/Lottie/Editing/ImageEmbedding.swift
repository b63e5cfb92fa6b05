/// Replaces an animation's external images by data URIs.
struct ImageEmbedding {
  /// An image and the node of its `p`.
  struct Place {
    let image: ExternalImage
    let asset: NodeID
    let path: NodeID
  }

  let json: JSONDocument
  /// In the order of the assets.
  let images: [Place]

  /// Throws `EditError.images` if any name could lead out of a folder.
  init(_ json: JSONDocument) throws(EditError) {
    self.json = json
    images = Self.images(json)
    let problems = images.compactMap { place in
      place.image.nameFault.map { ImageProblem(image: place.image, fault: $0) }
    }
    guard problems.isEmpty else { throw .images(problems) }
  }

  /// The splices, given the files by name.
  ///
  /// Throws `EditError.images` with all that are missing or are not images, and `.tooLarge`.
  func step(_ files: [String: [UInt8]], maxBytes: Int) throws(EditError) -> EditStep {
    var embedded: [EmbeddedImage] = []
    var problems: [ImageProblem] = []
    var byteCount = json.bytes.count
    for place in images {
      do {
        let image = try Self.embedded(place.image, files)
        byteCount += Base64.encodedCount(image.byteCount)
        embedded.append(image)
      } catch {
        problems.append(error)
      }
    }
    guard problems.isEmpty else { throw .images(problems) }
    // Checked before encoding, because many assets may name the same large file.
    guard images.isEmpty || byteCount <= maxBytes else { throw .tooLarge(limit: maxBytes) }
    let splices = zip(images, embedded).flatMap { place, image in
      Self.splices(json, place, image.mediaType, files[image.image.name] ?? [])
    }
    return EditStep(change: .embeddedImages(embedded), splices: splices.inOrder())
  }

  /// The images outside the animation, in the order of the assets.
  static func images(_ json: JSONDocument) -> [Place] {
    guard let list = json.member("assets", of: .root) else { return [] }
    return json.elements(of: list).enumerated().compactMap { position, asset in
      guard json.member("layers", of: asset) == nil, let path = json.member("p", of: asset),
        let file = json.string(of: path), !DataURI.isDataURI(file)
      else { return nil }
      let folder = json.member("u", of: asset).flatMap(json.string) ?? []
      let image = ExternalImage(
        pointer: "/assets/\(position)", name: String(decoding: folder + file, as: UTF8.self))
      return Place(image: image, asset: asset, path: path)
    }
  }

  private static func embedded(
    _ image: ExternalImage, _ files: [String: [UInt8]]
  ) throws(ImageProblem) -> EmbeddedImage {
    guard let bytes = files[image.name] else { throw ImageProblem(image: image, fault: .missing) }
    guard let header = ImageHeader(bytes), header.width > 0, header.height > 0 else {
      throw ImageProblem(image: image, fault: .format)
    }
    return EmbeddedImage(
      image: image, mediaType: "image/" + header.format.rawValue, byteCount: bytes.count)
  }

  /// `p` becomes the data, `u` empty and `e` 1, because players differ on which one they read.
  static func splices(
    _ json: JSONDocument, _ place: Place, _ mediaType: String, _ bytes: [UInt8]
  ) -> [Splice] {
    var splices = [Splice(json.range(of: place.path), DataURI.quoted(mediaType, bytes))]
    let empty = Array("\"\"".utf8)
    if let folder = json.member("u", of: place.asset) {
      if !json.written(folder).elementsEqual(empty) {
        splices.append(Splice(json.range(of: folder), empty))
      }
    } else {
      // A member's name is the node before its value.
      let key = NodeID(index: place.path.index - 1)
      splices.append(Splice(at: json.range(of: key).lowerBound, "\"u\":\"\","))
    }
    if let flag = json.member("e", of: place.asset) {
      if !json.written(flag).elementsEqual("1".utf8) {
        splices.append(Splice(json.range(of: flag), Array("1".utf8)))
      }
    } else {
      splices.append(Splice(at: json.range(of: place.path).upperBound, ",\"e\":1"))
    }
    return splices
  }
}
